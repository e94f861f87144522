internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// A checked rule that every entry of a collection must keep.
package struct EntryCheck: Sendable {
    /// The position of the collection.
    var collection: Int
    /// One of the alternatives must hold, with all of its conditions.
    var holds: [[Filter]]
    /// The conditions that choose the entries to which the rule applies; nil if it applies to all.
    var condition: [[Filter]]?
    var declaration: CheckDeclaration
    /// This is true if anything but the entry itself may decide: another entry, the place of a page, or the moment.
    package var asksMore: Bool
    /// This is false if an entry that breaks the rule in one language breaks it in all.
    var mayDifferByLocale: Bool
}

extension ShapeCompiler {
    /// Compiles the checks of all collections. A check with a mistake is left out.
    package mutating func entryChecks() -> [EntryCheck] {
        schema.declarations.collections.enumerated().flatMap { position, collection in
            let scope = Scope(root: [.names(schema.rootNames)]).entering(.reference(collection.name))
                .comparingItself
            return collection.checks.compactMap { entryCheck($0, position, in: scope) }
        }
    }

    private mutating func entryCheck(
        _ declaration: CheckDeclaration, _ collection: Int, in scope: Scope
    ) -> EntryCheck? {
        let before = reader.diagnostics.count
        let holds = alternatives(declaration.holds, of: "holds", in: scope)
        let condition = declaration.condition.map { alternatives($0, of: "where", in: scope) }
        guard !Array(reader.diagnostics[before...]).hasErrors else { return nil }
        let filters = (holds + (condition ?? [])).flatMap(\.self)
        return EntryCheck(
            collection: collection, holds: holds, condition: condition, declaration: declaration,
            asksMore: filters.contains { schema.asksMore($0, in: scope) },
            mayDifferByLocale: filters.flatMap(\.paths).contains {
                $0.type.mayBeTranslated || $0.steps.contains(.count)
            })
    }
}

extension Schema {
    /// Returns whether anything but the element itself may decide whether a condition on it holds.
    fileprivate func asksMore(_ filter: Filter, in scope: Scope) -> Bool {
        filter.operands.contains { $0.dependsOnMoment || $0.namesDays }
            || filter.paths.contains { leaves($0, in: scope) }
    }

    /// Returns whether a path leads to another entry, to a page or to the moment.
    private func leaves(_ path: Path, in scope: Scope) -> Bool {
        if path.momentUse != .none || !Set(path.steps).isDisjoint(with: [.page, .pageURL, .pagePath]) { return true }
        guard case .element(let start) = scope.frames[path.frame] else { return false }
        let fields = fields(along: path, from: start).compactMap(\.position)
        return fields.count > 1 || fields.contains { computedDefaults[$0] != nil }
            || path.steps.last == .id && !fields.isEmpty
    }
}

extension Filter {
    /// The paths to the values that decide whether it holds.
    fileprivate var paths: [Path] { [path] + operands.compactMap(\.path) }
}

extension FieldType {
    /// This is true if a value may be another one in another language, as only texts are.
    fileprivate var mayBeTranslated: Bool {
        switch self {
        case .text, .url, .markdown, .html, .record, .dictionary, .oneOf: true
        case .list(let element): element.mayBeTranslated
        case .integer, .decimal, .boolean, .date, .time, .dateTime, .duration, .email, .phone, .color, .image, .file,
            .choice, .version, .window, .schedule, .point, .reference:
            false
        }
    }
}
