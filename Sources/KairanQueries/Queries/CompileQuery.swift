package import KairanContent
package import KairanModel
package import KairanReaders

/// Checks shapes, and the query words in them and in front matter, against the schema.
package struct ShapeCompiler {
    package let schema: Schema
    package var reader = DeclarationReader()
    var chartCount = 0
    var mapCount = 0
    /// The names that the front matter gives to values under `data`.
    package var dataNames: Set<String> = []
    /// Entries that `where` compares with. They are looked up once all entries are read.
    package var namedEntries: [NamedEntry] = []
    /// The places that name a collection that does not exist and whose name resembles no other.
    package var missingCollections: [String: [SourceSpan]] = [:]
    package var needs = TemplateNeeds()
    /// See `Path.usedString`.
    package var usedStrings: Set<String> = []
    /// See `Template.announced`.
    package var announced: Set<String> = []
    /// The files of the shared shapes that were used.
    package var usedShapes: Set<String> = []
    /// The shared shapes around what is being compiled, the outermost first.
    var sharedAround: [String] = []
    /// This is false while a shared shape is only compiled to see whether its own check tells of it.
    var tellsOfUses = true
    /// The mistakes of shared shapes that stand in themselves.
    var circles: [Diagnostic] = []
    /// The value that `.` stands for in a page; nil if it means nothing.
    var element: Path?
    /// This is true for a tag of a page, which has two braces and stands in no YAML.
    var isTag = false
    /// This is true in what several pages use, so that a value that always is there in one of them may lack in another.
    package var isShared = false

    package static let queryWords = ["where", "sort", "unique", "together", "skip", "limit"]
    /// The words for the ends of a range of days, weeks, months or years.
    package static let rangeWords = ["from", "until"]

    package init(schema: Schema) { self.schema = schema }

    package mutating func path(_ node: SourceNode, in scope: Scope) -> Path? {
        var help: Help = "write one name, such as title or image.url"
        if node.members?.contains(where: { ShapeWord(rawValue: $0.key) != nil }) == true {
            help = "give it a name in a list inside, each: [{ each: …, value: { name: … } }], and write that name here"
        }
        guard let text = reader.text(node, "a path", help: help) else { return nil }
        return path(text, in: scope, at: node.span)
    }

    package mutating func path(_ text: String, in scope: Scope, at span: SourceSpan) -> Path? {
        if text == ".", let element { return element }
        switch schema.path(text, in: scope, at: span) {
        case .success(let path):
            needs.formUnion(path.needs)
            if let name = path.usedString { usedStrings.insert(name) }
            return path
        case .failure(let error):
            reader.diagnostics.append(error.diagnostic)
            return nil
        }
    }

    /// Compiles the query whose source stands under `word` and whose other words stand beside it in `node`.
    ///
    /// - Parameter purpose: The purpose of the shapes that the source may consist of; nil if it must be named.
    package mutating func query(
        _ word: String, _ node: SourceNode, in scope: Scope, for purpose: ShapePurpose? = nil
    ) -> Query? {
        guard let written = node[word] else { return nil }
        var source: Query?
        if let purpose, written.scalar == nil {
            source = joined(written.elements ?? [written], in: scope, for: purpose, at: written.span)
        } else if let name = reader.text(written, "'\(word)'", help: "name one collection or list") {
            source = self.source(word, named: name, node, in: scope, at: written.span)
        }
        guard var query = source else { return nil }
        for path in query.source.paths { needs.formUnion(path.needs) }
        let inner = scope.entering(query)
        query.frame = scope.frames.count
        guard !asksForValues(node, word, in: inner) else { return nil }
        if let conditions = node["where"] {
            query.alternatives = alternatives(conditions, of: "where", in: inner)
            query.choosesPages = query.collection.map { schema.choosesPages($0, conditions) } ?? false
        }
        query.sort = sortKeys(node["sort"], "'sort'", help: Self.sortHelp(node["sort"]), in: inner)
        query.unique = node["unique"].flatMap { path($0, in: inner) }
        query.together = node["together"].flatMap { path($0, in: inner) }
        query.skip = reader.integer(node["skip"], "'skip'", in: 0...Int.max) ?? 0
        query.limit = reader.integer(node["limit"], "'limit'", in: 1...Int.max)
        query.alternatives = inForce(query)
        return query
    }

    /// Reports what `where` and `sort` ask for although only `value` makes it, of each element that is left.
    private mutating func asksForValues(_ node: SourceNode, _ word: String, in scope: Scope) -> Bool {
        let made = (node["value"]?.members ?? []).map { $0.key.hasSuffix("?") ? String($0.key.dropLast()) : $0.key }
        guard !made.isEmpty else { return false }
        let conditions = node["where"].map { $0.elements ?? [$0] } ?? []
        let keys = node["sort"].map { $0.elements ?? [$0] } ?? []
        let asked =
            conditions.flatMap { $0.members ?? [] }.map { ($0.key, $0.keySpan) }
            + (keys.map { $0["by"] ?? $0 } + ["unique", "together", "by"].compactMap { node[$0] })
            .compactMap { node in node.scalar.map { ($0, node.span) } }
        let wrong = asked.filter { text, span in
            let name = text.drop { $0 == "-" }.prefix { $0 != "." }
            guard made.contains(where: { $0 == name }) else { return false }
            if case .success = schema.path(String(name), in: scope, at: span) { return false }
            return true
        }
        let others = ["from", "until", "by"].filter { node[$0] != nil }.map { ", \($0): …" }.joined()
        let list = (node[word]?.scalar ?? "…") + others
        for (text, span) in wrong {
            reader.error(
                .pathUnknown, "'\(text.drop { $0 == "-" })' is made by 'value', after elements are chosen and sorted",
                at: span, help: "choose and sort around it: \(word): [{ each: \(list), value: … }]")
        }
        return !wrong.isEmpty
    }

    /// Finds the source of a query. A list in the scope hides a collection of the same name, as inner names hide outer
    /// ones. Either one hides the calendar unless `from` or `until` shows that the calendar is meant.
    private mutating func source(
        _ word: String, named text: String, _ node: SourceNode, in scope: Scope, at span: SourceSpan
    ) -> Query? {
        let unit = CalendarRange.Unit(rawValue: text)
        if let unit, Self.rangeWords.contains(where: { node[$0] != nil }) {
            return calendar(unit, node, in: scope, at: span)
        }
        let isCollection = schema.declarations.collection(text) != nil
        if case .success(let path) = schema.path(text, in: scope, at: span) {
            // Otherwise the order of the names under `data` would decide what one of a collection means.
            let isData = isCollection && path.slot != nil && dataNames.contains(text)
            if !isData, let element = path.type.elementOfEach {
                refuseRange(of: text, node)
                return Query(source: .list(path), element: element)
            }
            if !isCollection {
                // Only a word of shapes may have been meant as a key.
                let mayBeKey = word != "each" && ShapeWord(rawValue: word) != nil
                let help: Help =
                    path.type == .schedule
                    ? "its days are { occurrences: \(text), from: today, until: today + 30 days }"
                    : "name a collection or a list"
                reader.error(
                    .querySource, "'\(text)' is \(path.type.withArticle), not a list", at: span,
                    help: mayBeKey ? Help(ShapeWord.escape(word)) : help)
                return nil
            }
        }
        if isCollection {
            refuseRange(of: text, node)
            return Query(source: .collection(text), element: .reference(text))
        }
        if let unit { return calendar(unit, node, in: scope, at: span) }
        if let nested = schema.nestedList(text, in: scope, at: span) {
            if case .success = nested { refuseRange(of: text, node) }
            return checked(nested, at: span)
        }
        nothingNamed(text, in: scope, at: span)
        return nil
    }

    private mutating func nothingNamed(_ text: String, in scope: Scope, at span: SourceSpan) {
        let names = schema.declarations.collections.map(\.name)
        let name = String(text.prefix { $0 != "." })
        let place = span.names(0...0, of: text)
        guard !scope.isRoot || missingCollection(name, namedAt: [place], among: names) == nil else {
            return missingCollections[name, default: []].append(place)
        }
        reader.error(
            .querySource, "there is no collection or list '\(name)'", at: place,
            help: suggestion(for: name, in: names, kind: "collections"))
    }

    private mutating func checked(_ nested: Result<Query, PathError>, at span: SourceSpan) -> Query? {
        switch nested {
        case .failure(let error):
            reader.diagnostics.append(error.diagnostic)
            return nil
        case .success(let query):
            let versions = query.source.collections.first { schema.declarations.collection($0)?.agreement?.from != nil }
            guard let versions else { return query }
            reader.error(
                .querySource, "the versions of \(versions) are not all in force, so their lists cannot be joined",
                at: span, help: "write each: \(versions), and the list in its 'value'")
            return nil
        }
    }

    private mutating func calendar(
        _ unit: CalendarRange.Unit, _ node: SourceNode, in scope: Scope, at span: SourceSpan
    ) -> Query? {
        let range = calendarRange(
            unit, node, in: scope, orSay: "'\(unit.rawValue)' of the calendar need 'from' and 'until'", at: span)
        return range.map { Query(source: .calendar($0), element: .record(unit.type)) }
    }

    /// Returns how to write what somebody wrote as `{ date: desc }`.
    private static func sortHelp(_ node: SourceNode?) -> Help {
        let members = (node?.elements ?? [node].compactMap(\.self)).flatMap { $0.members ?? [] }
        let keys = members.map { member in
            ["desc", "descending", "down", "-1"].contains(member.value.scalar?.lowercased() ?? "")
                ? "-\(member.key)" : member.key
        }
        switch keys.count {
        case 0: return "write sort: name, or sort: -name for the other direction"
        case 1:
            return keys[0].hasPrefix("-")
                ? "write sort: \(keys[0])" : "write sort: \(keys[0]), or sort: -\(keys[0]) for the other direction"
        default: return "write sort: [\(keys.joined(separator: ", "))]"
        }
    }

    /// Reads `name`, `-name` or `{ by: name, as: text }`, or a list of these.
    mutating func sortKeys(_ node: SourceNode?, _ what: String, help: Help, in scope: Scope) -> [SortKey] {
        (node?.elements ?? [node].compactMap(\.self)).compactMap { key in
            if key["by"] != nil || key["as"] != nil { return textKey(key, in: scope) }
            let what = node?.elements == nil ? what : "an element of \(what)"
            return reader.text(key, what, help: help).flatMap { sortKey($0, in: scope, at: key.span) }
        }
    }

    private mutating func textKey(_ node: SourceNode, in scope: Scope) -> SortKey? {
        _ = reader.members(of: node, allowed: ["by", "as"], what: "a key of 'sort'")
        guard let by = node["by"], let word = node["as"] else {
            reader.error(
                .querySort, "an order of texts needs 'by' and 'as'", at: node.span,
                help: "write { by: \(node["by"]?.scalar ?? "name"), as: text }, or only the name")
            return nil
        }
        guard let text = reader.text(by, "'by'"), var key = sortKey(text, in: scope, at: by.span) else { return nil }
        key.isText = true
        if word.scalar != "text" {
            reader.error(
                .querySort, "texts are sorted 'as: text'", at: word.span, help: "write as: text, or only the name")
        } else if key.path.type != .text {
            reader.error(
                .querySort, "'\(key.path.text)' is \(key.path.type.withArticle), not a text", at: by.span,
                help: "write sort: \(text), without 'as'",
                fix: Fix(.replace(node.span, with: .text(text))))
        }
        return key
    }

    mutating func sortKey(_ text: String, in scope: Scope, at span: SourceSpan) -> SortKey? {
        let isDescending = text.hasPrefix("-")
        let name = isDescending ? text.dropFirst() : text[...]
        let place = span.part(name, of: text)
        guard let path = path(String(name), in: scope, at: place) else { return nil }
        if path.type.traits.isPlainText { return SortKey(path: path, isDescending: isDescending) }
        reader.error(.querySort, "\(path.type.withArticle) has no order", at: place, help: "sort by one of its parts")
        return nil
    }
}
