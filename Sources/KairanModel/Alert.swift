/// A kind of GitHub's alerts, quotes in Markdown that begin with `[!NOTE]` and the like.
package enum Alert: String, CaseIterable, Sendable {
    case note, tip, important, warning, caution

    /// The word that stands above the text.
    package var title: OwnWord {
        switch self {
        case .note: .note
        case .tip: .tip
        case .important: .important
        case .warning: .warning
        case .caution: .caution
        }
    }

    /// The title as it stands in HTML of Markdown, in English, before it is shown in the language of an output. Nothing
    /// else can look like it, because raw HTML is dropped and every `<` of a text is written as a reference.
    package var openTitle: String { html(title.english) }

    package func html(_ title: String) -> String { "<p class=\"alert-title\">\(title)</p>" }
}

/// The text that a reader of a Markdown text's HTML would read.
package struct PlainText: Sendable {
    /// The text with the titles of its alerts in English, without a final newline.
    package var text: String
    /// The alerts, each with the offset of its title in UTF-8.
    var alerts: [(offset: Int, alert: Alert)]
    /// The headings in UTF-8, in the order of the outline.
    var headings: [Range<Int>]
    /// The code blocks and tables in UTF-8, one after the other.
    var figures: [Range<Int>]

    package init(
        text: String, alerts: [(offset: Int, alert: Alert)], headings: [Range<Int>], figures: [Range<Int>]
    ) {
        (self.text, self.alerts, self.headings, self.figures) = (text, alerts, headings, figures)
    }

    package static let empty = PlainText(text: "", alerts: [], headings: [], figures: [])

    /// - Parameter words: Returns the title of an alert.
    package func text(_ words: (OwnWord) -> String) -> String {
        alerts.isEmpty ? text : text(0..<text.utf8.count, words)
    }

    /// Returns the text without code blocks and tables, as it is read on one line.
    package func prose(_ words: (OwnWord) -> String) -> String {
        text(0..<text.utf8.count, words, without: figures)
    }

    /// Returns the text before the first heading, and then the text below each heading, each also without code blocks
    /// and tables.
    package func sections(_ words: (OwnWord) -> String) -> [(text: String, prose: String)] {
        let starts = [0] + headings.map(\.upperBound)
        let ends = headings.map(\.lowerBound) + [text.utf8.count]
        return zip(starts, ends).map { start, end in
            let text = text(start..<end, words)
            let inside = figures.filter { $0.lowerBound >= start && $0.upperBound <= end }
            return (text, inside.isEmpty ? text : self.text(start..<end, words, without: inside))
        }
    }

    private func text(
        _ range: Range<Int>, _ words: (OwnWord) -> String, without figures: [Range<Int>] = []
    ) -> String {
        let titles = alerts.filter { range.contains($0.offset) }.map { offset, alert in
            (offset..<offset + alert.title.english.utf8.count, words(alert.title))
        }
        var bytes = Array(text.utf8)[range]
        let changes = titles + figures.map { ($0, "") }
        for (part, text) in changes.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
            bytes.replaceSubrange(part, with: text.utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
