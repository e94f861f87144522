/// A kind of GitHub's alerts, quotes in Markdown that begin with `[!NOTE]` and the like.
package enum Alert: String, CaseIterable, Sendable {
    case note, tip, important, warning, caution

    /// Returns the word that stands above the text, in English if a language is not among these.
    package func title(in language: String) -> String {
        let primary = language.prefix { $0 != "-" }
        let titles = Self.titles[language] ?? Self.titles[String(primary)] ?? Self.english
        return titles[Self.allCases.firstIndex(of: self) ?? 0]
    }

    private static let english = ["Note", "Tip", "Important", "Warning", "Caution"]
    private static let traditionalChinese = ["備註", "提示", "重要", "警告", "注意"]
    private static let titles = [
        "de": ["Hinweis", "Tipp", "Wichtig", "Warnung", "Vorsicht"],
        "es": ["Nota", "Consejo", "Importante", "Advertencia", "Precaución"],
        "fr": ["Remarque", "Conseil", "Important", "Avertissement", "Attention"],
        "it": ["Nota", "Suggerimento", "Importante", "Avviso", "Attenzione"],
        "ja": ["メモ", "ヒント", "重要", "警告", "注意"],
        "ko": ["참고", "팁", "중요", "경고", "주의"],
        "nl": ["Opmerking", "Tip", "Belangrijk", "Waarschuwing", "Let op"],
        "pt": ["Nota", "Dica", "Importante", "Aviso", "Cuidado"],
        "zh": ["备注", "提示", "重要", "警告", "注意"],
        "zh-HK": traditionalChinese, "zh-Hant": traditionalChinese, "zh-TW": traditionalChinese,
    ]

    /// The title as it stands in HTML of Markdown, in English, before it is shown in the language of an output. Nothing
    /// else can look like it, because raw HTML is dropped and every `<` of a text is written as a reference.
    package var openTitle: String { html(title(in: "en")) }

    package func html(_ title: String) -> String { "<p class=\"alert-title\">\(title)</p>" }
}

/// The text that a reader of a Markdown text's HTML would read.
package struct PlainText: Sendable {
    /// The text with the titles of its alerts in English, without a final newline.
    package var text: String
    /// The alerts, each with the offset of its title in UTF-8.
    var alerts: [(offset: Int, alert: Alert)]

    package init(text: String, alerts: [(offset: Int, alert: Alert)]) { (self.text, self.alerts) = (text, alerts) }

    package func text(in language: String) -> String {
        guard !alerts.isEmpty else { return text }
        var bytes = Array(text.utf8)
        for (offset, alert) in alerts.reversed() {
            let title = alert.title(in: "en").utf8.count
            bytes.replaceSubrange(offset..<offset + title, with: alert.title(in: language).utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
