internal import Foundation

/// Python's parsers as the judge of ours.
package enum PythonJudge {
    /// The standard library has tomllib from 3.11 on.
    package static let isAvailable = canImport("tomllib")

    package static func canImport(_ module: String) -> Bool {
        do {
            return try run("import \(module)", documents: []).isEmpty
        } catch {
            return false
        }
    }

    /// Returns a line for each document: its value in canonical form, or `error`.
    package static func judge(_ documents: [[UInt8]], with parse: String) throws -> [String] {
        let answer = try run(preamble + parse + loop, documents: documents)
        return answer.split(separator: "\n").map(String.init)
    }

    private static func run(_ program: String, documents: [[UInt8]]) throws -> String {
        let folder = try TemporaryFolder()
        let hex = documents.map { $0.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\n" }.joined()
        try folder.write(hex, to: "input")
        let python = try SiteTesting.run(
            URL(filePath: "/usr/bin/env"), ["python3", "-c", program, "\(folder.path)/input"])
        guard python.exitCode == 0 else { throw PythonFailure(description: python.errors) }
        return python.output
    }

    package static let json = """
        import json
        def pairs(items):
            if len({k for k, _ in items}) < len(items): raise ValueError("duplicate")
            return dict(items)
        def number(text): raise ValueError(text)
        def parse(text):
            return json.loads(text, object_pairs_hook=pairs, parse_constant=number)

        """
    package static let toml = """
        import tomllib
        def parse(text):
            return tomllib.loads(text)

        """

    /// Reads YAML 1.2 with every scalar as it is written.
    package static let yaml = """
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

    package static let csv = """
        import csv, io
        def parse(text):
            sign = ";" if ";" in text[:text.find("\\n")] else ","
            rows = [r for r in csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=sign) if any(r)]
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
