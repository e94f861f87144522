import Foundation
import KairanContent

/// Python's parsers as the judge of ours.
enum PythonJudge {
    /// The standard library has tomllib from 3.11 on.
    static let isAvailable = canImport("tomllib")

    static func canImport(_ module: String) -> Bool {
        do {
            return try run("import \(module)", documents: []).isEmpty
        } catch {
            return false
        }
    }

    /// One line for each document: its value in canonical form, or `error`.
    static func judge(_ documents: [[UInt8]], with parse: String) throws -> [String] {
        let answer = try run(preamble + parse + loop, documents: documents)
        return answer.split(separator: "\n").map(String.init)
    }

    private struct Failure: Error { var status: Int32 }

    private static func run(_ program: String, documents: [[UInt8]]) throws -> String {
        let input = FileManager.default.temporaryDirectory.appending(path: "kairan-\(UUID().uuidString)")
        let hex = documents.map { $0.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\n" }.joined()
        try Data(hex.utf8).write(to: input)
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program, input.path()]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try FileManager.default.removeItem(at: input)
        guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
        return String(decoding: answer, as: UTF8.self)
    }

    static let json = """
        import json
        def pairs(items):
            if len({k for k, _ in items}) < len(items): raise ValueError("duplicate")
            return dict(items)
        def number(text): raise ValueError(text)
        def parse(text):
            return json.loads(text, object_pairs_hook=pairs, parse_constant=number)

        """
    static let toml = """
        import tomllib
        def parse(text):
            return tomllib.loads(text)

        """

    /// YAML 1.2 with every scalar as it is written.
    static let yaml = """
        from ruamel.yaml import YAML
        def plain(v):
            if isinstance(v, dict): return {word(k): plain(x) for k, x in v.items()}
            if isinstance(v, list): return [plain(x) for x in v]
            return "" if v is None else v
        def word(k):
            if isinstance(k, str): return k
            raise ValueError(k)
        def parse(text):
            try: return plain(YAML(typ="base", pure=True).load(text))
            except Exception as error: raise ValueError(error)

        """

    static let csv = """
        import csv, io
        def parse(text):
            rows = [r for r in csv.reader(io.StringIO(text, newline=""), strict=True) if any(r)]
            return [{k: v or None for k, v in zip(rows[0], row, strict=True)} for row in rows[1:]]

        """

    private static let preamble = """
        import sys, struct
        def canonical(v):
            if isinstance(v, dict):
                return "{" + ",".join(sorted(canonical(k) + ":" + canonical(x) for k, x in v.items())) + "}"
            if isinstance(v, list): return "[" + ",".join(map(canonical, v)) + "]"
            if isinstance(v, bool): return "b" + str(v).lower()
            if isinstance(v, int): return "i" + str(v)
            if isinstance(v, float): return "fnan" if v != v else "f" + struct.pack(">d", v).hex()
            if isinstance(v, str):
                if any(c < " " and c not in "\\t\\n\\r" or "\\x7f" <= c <= "\\x9f" for c in v): raise ValueError("control")
                return "s" + v.encode("utf-8").hex()
            if v is None: return "null"
            return "d" + v.isoformat()

        """
    private static let loop = """
        for line in open(sys.argv[1]):
            try: print(canonical(parse(bytes.fromhex(line.strip()).decode("utf-8"))))
            except (ValueError, OverflowError, RecursionError): print("error")
        """
}

/// A tree in the form in which the judge prints it.
func canonical(_ node: SourceNode) -> String {
    switch node.content {
    case .mapping(let members):
        let texts = members.map { "s" + hex($0.key) + ":" + canonical($0.value) }
        return "{" + texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: ",") + "}"
    case .sequence(let elements): return "[" + elements.map(canonical).joined(separator: ",") + "]"
    case .scalar(_, .null): return "null"
    case .scalar(let text, .boolean): return "b" + text
    case .scalar(let text, .number): return canonicalNumber(text)
    case .scalar(let text, .dateTime): return "d" + canonicalDateTime(text)
    case .scalar(let text, .string), .scalar(let text, .plain): return "s" + hex(text)
    }
}

private func hex(_ text: String) -> String {
    text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

private func canonicalNumber(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }) {
        return "i" + (text == "-0" ? "0" : text)
    }
    guard let value = Double(text) else { return "?" + text }
    if value.isNaN { return "fnan" }
    let digits = String(value.bitPattern, radix: 16)
    return "f" + String(repeating: "0", count: 16 - digits.count) + digits
}

/// Python writes six digits of a fraction and an offset for `Z`.
private func canonicalDateTime(_ text: String) -> String {
    let text = text.hasSuffix("Z") ? text.dropLast() + "+00:00" : text
    let halves = text.split(separator: ".", maxSplits: 1).map(String.init)
    guard halves.count == 2 else { return text }
    let fraction = halves[1].prefix { $0.isNumber }
    let digits = String((fraction + "000000").prefix(6))
    return halves[0] + (digits == "000000" ? "" : "." + digits) + halves[1].dropFirst(fraction.count)
}
