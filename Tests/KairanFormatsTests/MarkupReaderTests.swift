import Foundation
import KairanModel
import SiteTesting
import Testing

@testable import KairanFormats

struct MarkupReaderTests {
    /// The reader finds a value at the same place as html5lib, which reads as browsers do.
    @Test func aValueStandsWhereBrowsersFindIt() throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        var documents: [(text: String, place: String)] = []
        for _ in 0..<2000 {
            var reader = MarkupReader(isXML: false)
            var text = ""
            func add(_ piece: String) {
                text += piece
                reader.read(piece, at: SourceSpan(path: "x"))
            }
            add("<!DOCTYPE html><html><head></head><body>")
            for _ in 0..<Int.random(in: 1...12, using: &random) { add(Self.pieces.randomElement(using: &random) ?? "") }
            // Text that browsers read in several ways is an error.
            guard let place = reader.state.judgedPlace, !reader.diagnostics.hasErrors else { continue }
            documents.append((text + Self.mark, place))
        }
        #expect(documents.count > 500)
        let input = try JSONEncoder().encode(documents.map(\.text))
        let answer = try runPython(Self.judge, input: Array(input))
        let places = try JSONDecoder().decode([String].self, from: answer)
        try #require(places.count == documents.count)
        for (document, place) in zip(documents, places) {
            // If an attribute is there twice, browsers take the first.
            if place == "nowhere", document.place.hasPrefix("value of ") { continue }
            #expect(document.place == place, "KAIRAN_SEED=\(seed): \(document.text)")
        }
    }

    /// A document ends with this mark, and the judge closes whatever is still open around it.
    private static let mark = "qzq"

    /// <desc> is left out, because html5lib lets tags in it close what is around it, which the standard does not.
    private static let pieces = [
        "<p>", "</p>", "<b class=\"", "\"", "'", "<a href='", ">", " title=\"x\"", "<!--", "-->", "--", "!", "<script>",
        "</script>",
        "</script ", "</scrip", "<style>", "</style>", "<textarea>", "</textarea>", "<title>", "</title>", " id=", "x",
        " ", "/",
        "<svg>", "</svg>", "<![CDATA[", "]]>", "<!", "<", "</", "=", "<div>", "</div>", "<i/>", "<math>",
        "<foreignObject>",
        "<ul><li>", "</ul>", "<path/>", "<img alt=\"\">", "-->", "<!-->", "\n", "<iframe>", "</iframe>", "é",
    ]

    /// Ends the document in each possible way until the mark is found, and says where the mark is.
    private static let judge = """
        import sys, json, warnings
        warnings.simplefilter("ignore")
        import html5lib
        ends = ['">', "'>", '>', '--></script>', '</script></style></textarea></title></iframe>', ']]>']
        def place(text):
            tree = html5lib.parse(text, treebuilder="dom", namespaceHTMLElements=False)
            tree.normalize()
            found = []
            def walk(node, names):
                if node.nodeType == 3 and "qzq" in node.data:
                    found.append("code" if "script" in names else "style" if "style" in names else "text")
                if node.nodeType == 8 and "qzq" in node.data: found.append("comment")
                if node.nodeType == 1:
                    for key, value in node.attributes.items():
                        if "qzq" in value: found.append("value of " + (key if isinstance(key, str) else key[1]))
                for child in node.childNodes:
                    walk(child, names + [(node.localName or node.nodeName).lower()] if node.nodeType == 1 else names)
            walk(tree, [])
            return found
        answers = []
        for text in json.load(sys.stdin):
            found = []
            for end in [""] + ends:
                found = place(text + end)
                if found: break
            answers.append(found[0] if found else "nowhere")
        print(json.dumps(answers))
        """
}

extension MarkupState {
    /// The place in the judge's words, or nil if no value may stand there.
    fileprivate var judgedPlace: String? {
        switch mode {
        case .text, .raw, .characterData:
            open.contains { $0.name == "script" } ? "code" : open.contains { $0.name == "style" } ? "style" : "text"
        case .comment: "comment"
        case .value(let quote) where quote != 0 && !tag.isEnd:
            "value of \(String(decoding: tag.attribute, as: UTF8.self))"
        default: nil
        }
    }
}
