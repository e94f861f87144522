package import KairanFormats
internal import KairanQueries

extension SearchIndex {
    /// The schema of the file that clients load first.
    package static let headSchema: ValueSchema = {
        let count = ValueSchema.integer(from: 0, .int32)
        let entries: [ValueSchema.Property] = [
            .init("count", count), .init("perFile", .integer(from: 1, .int32)), .init("file", .text),
        ]
        let terms: [ValueSchema.Property] = [.init("files", count), .init("file", .text)]
        let common: [ValueSchema.Property] = [.init("file", .text), .init("terms", .array(.text))]
        return ValueSchema(
            .object([
                .init("format", .integer), .init("version", .text), .init("entries", ValueSchema(.object(entries))),
                .init("terms", ValueSchema(.object(terms))), .init("common", ValueSchema(.object(common))),
                .init("deep", .array(.text)),
            ]))
    }()
}

extension SearchTemplate {
    /// Returns the schema of all other files, which share one path: terms with their postings, the postings of one
    /// term, or entries.
    func partSchema(_ formats: ShownFormats) -> ValueSchema {
        // Headings, which have no format, stand beside what the shapes make.
        let haveSections = sources.contains { $0.sections != nil }
        func text(_ texts: [Shape?]) -> ValueSchema {
            if haveSections { return .text }
            // If several sources write a text in the same form, the form is listed once.
            let found = texts.compactMap(\.self).compactMap(formats.format(of:))
            let distinct = found.indices.filter { !found[..<$0].contains(found[$0]) }.map { found[$0] }
            return .text.written(distinct.dropFirst().reduce(distinct.first) { all, next in all.map { $0 + next } })
        }
        let postings = ValueSchema.integer(from: 0, .int32)
        var entry: [ValueSchema.Property] = [
            .init("title", text(sources.map(\.title))),
            .init("url", .text, isRequired: !sources.contains(where: \.isURLOptional)),
        ]
        if haveSections || sources.contains(where: { $0.label != nil }) {
            let labels = sources.map { $0.label.map { Shape.text($0) } }
            entry.append(.init("label", text(labels), isRequired: false))
        }
        if haveSections || sources.contains(where: { $0.summary != nil }) {
            entry.append(.init("summary", text(sources.map(\.summary)), isRequired: false))
        }
        let element = ValueSchema(.union([postings, ValueSchema(.object(entry))]))
        return ValueSchema(
            .union([.array(element), ValueSchema(.dictionary(.array(postings), keys: nil))]))
    }
}
