package import KairanContent
internal import KairanEditing
internal import KairanModel
package import KairanReaders

/// A new entry as a file to fill in, with every field of its collection and a description of its values.
package struct EntryForm: Sendable {
    package let declaration: CollectionDeclaration
    /// The given values by field, as text or as YAML.
    package var values: [String: String] = [:]
    /// This is true if the file says that only the preview shows the entry.
    package var isDraft = false
    private let content: Content

    package init(_ declaration: CollectionDeclaration, in content: Content) {
        var declaration = declaration.asWritten
        // Nobody knows beforehand which other keys an entry has.
        declaration.fields.removeAll(where: \.hasOtherKeys)
        (self.declaration, self.content) = (declaration, content)
    }

    /// This is true if the entry has a text, and nothing is in it yet.
    package var lacksBody: Bool { declaration.hasBody && body.isEmpty }

    /// The required fields for which no value was given.
    package var unanswered: [FieldDeclaration] {
        declaration.fields.filter { isRequired($0) && values[$0.name] == nil && !isBody($0) }
    }

    /// The required fields that must be filled in by hand.
    package var missing: [FieldDeclaration] { unanswered.filter { proposal(for: $0) == nil } }

    /// Returns the value that is written if no other is given.
    package func proposal(for field: FieldDeclaration) -> String? {
        guard isRequired(field) else { return nil }
        return field.type == .window ? "always" : field.holdsEntries ? "[]" : nil
    }

    /// The field that names an entry. A text that may be missing, such as who rents a plot, is about something else.
    package var titleField: FieldDeclaration? {
        let texts = declaration.fields.filter { $0.type == .text }
        return texts.first { $0.name == "title" } ?? texts.first { $0.name == "name" } ?? texts.first(where: isRequired)
    }

    /// The field that gives an entry its id. If there is one, the file's name does not matter.
    package var idField: FieldDeclaration? { declaration.fields.first { $0.name == declaration.idField } }

    /// Returns the file in the collection's folder. It is Markdown if entries have a body, and otherwise YAML.
    package func file(id: String) -> SourceFile {
        let text = declaration.hasBody ? "---\n\(head)---\n\(body)" : head
        let ending = declaration.hasBody ? "md" : "yml"
        return SourceFile(path: "content/\(declaration.name)/\(id).\(ending)", bytes: Array(text.utf8))
    }

    /// Returns what people have to know of a field: its own words, and a description of its values.
    package func words(_ field: FieldDeclaration) -> String { described(field).text }

    /// Returns a description of a field's values.
    package func valueWords(_ field: FieldDeclaration) -> String { described(field).values }

    /// Returns an example of a field's values as YAML.
    package func example(_ field: FieldDeclaration) -> String { described(field).example }

    private func described(_ field: FieldDeclaration) -> FieldWords {
        FieldWords(field: field, ids: ids(of: field))
    }

    private var head: String {
        declaration.fields.filter { !isBody($0) }.map { "# \($0.name): \(words($0))\n\(line($0))\n" }.joined()
            + (isDraft ? Self.draft : "")
    }

    private static let draft =
        "# a draft, which only the preview shows: to publish it, remove the next line\nchannel: preview\n"

    private func line(_ field: FieldDeclaration) -> String {
        if let value = values[field.name] { return yaml(value, field) }
        if let proposal = proposal(for: field) { return "\(field.name): \(proposal)" }
        if isRequired(field) { return "\(field.name):   # fill in" }
        return "# \(field.name): \(example(field))"
    }

    /// Writes a value as YAML. A value with parts, and one for each language, may be given as YAML, and a list
    /// also in the form of tables: `a|b`.
    private func yaml(_ value: String, _ field: FieldDeclaration) -> String {
        var lines = EntryLines()
        let isWritten = field.type.kind.hasParts && (value.hasPrefix("{") || value.hasPrefix("["))
        let isByLocale = field.isLocalized && value.wholeMatch(of: /\{\s*[A-Za-z-]+:\s.*\}/) != nil
        if isWritten || isByLocale { return "\(field.name): \(value)" }
        if case .list(let element) = field.type {
            let elements = value.split(separator: "|").map { scalar(String($0), element) }
            lines.append(field.name, SourceNode(.sequence(elements), span: field.span))
        } else {
            lines.append(field.name, scalar(value, field.type))
        }
        return lines.lines.map(\.text).joined(separator: "\n")
    }

    private func scalar(_ text: String, _ type: FieldType) -> SourceNode {
        // Otherwise a number with a minus sign, and true, would get quotes.
        let types = if case .oneOf(let types) = type { types.members } else { [type] }
        let isNumber = types.contains { [.integer, .decimal].contains($0) } && DecimalNumber(text) != nil
        let isFlag = types.contains(.boolean) && ["true", "false"].contains(text)
        return SourceNode(.scalar(text, isNumber ? .number : isFlag ? .boolean : .string), span: declaration.span)
    }

    private var body: String {
        values["body"].map { $0.hasSuffix("\n") ? $0 : $0 + "\n" } ?? ""
    }

    private func isBody(_ field: FieldDeclaration) -> Bool { declaration.hasBody && field.name == "body" }

    private func isRequired(_ field: FieldDeclaration) -> Bool { !field.mayBeLeftOut }

    /// Returns the ids that its values, or their keys, may be.
    private func ids(of field: FieldDeclaration) -> [String] {
        let named = if case .reference(let name) = field.type.elementOfList { name } else { field.keysOf }
        return named.flatMap { content.collection($0)?.entries.map(\.id) } ?? []
    }
}
