/// The words in the templates that every new board gets, and those of a search page.
///
/// A board in several languages has them as texts in `templates/_strings.yml`. In any other they stand in the templates
/// themselves, and nothing there is for languages.
struct TemplateWords {
    static let path = "templates/_strings.yml"

    struct Word {
        let name: String
        let text: String
    }

    /// The lines of `_strings.yml`, such as `next: { en: "Next", pt: "Seguinte" }`.
    let text: String

    /// The word of each name in English.
    private var english: [Word] {
        text.matches(of: /(?m)^(\w+): \{ en: "([^"]*)"/).map { Word(name: String($0.1), text: String($0.2)) }
    }

    /// Returns a template of a board in English alone.
    func filled(_ template: String) -> String { Self.filled(template, english) }

    /// Returns a template of a board in one language.
    static func filled(_ template: String, _ words: [Word]) -> String {
        let lines = template.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains("page.translations") }.joined(separator: "\n")
        return words.reduce(lines.replacing("{{locale.path}}", with: "{{site.path}}")) { text, word in
            text.replacing("{{strings.\(word.name)}}", with: word.text)
                .replacing("{strings.\(word.name)}", with: word.text)
        }
    }
}
