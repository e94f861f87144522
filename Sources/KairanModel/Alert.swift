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

    package init(text: String, alerts: [(offset: Int, alert: Alert)]) { (self.text, self.alerts) = (text, alerts) }

    /// - Parameter words: Returns the title of an alert.
    package func text(_ words: (OwnWord) -> String) -> String {
        guard !alerts.isEmpty else { return text }
        var bytes = Array(text.utf8)
        for (offset, alert) in alerts.reversed() {
            let title = alert.title.english.utf8.count
            bytes.replaceSubrange(offset..<offset + title, with: words(alert.title).utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
