internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// A checked rule that every entry of a collection must keep.
package struct EntryCheck: Sendable {
    /// The position of the collection.
    package var collection: Int
    var demand: Demand
    /// The conditions that choose the entries to which the rule applies; nil if it applies to all.
    var condition: [[Filter]]?
    var declaration: CheckDeclaration
    /// This is true if anything but the entry itself may decide: another entry, the place of a page, or the moment.
    package var asksMore: Bool
    /// This is false if an entry that breaks the rule in one language breaks it in all.
    var mayDifferByLocale: Bool

    enum Demand {
        /// One of the alternatives must hold, with all of its conditions.
        case holds([[Filter]])
        case unique(UniqueValues)
    }
}

/// Values that no two entries may have in common.
struct UniqueValues {
    var paths: [Path]
    /// The paths to the ends of a time. Entries whose times do not meet may have the values in common.
    var time: (from: Path, until: Path)?
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
        let demand = demand(declaration, in: scope)
        let condition = declaration.condition.map { alternatives($0, of: "where", in: scope) }
        guard !Array(reader.diagnostics[before...]).hasErrors, let demand else { return nil }
        var (filters, paths, asksMore) = ((condition ?? []).flatMap(\.self), [Path](), false)
        switch demand {
        case .holds(let alternatives): filters += alternatives.flatMap(\.self)
        // Any entry may have the same values.
        case .unique(let values): (paths, asksMore) = (values.paths, true)
        }
        return EntryCheck(
            collection: collection, demand: demand, condition: condition, declaration: declaration,
            asksMore: asksMore || filters.contains { schema.asksMore($0, in: scope) },
            mayDifferByLocale: (paths + filters.flatMap(\.paths)).contains {
                $0.type.mayBeTranslated || $0.steps.contains(.count)
            })
    }

    private mutating func demand(_ declaration: CheckDeclaration, in scope: Scope) -> EntryCheck.Demand? {
        switch declaration.demand {
        case .holds(let node): return .holds(alternatives(node, of: "holds", in: scope))
        case .unique(let nodes, let from, let until):
            let paths = nodes.compactMap { path($0, in: scope) }
            guard let from, let until else { return .unique(UniqueValues(paths: paths)) }
            guard let first = path(from, in: scope), let last = path(until, in: scope) else { return nil }
            guard [.date, .dateTime, .time].contains(first.type) else {
                reader.error(
                    .pathType, "'\(first.text)' is \(first.type.withArticle), with which no time begins", at: from.span,
                    help: "name a date, a dateTime or a time")
                return nil
            }
            if first.type == last.type { return .unique(UniqueValues(paths: paths, time: (first, last))) }
            reader.error(
                .pathType,
                "'\(last.text)' is \(last.type.withArticle), but '\(first.text)' is \(first.type.withArticle)",
                at: until.span, help: "name two of the same type, such as starts and starts + length")
            return nil
        }
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
    fileprivate var paths: [Path] { ([path] + operands.compactMap(\.path)).flatMap(\.summands) }
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
