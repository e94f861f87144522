import Foundation
import KairanModel
import SiteTesting
import Testing

@testable import KairanMarkdown

/// The examples of the GitHub Flavored Markdown specification, read from the distribution's copy.
struct SpecificationExample {
    var number: Int
    var extensions: MarkdownExtensions
    var markdown: String
    var html: String

    static let path = "/usr/share/doc/cmark-gfm/spec.txt.gz"

    static func all() throws -> [SpecificationExample] {
        var examples: [SpecificationExample] = []
        let fence = String(repeating: "`", count: 32)
        var opening: String?
        var markdown: [Substring] = []
        var html: [Substring] = []
        var isHTML = false
        for line in try unpacked().split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("\(fence) example") {
                (opening, markdown, html, isHTML) = (String(line), [], [], false)
            } else if line == fence, let words = opening {
                examples.append(
                    SpecificationExample(
                        number: examples.count + 1, extensions: extensions(words), markdown: text(markdown),
                        html: text(html)))
                opening = nil
            } else if opening != nil, !isHTML, line == "." {
                isHTML = true
            } else if opening != nil {
                if isHTML { html.append(line) } else { markdown.append(line) }
            }
        }
        return examples
    }

    private static func text(_ lines: [Substring]) -> String {
        lines.map { $0.replacing("→", with: "\t") + "\n" }.joined()
    }

    private static func extensions(_ words: String) -> MarkdownExtensions {
        var extensions: MarkdownExtensions = []
        if words.contains("table") { extensions.insert(.table) }
        if words.contains("strikethrough") { extensions.insert(.strikethrough) }
        if words.contains("autolink") { extensions.insert(.autolink) }
        if words.contains("tagfilter") { extensions.insert(.tagFilter) }
        // The specification turns its two task list examples off for programs that do not know task lists.
        if words.contains("disabled") { extensions.insert(.taskList) }
        return extensions
    }

    private static func unpacked() throws -> String {
        try run(URL(filePath: "/usr/bin/env"), ["gzip", "-dc", path]).output
    }
}

@Suite(.onLinux) struct SpecificationTests {
    @Test func everyExampleOfTheSpecification() throws {
        try #require(
            FileManager.default.fileExists(atPath: SpecificationExample.path),
            """
            the GFM specification is not installed: \(SpecificationExample.path) is missing. Install the package \
            cmark-gfm; if it is installed without it, dpkg leaves documentation out (/etc/dpkg/dpkg.cfg.d)
            """)
        let examples = try SpecificationExample.all()
        #expect(examples.count >= 649)
        var passed = 0
        for example in examples {
            let html = specificationHTML(example.markdown, extensions: example.extensions)
            if normalized(html) == normalized(example.html) { passed += 1 }
            #expect(normalized(html) == normalized(example.html), "example \(example.number):\n\(example.markdown)")
        }
        print("GFM specification: \(passed) of \(examples.count) examples")
        #expect(passed == examples.count)
    }

    /// The specification's task lists have their attributes in another order; nothing else needs forgiving.
    private func normalized(_ html: String) -> String {
        html
            .replacing("<input type=\"checkbox\" checked=\"\" disabled=\"\" />", with: "<input checked disabled>")
            .replacing("<input type=\"checkbox\" disabled=\"\" />", with: "<input disabled>")
            .replacing("<input checked=\"\" disabled=\"\" type=\"checkbox\">", with: "<input checked disabled>")
            .replacing("<input disabled=\"\" type=\"checkbox\">", with: "<input disabled>")
    }

    @Test func noMarkerComesIntoAnExample() throws {
        try #require(FileManager.default.fileExists(atPath: SpecificationExample.path))
        for example in try SpecificationExample.all() {
            let text = Array(example.markdown.utf8)
            #expect(MarkedText(text[...], keepsTags: false).bytes == text, "example \(example.number)")
        }
    }
}
