internal import KairanContent
package import KairanModel
internal import KairanReaders

/// The order of the groups that a query's elements form.
package enum GroupOrder: Sendable {
    /// The order of the groups' values.
    case values
    /// The order in which the values are met first.
    case seen
    /// The order by names of the groups themselves, which have this type.
    case keys([SortKey], RecordType)
}

extension ShapeCompiler {
    /// Compiles `groups: seen`, or `groups: -entries.count`.
    ///
    /// - Parameter group: The type of a group.
    mutating func groupOrder(_ node: SourceNode?, _ group: RecordType, in scope: Scope) -> GroupOrder {
        guard let node else { return .values }
        if node.scalar == "seen" { return .seen }
        let inner = scope.entering(.record(group))
        let keys = sortKeys(node, "'groups'", help: "write groups: seen, or groups: -entries.count", in: inner)
        return .keys(keys, group)
    }

    /// Reports an order of groups where there are no groups, or where their order is given.
    mutating func refuseGroupOrder(_ node: SourceNode, _ reason: String) {
        guard let order = node.members?.first(where: { $0.key == "groups" }) else { return }
        reader.error(.shapeBy, reason, at: order.value.span, help: "remove 'groups'", fix: Fix(.remove(order.keySpan)))
    }
}
