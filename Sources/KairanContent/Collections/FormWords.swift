internal import KairanModel
internal import KairanReaders

/// The words with which a field is shown to people who fill in a form. They change no output.
package struct FormWords: Sendable {
    /// The field's name for people.
    package var label: String?
    /// Advice for people who fill it in.
    package var hint: String?
    /// An example of its values, as YAML.
    package var example: String?
    /// The heading below which it stands, together with its neighbours of the same group.
    package var group: String?

    static let names = ["label", "description", "example", "group"]
}

extension DeclarationReader {
    /// Reads `form: { title: { label: Title, description: One line }, venue.room: Room }`, where a dot leads to a part.
    mutating func formWords(_ node: SourceNode, of fields: inout [FieldDeclaration]) {
        guard let members = node.members else {
            return error(
                .declarationType, "'form' must be a mapping, not \(node.kindName)", at: node.span,
                help: "write a line for each field, such as 'title: { label: Title }'")
        }
        for member in members {
            let path = member.key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard let words = formWords(member) else { continue }
            if give(words, to: path[...], of: &fields) { continue }
            unknownField(member.key, among: fields, at: member.keySpan)
        }
    }

    private mutating func formWords(_ member: SourceNode.Member) -> FormWords? {
        let (value, name) = (member.value, member.key)
        guard value.members != nil else {
            return words(value, "the label of '\(name)'").map { FormWords(label: $0) }
        }
        var form = FormWords()
        for part in members(of: value, allowed: FormWords.names, what: "'\(name)'") {
            let text = words(part.value, "'\(part.key)' of '\(name)'")
            switch part.key {
            case "label": form.label = text
            case "description": form.hint = text
            case "example": form.example = text
            default: form.group = text
            }
        }
        return form
    }

    /// Gives the words to the field that a path leads to, through lists too. Returns false if there is none.
    private func give(_ words: FormWords, to path: ArraySlice<String>, of fields: inout [FieldDeclaration]) -> Bool {
        guard let name = path.first, let index = fields.firstIndex(where: { $0.name == name }) else { return false }
        let rest = path.dropFirst()
        if rest.isEmpty {
            fields[index].form = words
            return true
        }
        if case .list = fields[index].type { return give(words, to: rest, of: &fields[index].parts[0].parts) }
        return give(words, to: rest, of: &fields[index].parts)
    }
}
