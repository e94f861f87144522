internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static func choice(_ choice: Choice) -> FieldKind {
        FieldKind(
            meaning: "one of " + choice.options.map(words).joined(separator: ", "),
            example: choice.options.first?.value ?? "…", canBeID: true)
    }

    private static func words(_ option: Choice.Option) -> String {
        option.value == option.label ? option.value : "\(option.value) (\(option.label))"
    }
}

extension ValueReader {
    mutating func choice(_ text: String, _ choice: Choice, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        if let index = choice.index(of: text) { return .choice(index, choice) }
        error(
            .fieldChoice, "'\(text)' is not a value of '\(field.name)'", at: node.span,
            help: labelHelp(text, choice) ?? fullWidthHelp(text)
                ?? suggestion(for: text, in: choice.options.map(\.value), kind: "values"))
        return .missing
    }

    /// Returns help with the words by which people know a value, as sheets have them.
    private func labelHelp(_ text: String, _ choice: Choice) -> Help? {
        let written = InvisibleCharacter.plain(text).lowercased()
        let option = choice.options.first { option in
            ([option.label] + option.labels.compactMap(\.self)).contains { $0.lowercased() == written }
        }
        return option.flatMap { option in
            option.value == option.label
                ? nil
                : .write(
                    "'\(shortened(text))' is the label of '\(option.value)': write that", option.value, for: text)
        }
    }
}

extension StoredEntryReader {
    func choice(of type: FieldType, _ reader: inout ByteReader) throws(DamagedBytes) -> Value {
        let index = try reader.readInt()
        guard case .choice(let choice) = type, choice.options.indices.contains(index) else { throw DamagedBytes() }
        return .choice(index, choice)
    }
}
