import Foundation
@testable import KairanEditing
import KairanModel
import KairanReaders
import SiteTesting

/// Returns the content files of the showcase and of the golden sites that can be edited.
func editableContent() throws -> [SourceFile] {
    var files: [SourceFile] = []
    let ofCases = mistakeCases.flatMap { one in
        one.site.map { ("\(one.name)/\($0.key)", $0.value) }
            + one.before.map { ("\(one.name)/before/\($0.key)", $0.value) }
    }
    let ofSites = try filesIn(sitesFolder).map { ($0.key, $0.value) } + ofCases
    let all =
        try filesIn(packageFolder.appending(path: "content")).map { ($0.key, $0.value) }
        + ofSites.filter { $0.0.contains("content/") }
    for (path, bytes) in all {
        let file = SourceFile(path: path, bytes: bytes)
        do throws(CannotEdit) {
            _ = try SourceEditor(file)
            files.append(file)
        } catch { continue }
    }
    return files.sorted { $0.path < $1.path }
}

/// Returns the paths of all parts of a value, the value itself included.
func paths(in node: SourceNode, from path: [SourceStep] = []) -> [[SourceStep]] {
    let members = node.members?.flatMap { paths(in: $0.value, from: path + [.key($0.key)]) }
    let elements = node.elements?.enumerated().flatMap { paths(in: $1, from: path + [.element($0)]) }
    return [path] + (members ?? elements ?? [])
}

/// Returns the comments of a file in sorted order: what follows `#` outside of all scalars.
func comments(of editor: SourceEditor) -> [String] {
    let bytes = editor.file.bytes
    guard ["yml", "yaml", "toml", "md"].contains(editor.file.fileExtension) else { return [] }
    var isText = Array(repeating: false, count: bytes.count)
    for path in paths(in: editor.root) {
        guard let node = editor.root[path], node.scalar != nil else { continue }
        // A comment may stand behind the `|` of a block.
        let isBlock = bytes[node.range].first.map { "|>".utf8.contains($0) } ?? false
        let text = isBlock ? bytes[node.range].drop { $0 != newline } : bytes[node.range]
        for index in text.indices { isText[index] = true }
    }
    var (comments, index): ([String], Int) = ([], 0)
    let end = editor.file.fileExtension == "md" ? splitFrontMatter(editor.file).value.bodyStart : bytes.count
    while index < end {
        if bytes[index] == UInt8(ascii: "#"), !isText[index], index == 0 || bytes[index - 1] <= 0x20 {
            let comment = bytes[index..<end].prefix { $0 != newline && $0 != UInt8(ascii: "\r") }
            comments.append(String(decoding: comment, as: UTF8.self))
            index = comment.endIndex
        }
        index += 1
    }
    return comments.sorted()
}

let oddTexts = [
    "", " ", "null", "~", "Null", "true", "no", "3.10", "-3", "- a", "-", "?", ":", "a: b # c", "#", "a #b", "'", "\"",
    "it's", "say \"x\"", "\\", "C:\\new", "日本語", "🎉👩‍👩‍👧", "が", "e\u{301}", "a, b", "[x]", "{x}", "&x", "*x", "!x", "|",
    ">",
    "%x", "@x", "`x`", "<<", "=", "x:", ":x", "a:b", "a\tb", "\tx", "x\t", " x", "x ", "x\n", "\nx", "x\ny", "x\n\ny\n",
    "x\n y\n  z\n", " x\ny", "x  \ny \n\n", "\n", "\n\n", "x\n\n\n", "# x\n# y\n", "- a\n- b\n", "---", "...",
    "---\nx\n---\n",
    "+++", "x\r\ny", "\u{2028}", "a\u{2028}b", "\u{A0}", "'''", "\"\"\"", "''' \"\"\"\n", "2026-04-01",
    "09:00:00",
    "2026-04-01T09:00:00Z", "[[a]]", "a = 1", "=1+1", "1,5", "a;b", "\"a\",\"b\"",
    String(repeating: "long text, ", count: 20), String(repeating: "長い文。", count: 40),
    String(repeating: "word ", count: 40) + "\n" + String(repeating: "word ", count: 40),
]

func randomScalar(_ random: inout SeededNumbers) -> SourceNode {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: .number(["0", "-12", "3.5", "1e5"].randomElement(using: &random) ?? "")
    case 1: .boolean(.random(using: &random))
    case 2: .nothing
    case 3: .date("2026-05-0\(Int.random(in: 1...9, using: &random))")
    case 4: .plain(["x", "3.10", "a b", "-1", "09:00"].randomElement(using: &random) ?? "")
    default: .text(oddTexts.randomElement(using: &random) ?? "")
    }
}

