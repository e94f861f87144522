internal import KairanModel
package import KairanReaders

extension FieldKind {
    static let boolean = FieldKind(meaning: "true or false", example: "true")
}

extension ValueReader {
    mutating func boolean(_ node: SourceNode, _ field: FieldDeclaration) -> Value {
        if case .scalar(let text, let kind) = node.content, kind != .string {
            if let flag = coreBoolean(text) ?? table?.boolean(text) { return .boolean(flag) }
            error(.fieldType, "'\(text)' is not true or false", at: node.span, help: booleanHelp(text))
        } else {
            error(
                .fieldType, "'\(field.name)' must be true or false, not \(node.kindName)", at: node.span,
                help: node.text.map { quotedHelp($0, node) } ?? "write true or false")
        }
        return .missing
    }

    /// Returns help with a text that may be `true` or `false` in quotes.
    private func quotedHelp(_ text: String, _ node: SourceNode) -> Help {
        let word = String(text.trimmingSpaces())
        return coreBoolean(word) != nil
            ? unquotedHelp(text, true, node, writing: word) : booleanHelp(word).unquoted(text, node)
    }
}

extension TableSigns {
    /// Returns what a cell says that a spreadsheet with decimal commas shows in its language; nil for any other text.
    package func boolean(_ cell: String) -> Bool? {
        self == .semicolons ? spreadsheetWords[cell.lowercased()] : nil
    }
}

/// Returns help with a word that means true or false elsewhere.
func booleanHelp(_ text: String) -> Help {
    let word = text.lowercased()
    let isYes = ["yes", "on", "y"].contains(word)
    if isYes || ["no", "off", "n"].contains(word) {
        return .write("write \(isYes), as '\(text)' is a text here", "\(isYes)", for: text)
    }
    if let flag = spreadsheetWords[word] {
        return .write(
            "write \(flag), which a spreadsheet in another language shows like this", "\(flag)", for: text)
    }
    return nearestHelp(to: text, in: ["true", "false"]) ?? "write true or false"
}

/// The words of spreadsheets in languages other than English, in lower case.
private let spreadsheetWords = [
    "wahr": true, "falsch": false, "vrai": true, "faux": false, "verdadero": true, "falso": false, "vero": true,
    "verdadeiro": true, "waar": true, "onwaar": false, "prawda": true, "fałsz": false, "истина": true, "ложь": false,
]
