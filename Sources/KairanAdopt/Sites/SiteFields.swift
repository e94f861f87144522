internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// The fields of a collection, found by what its pages have in their front matter.
struct SiteFields {
    /// The kind that a key is still taken for. After a build that fails it is a plainer one.
    enum Trust: Int { case ignored, text, inferred }

    struct Field {
        /// The key as the old site has it.
        var key: String
        /// The name of the field. It differs where the key has a meaning of its own.
        var name: String
        var type: SourceNode
        /// The values to write instead of those of the pages, by the page, where a page needs another one.
        var written: [Int: SourceNode] = [:]
    }

    private(set) var fields: [Field] = []
    private let pages: [OldPage]
    private let generator: OldGenerator

    init(_ pages: [OldPage], _ generator: OldGenerator, trust: [String: Trust]) {
        (self.pages, self.generator) = (pages, generator)
        var seen: Set<String> = []
        let keys = pages.flatMap { $0.matter.all.map(\.key) }.filter { seen.insert($0).inserted }
        var names = Names(Set(keys))
        for key in keys where key != "aliases" {
            var name = key
            if CollectionDeclaration.reservedNames.contains(key) { name = names.unique("old" + capitalized(key[...])) }
            fields.append(field(key, name, trust: trust[key] ?? .inferred))
        }
    }

    /// Keys that only the generator read.
    static let ofGenerators: Set = [
        "layout", "type", "permalink", "url", "published", "draft", "redirect_from", "outputs", "markup", "slug",
        "redirect_to", "excerpt_separator", "sitemap", "headless", "build", "_build", "render_with_liquid",
    ]

    private func field(_ key: String, _ name: String, trust: Trust) -> Field {
        let ignored = Field(key: key, name: name, type: .word("ignored"))
        // Whatever the key is called, `ignored` takes it; a field needs a name.
        guard trust != .ignored, !Self.ofGenerators.contains(key), fieldName(for: name, else: "") == name else {
            return ignored
        }
        let values = pages.map { page -> SourceNode? in
            page.matter.all.first { $0.key == key }.flatMap { $0.value.isNull ? nil : typed($0.value) }
        }
        let present = values.compactMap(\.self)
        guard let first = present.first else { return ignored }
        if key == "title" { return Field(key: key, name: name, type: .word("text")) }
        if key == "date" { return date(key, name, values) }
        if isList(key, present) { return list(key, name, values) }
        let mark = present.count < pages.count ? "?" : ""
        if trust == .text {
            let isText = present.allSatisfy { $0.scalar != nil }
            return isText ? Field(key: key, name: name, type: .word("text?")) : ignored
        }
        if present.allSatisfy({ $0.isText && $0.scalar.flatMap { OldDate($0) } != nil }) {
            return date(key, name, values)
        }
        if first.members != nil { return record(key, name, present, mark) ?? ignored }
        if present.allSatisfy({ $0.scalar != nil }), Set(present.map(\.jsonKind)).count > 1 {
            return Field(key: key, name: name, type: .word("text?"))
        }
        let inference = FieldInference(facts: BoardFacts(url: "", path: ""), isPlain: true)
        do throws(Unshaped) {
            let field = try inference.field(values, at: name, key: key)
            guard let type = field.type, type.hasPlainNames else { return ignored }
            return Field(key: key, name: name, type: type)
        } catch {
            return ignored
        }
    }

    private func record(_ key: String, _ name: String, _ present: [SourceNode], _ mark: String) -> Field? {
        let inference = FieldInference(facts: BoardFacts(url: "", path: ""), isPlain: true)
        guard present.allSatisfy({ $0.members != nil }),
            present.allSatisfy({ $0.members?.allSatisfy { fieldName(for: $0.key, else: "") == $0.key } == true })
        else { return nil }
        do throws(Unshaped) {
            let parts = try inference.fields(of: present, key: key, in: "")
            guard !parts.fields.isEmpty, parts.declaration.hasPlainNames else { return nil }
            return Field(key: key, name: name, type: .object([("record\(mark)", parts.declaration)]))
        } catch {
            return nil
        }
    }

    // MARK: Dates and lists

    private func date(_ key: String, _ name: String, _ values: [SourceNode?]) -> Field {
        var dates = values.map { $0?.scalar.flatMap { OldDate($0) } }
        // A date that cannot be read gives way to the one of the file's name.
        if key == "date", pages.allSatisfy({ $0.date != nil }) {
            for index in pages.indices where dates[index] == nil && pages[index].matter["date"] != nil {
                dates[index] = pages[index].date.flatMap { OldDate($0) }
            }
        }
        guard zip(values, dates).allSatisfy({ $0 == nil || $1 != nil }) else {
            return key == "date"
                ? Field(key: key, name: "oldDate", type: .word("ignored"))
                : Field(key: key, name: name, type: .word("text?"))
        }
        let isMoment = dates.contains { $0?.isMoment == true }
        let isOptional = dates.contains { $0 == nil } && !(key == "date" && pages.allSatisfy { $0.date != nil })
        var field = Field(key: key, name: name, type: .word((isMoment ? "dateTime" : "date") + (isOptional ? "?" : "")))
        for (index, date) in dates.enumerated() {
            guard let date else { continue }
            let text = date.written(asMoment: isMoment)
            if text != values[index]?.scalar { field.written[index] = .word(text) }
        }
        return field
    }

    private func isList(_ key: String, _ present: [SourceNode]) -> Bool {
        let isTexts = present.allSatisfy { ($0.elements ?? [$0]).allSatisfy { $0.scalar != nil } }
        return isTexts && (["tags", "categories"].contains(key) || present.contains { $0.elements != nil })
    }

    private func list(_ key: String, _ name: String, _ values: [SourceNode?]) -> Field {
        var field = Field(key: key, name: name, type: .object([("list?", .word("text"))]))
        for (index, value) in values.enumerated() {
            guard let value else { continue }
            let isWords = generator == .jekyll && ["tags", "categories"].contains(key)
            let words = value.elements == nil && isWords ? listed(value) : value.words.filter { !$0.isEmpty }
            let isPlain = value.elements?.allSatisfy { $0.isText && $0.scalar != "" } == true
            if !isPlain || unique(words).count < words.count {
                field.written[index] = .list(unique(words).map(SourceNode.word))
            }
        }
        return field
    }

    /// Returns a node with the kinds that JSON has, as both generators read YAML.
    private func typed(_ node: SourceNode) -> SourceNode {
        switch node.content {
        case .scalar(let text, .plain):
            var result = node
            let isNumber = text.wholeMatch(of: /-?(0|[1-9]\d*)(\.\d+)?/) != nil
            let isBoolean = text == "true" || text == "false"
            result.content = .scalar(text, isBoolean ? .boolean : isNumber ? .number : .string)
            return result
        case .scalar(let text, .dateTime):
            var result = node
            result.content = .scalar(text, .string)
            return result
        case .scalar: return node
        case .sequence(let elements):
            var result = node
            result.content = .sequence(elements.map(typed))
            return result
        case .mapping(let members):
            var result = node
            result.content = .mapping(
                members.filter { !$0.value.isNull }.map {
                    .init(key: $0.key, keySpan: $0.keySpan, value: typed($0.value))
                })
            return result
        }
    }
}

extension SourceNode {
    /// This is true for a declaration without names that inference made up, since the old files have others.
    fileprivate var hasPlainNames: Bool {
        switch content {
        case .scalar: true
        case .sequence(let elements): elements.allSatisfy(\.hasPlainNames)
        case .mapping(let members): members.allSatisfy { !$0.key.isEmpty && $0.value.hasPlainNames }
        }
    }
}
