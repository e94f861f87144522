import Foundation
import KairanModel
import Testing

@testable import KairanMarkdown

@Suite struct AlertTests {
    @Test(arguments: Alert.allCases) func kinds(_ alert: Alert) {
        for mark in [alert.rawValue, alert.rawValue.uppercased()] {
            let rendered = render("a\n\n> [!\(mark)]\n> *b*\n> c\n>\n> - d\n\ne")
            #expect(rendered.diagnostics.isEmpty)
            #expect(rendered.value.alerts == [alert])
            #expect(
                rendered.value.html == """
                    <p>a</p>
                    <div class="alert alert-\(alert)" role="note">
                    <p class="alert-title">\(alert.title.english)</p>
                    <p><em>b</em>
                    c</p>
                    <ul>
                    <li>d</li>
                    </ul>
                    </div>
                    <p>e</p>
                    """)
        }
    }

    @Test(arguments: [
        (">[!tip]  \n> b", "Tip\n\nb"), ("> [!TIP]\\\n> b", "Tip\n\nb"), ("> [!TIP]\nb", "Tip\n\nb"),
        ("> [!TIP]\n>\n> b", "Tip\n\nb"), ("> [!TIP]\n> - b\n> - c\n\nd", "Tip\n\n- b\n- c\n\nd"),
        ("> [!TIP]\n> 日本\n> 語", "Tip\n\n日本語"), ("> [!TIP]\n> > [x](y)\n> > z", "Tip\n\nx z"),
        ("a[^1]\n\n> [!TIP]\n> b[^1]\n\n[^1]: c", "a[1]\n\nTip\n\nb[1]\n\n[1] c"),
        ("- a\n\n> [!TIP]\n> b\n\n> [!NOTE]\n> c", "- a\n\nTip\n\nb\n\nNote\n\nc"),
    ])
    func forms(_ markdown: String, _ text: String) {
        let rendered = render(markdown)
        #expect(rendered.diagnostics.isEmpty)
        #expect(rendered.value.alerts.contains(.tip))
        #expect(plainText(markdown) == text)
        let html = rendered.value.html
        #expect(html.components(separatedBy: "<div").count == html.components(separatedBy: "</div>").count)
        #expect(
            html.components(separatedBy: "<blockquote>").count == html.components(separatedBy: "</blockquote>").count)
        #expect(!html.contains("[!"))
    }

    @Test(arguments: [
        ("x\n\n> [!INFO]\n> b", "3:3 7", "there is no alert 'INFO'"),
        ("> a\n\n> [!NOTE] b", "3:3 7", "this is shown as a quote"), ("> [!NOTE]", "1:3 7", "this is shown as a quote"),
        ("- a\n\n  > [!NOTE]\n  > b", "3:5 7", "this is shown as a quote"),
        ("> > [!NOTE]\n> > b", "1:5 7", "this is shown as a quote"),
        ("> [!NOTE]**b**\n> c", "1:3 7", "this is shown as a quote"),
    ])
    func quotes(_ markdown: String, _ place: String, _ message: String) {
        let rendered = render(markdown)
        #expect(rendered.diagnostics.map(\.rule.rawValue) == ["markdown.alert"])
        #expect(rendered.diagnostics.map(\.severity) == [.warning])
        #expect(rendered.diagnostics.map { KairanMarkdownTests.place($0.span) } == [place])
        #expect(rendered.diagnostics[0].message.hasPrefix(message))
        #expect(rendered.value.alerts.isEmpty && rendered.value.html.contains("<blockquote>"))
    }

    @Test(arguments: [
        "> \\[!NOTE]\n> b", "> [\\!NOTE]\n> b", "> &#91;!NOTE]\n> b", "> [NOTE]\n> b", "[!NOTE]\nb", "> a\n> [!NOTE]",
        "> [!NOTE]\n> b\n\n[!NOTE]: x.md",
        "> # [!NOTE]\n> b", "> [!]\n> b", "> [! NOTE]\n> b", "> `[!NOTE]`\n> b",
    ])
    func noAlerts(_ markdown: String) {
        let rendered = render(markdown)
        #expect(rendered.diagnostics.isEmpty && rendered.value.alerts.isEmpty)
    }

    @Test func titlesInOtherLanguages() {
        let text = plainText(of: MarkdownSource(text: "é\n\n> [!NOTE]\n> Note\n\n- > Note\n\n> [!TIP]\n> x", path: ""))
        #expect(text.text { $0.text(in: "ja") ?? "" } == "é\n\nメモ\n\nNote\n\n- Note\n\nヒント\n\nx")
    }
}
