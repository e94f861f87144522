extension SearchIndex {
    /// Of what clients load first.
    static let headSchema: ValueSchema = {
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
    /// Of all other files, which have one name: terms with their postings, the postings of one, or entries.
    var partSchema: ValueSchema {
        let postings = ValueSchema.integer(from: 0, .int32)
        var entry: [ValueSchema.Property] = [
            .init("title", .text), .init("url", .text, isRequired: !sources.contains(where: \.isURLOptional)),
        ]
        if sources.contains(where: { $0.label != nil }) { entry.append(.init("label", .text, isRequired: false)) }
        if sources.contains(where: { $0.summary != nil }) { entry.append(.init("summary", .text, isRequired: false)) }
        let element = ValueSchema(.union([postings, ValueSchema(.object(entry))]))
        return ValueSchema(
            .union([.array(element), ValueSchema(.dictionary(.array(postings), keys: nil))]))
    }
}
