/// The words in the templates that every new board gets, and those of a search page.
///
/// A board in several languages has them as texts in `templates/_strings.yml`. In any other they stand in the templates
/// themselves, and nothing there is for languages.
struct TemplateWords {
    static let path = "templates/_strings.yml"
    /// The lines of `_strings.yml`, such as `next: { en: "Next", pt: "Seguinte" }`.
    let text: String

    /// The word of each name in English.
    private var english: [(name: Substring, word: Substring)] {
        text.matches(of: /(?m)^(\w+): \{ en: "([^"]*)"/).map { ($0.1, $0.2) }
    }

    /// The names of the words.
    var names: [String] { english.map { String($0.name) } }

    /// Returns a template of a board in one language.
    func filled(_ template: String) -> String {
        let lines = template.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains("page.translations") }.joined(separator: "\n")
        return english.reduce(lines.replacing("{{locale.path}}", with: "{{site.path}}")) { text, word in
            text.replacing("{{strings.\(word.name)}}", with: word.word)
                .replacing("{strings.\(word.name)}", with: word.word)
        }
    }
}
