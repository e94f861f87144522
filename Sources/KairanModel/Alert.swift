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

    package init(text: String, alerts: [(offset: Int, alert: Alert)], headings: [Range<Int>]) {
        (self.text, self.alerts, self.headings) = (text, alerts, headings)
    }

    package static let empty = PlainText(text: "", alerts: [], headings: [])

    /// - Parameter words: Returns the title of an alert.
    package func text(_ words: (OwnWord) -> String) -> String {
        alerts.isEmpty ? text : text(0..<text.utf8.count, words)
    }

    /// Returns the text before the first heading, and then the text below each heading.
    package func sections(_ words: (OwnWord) -> String) -> [String] {
        let starts = [0] + headings.map(\.upperBound)
        let ends = headings.map(\.lowerBound) + [text.utf8.count]
        return zip(starts, ends).map { text($0..<$1, words) }
    }

    private func text(_ range: Range<Int>, _ words: (OwnWord) -> String) -> String {
        var bytes = Array(text.utf8)[range]
        for (offset, alert) in alerts.reversed() where range.contains(offset) {
            let title = alert.title.english.utf8.count
            bytes.replaceSubrange(offset..<offset + title, with: words(alert.title).utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
