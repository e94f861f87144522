import Foundation
import KairanReaders
import SiteTesting
import Testing

@testable import KairanContracts
@testable import KairanFormats
@testable import KairanTemplates

/// Code as the API page prints it, and documents that it has to decode.
struct PrintedClient {
    var swift: String
    var kotlin: String
    var documents: [[UInt8]]
    /// The version of the API; code of two versions may have the same names.
    var group = ""

    init(schema: ValueSchema, name: String, documents: [[UInt8]]) {
        let url = "https://example.org/board/api/v1/ads.json"
        (swift, kotlin) = (
            swiftSnippet(schema, name: name, url: url), kotlinSnippet(schema, name: name, url: url)
        )
        self.documents = documents
    }

    private init(_ code: PageCode, _ documents: [[UInt8]], _ group: String) throws {
        swift = try #require(code.swift)
        kotlin = try #require(code.kotlin)
        (self.documents, self.group) = (documents, group)
    }

    var swiftName: String { name(in: swift, after: /(?:struct|enum) (\w+)/) }
    var kotlinName: String { name(in: kotlin, after: /(?:class|object) (\w+)/) }

    private func name(in code: String, after words: Regex<(Substring, Substring)>) -> String {
        code.firstMatch(of: words).map { String($0.1) } ?? ""
    }

    /// Reads the code in the page of a published version, and all files that the code has to decode.
    static func all(in folder: URL) throws -> [PrintedClient] {
        let files = try filesIn(folder)
        let (description, page) = (try #require(files["openapi.json"]), try #require(files["index.html"]))
        let contract = try #require(PublishedContract(reading: description, path: "openapi.json"))
        let sections = try JSONDecoder().decode([PageCode].self, from: runPython(PageCode.reader, input: page))
        let codes = Dictionary(uniqueKeysWithValues: sections.map { ($0.path, $0) })
        #expect(codes.keys.sorted() == contract.endpoints.map(\.path).sorted())
        let documents = files.filter { path, _ in
            path.hasSuffix("json") && !path.hasPrefix("schemas/")
                && !["openapi.json", "manifest.json", "changelog.json"].contains(path)
        }
        var made: [String: [[UInt8]]] = [:]
        for (path, bytes) in documents.sorted(by: { $0.key < $1.key }) {
            let makers = contract.makers(of: path)
            #expect(makers.count == 1, "\(path) is of \(makers.map(\.path))")
            made[makers.first?.path ?? "", default: []].append(bytes)
        }
        return try codes.sorted { $0.key < $1.key }.map { path, code in
            try PrintedClient(
                code, try #require(made[path], "nothing is published of \(path)"), folder.lastPathComponent)
        }
    }
}

/// A section of the page as a browser reads it.
private struct PageCode: Decodable {
    var path: String
    var swift: String?
    var kotlin: String?

    static let reader = """
        import html5lib, json, sys
        page = html5lib.HTMLParser(namespaceHTMLElements=False).parse(sys.stdin.buffer.read())
        ids = [element.get("id") for element in page.iter() if element.get("id")]
        assert len(ids) == len(set(ids)), f"an id twice: {ids}"
        def text(element): return "".join(element.itertext())
        sections = []
        for section in page.iter("section"):
            if section.get("id") == "keys": continue
            sections.append({"path": text(section.find("h2"))} | {
                text(details.find("summary")).lower(): text(details.find("pre"))
                for details in section.iter("details")})
        print(json.dumps(sections))
        """
}