func randomNode(_ random: inout SeededNumbers, depth: Int = 0) -> SourceNode {
    let count = Int.random(in: 0...3, using: &random)
    switch depth < 3 ? Int.random(in: 0..<6, using: &random) : 5 {
    case 0:
        let elements = (0..<count).map { _ in randomNode(&random, depth: depth + 1) }
        return SourceNode(.sequence(elements), span: SourceSpan(path: ""))
    case 1:
        let members = (0..<count).map { number in
            let key = ["k", "key ", "日本", "a: b", "x-y", "null"].randomElement(using: &random) ?? ""
            return SourceNode.Member(
                key: "\(key)\(number)", keySpan: SourceSpan(path: ""), value: randomNode(&random, depth: depth + 1))
        }
        return SourceNode(.mapping(members), span: SourceSpan(path: ""))
    default: return randomScalar(&random)
    }
}

/// Makes YAML with comments, empty lines, and values in all styles.
struct RandomYAML {
    private var random: SeededNumbers
    private var lines: [String] = []

    init(_ random: inout SeededNumbers) { self.random = SeededNumbers(seed: random.next()) }

    mutating func text() -> String {
        lines = []
        if Bool.random(using: &random) { mapping(indent: "", depth: 0) } else { sequence(indent: "", depth: 0) }
        let end = Int.random(in: 0..<4, using: &random) == 0 ? "\r\n" : "\n"
        return lines.joined(separator: end) + (Int.random(in: 0..<5, using: &random) == 0 ? "" : end)
    }

    private mutating func choose(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }

    private mutating func addComments(_ indent: String) {
        if Int.random(in: 0..<6, using: &random) == 0 { lines.append("") }
        if Int.random(in: 0..<3, using: &random) == 0 { lines.append(indent + "# above \(random.next() % 1000)") }
    }

    private mutating func comment() -> String {
        Int.random(in: 0..<3, using: &random) == 0 ? " # beside \(random.next() % 1000)" : ""
    }

    private mutating func mapping(indent: String, depth: Int, first: String? = nil) {
        for number in 0..<Int.random(in: 1...4, using: &random) {
            if number > 0 || first == nil { addComments(indent) }
            let key = choose(["a", "title", "'q k'", "\"d k\"", "日本", "x y"])
            let isQuoted = key.hasPrefix("'") || key.hasPrefix("\"")
            let name = isQuoted ? "\(key.dropLast())\(number)\(key.suffix(1))" : "\(key)\(number)"
            value((number == 0 ? first ?? indent : indent) + name + ":", indent: indent, depth: depth)
        }
    }

    private mutating func sequence(indent: String, depth: Int, first: String? = nil) {
        for number in 0..<Int.random(in: 1...4, using: &random) {
            if number > 0 || first == nil { addComments(indent) }
            let start = number == 0 ? first ?? indent : indent
            switch depth < 3 ? Int.random(in: 0..<5, using: &random) : 0 {
            case 1: mapping(indent: indent + "  ", depth: depth + 1, first: start + "- ")
            case 2: sequence(indent: indent + "  ", depth: depth + 1, first: start + "- ")
            default: value(start + "-", indent: indent, depth: depth)
            }
        }
    }

    private mutating func value(_ start: String, indent: String, depth: Int) {
        let inner = indent + choose(["  ", "  ", "    "])
        switch Int.random(in: 0..<(depth < 3 ? 12 : 9), using: &random) {
        case 0: lines.append(start + comment())
        case 1: lines.append(start + " 'it''s'" + comment())
        case 2: lines.append(start + " \"x \\\"y\\\"\"" + comment())
        case 3: lines.append(start + " [a, 'b', {c: d, e: [f]}]" + comment())
        case 4: lines.append(start + " { a: 1, b: \"x\" }" + comment())
        case 5:
            lines += [
                start + " " + choose(["|", "|-", ">", ">-", "|+"]) + comment(), inner + "one",
                inner + "two # no comment",
            ]
            if Bool.random(using: &random) { lines += ["", inner + "three"] }
        case 6:
            lines += [start + " [" + comment(), inner + "x," + comment(), inner + "y" + comment(), inner + "]"]
        case 7: lines += [start + " some words", inner + "on two lines" + comment()]
        case 8: lines.append(start + " plain text" + comment())
        case 9:
            lines.append(start + comment())
            mapping(indent: inner, depth: depth + 1)
        default:
            lines.append(start + comment())
            sequence(indent: start.hasSuffix(":") && Bool.random(using: &random) ? indent : inner, depth: depth + 1)
        }
    }
}
