/// The words of the search page that `kairan init --with search` writes, in the languages that Kairan knows.
enum SearchWords {
    /// The names of the words, which are those of texts of `_strings.yml`.
    static let names = languages["en"]?.map(\.name) ?? []

    /// The words of a site in one language. They are in English in a language that Kairan does not know.
    static func words(in language: String) -> [TemplateWords.Word] {
        known(language) ?? languages["en"] ?? []
    }

    static func isKnown(_ language: String) -> Bool { known(language) != nil }

    /// Returns lines of `_strings.yml`, such as `search: { en: "Search", pt: "Pesquisa" }`.
    ///
    /// - Parameter names: The words to write.
    static func lines(for locales: [String], _ names: [String] = names) -> String {
        let words = locales.map { (locale: $0, words: Self.words(in: $0)) }
        return names.map { name in
            let texts = words.compactMap { locale, words in
                words.first { $0.name == name }.map { "\(locale): \"\($0.text)\"" }
            }
            return "\(name): { \(texts.joined(separator: ", ")) }\n"
        }.joined()
    }

    private static func known(_ language: String) -> [TemplateWords.Word]? {
        let parts = language.split(separator: "-")
        return stride(from: parts.count, to: 0, by: -1).lazy
            .compactMap { languages[parts.prefix($0).joined(separator: "-")] }.first
    }

    private static let languages: [String: [TemplateWords.Word]] = {
        var languages: [String: [TemplateWords.Word]] = [:]
        for (path, text) in filesBelowPaths(String(embedded: "kairan/Examples/search.txt")[...]) {
            let codes = path.split(separator: " ")
            guard codes.first == "words" else { continue }
            let words = text.matches(of: /(?m)^(\w+): "([^"]*)"$/).map {
                TemplateWords.Word(name: String($0.1), text: String($0.2))
            }
            for code in codes.dropFirst() { languages[String(code)] = words }
        }
        return languages
    }()
}

/// The change of `templates/_strings.yml` that gives a site the words of its search page.
struct SearchTexts {
    /// The bytes of the file; nil if it has all words already.
    let bytes: [UInt8]?
    /// The names of the texts that come into it.
    let added: [String]

    /// Adds the missing words to the end of the file. Returns nil if nothing can be added there.
    ///
    /// - Parameter present: The bytes of the file; nil if there is none.
    /// - Parameter texts: The texts that the file has.
    init?(_ locales: [String], present: [UInt8]?, _ texts: [(name: String, takesNumber: Bool)]) {
        // A text with a number in it cannot stand where the page has none.
        if texts.contains(where: { $0.takesNumber && SearchWords.names.contains($0.name) }) { return nil }
        let taken = Set(texts.map(\.name))
        added = SearchWords.names.filter { !taken.contains($0) }
        guard !added.isEmpty else {
            bytes = nil
            return
        }
        let lines = SearchWords.lines(for: locales, added)
        guard let present else {
            bytes = Array(lines.utf8)
            return
        }
        let text = String(decoding: present, as: UTF8.self)
        guard Self.endsOpen(text) else { return nil }
        let isEnded = text.isEmpty || text.last?.isNewline == true
        bytes = present + Array(((isEnded ? "" : "\n") + lines).utf8)
    }

    /// Tells whether another line at the end of the file is another text: its texts begin their lines, and no mark ends
    /// it before.
    private static func endsOpen(_ text: String) -> Bool {
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") && $0 != "---" }
        return lines.first.map { $0.first?.isLetter == true || $0.first?.isNumber == true } ?? true
            && !lines.contains { $0.hasPrefix("...") }
    }
}
