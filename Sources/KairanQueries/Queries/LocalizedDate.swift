internal import KairanContent
internal import KairanModel
internal import KairanReaders

extension ShapeCompiler {
    /// Reads `strings.day`, a text of `_strings.yml` that is a pattern for dates in each language.
    mutating func localizedDate(
        _ word: String, _ type: FieldType, _ letters: Set<Unicode.Scalar>, at span: SourceSpan
    ) -> TextPattern.Format? {
        guard let string = schema.strings.first(where: { !$0.takesNumber && word == "strings.\($0.name)" }) else {
            let names = schema.strings.filter { !$0.takesNumber }.map { "strings.\($0.name)" }
            reader.error(
                .textFormat, "'\(word)' is no text of _strings.yml", at: span,
                help: suggestion(for: word, in: names, kind: "texts"))
            return nil
        }
        usedStrings.insert(string.name)
        for case let pattern? in string.texts where !DatePattern.isValid(pattern, letters: letters) {
            let mistake = DatePattern.mistake(in: pattern, letters: letters)
            reader.error(
                .textFormat,
                "'\(pattern)' of '\(word)' is not a pattern for \(type.withArticle): \(mistake.reason)", at: span,
                help: Help(mistake.help))
            return nil
        }
        return .localizedDate(string.texts)
    }
}
