import KairanReaders
import SiteTesting
import Testing

/// A parser of Python that turns every scalar into its text.
struct EditJudge: CustomTestStringConvertible {
    var fileExtension: String
    var parse: String

    var testDescription: String { fileExtension }

    static let all = [
        EditJudge(fileExtension: "yml", parse: PythonJudge.yaml),
        EditJudge(
            fileExtension: "json",
            parse: "import json\n" + texts
                + "def parse(text): return plain(json.loads(text, parse_int=str, parse_float=str))\n"),
        EditJudge(
            fileExtension: "toml",
            parse: "import tomllib\n" + texts + "def parse(text): return plain(tomllib.loads(text, parse_float=str))\n"),
        EditJudge(fileExtension: "csv", parse: csv),
    ]

    private static let texts = """
        def plain(v):
            if isinstance(v, dict): return {k: plain(x) for k, x in v.items()}
            if isinstance(v, list): return [plain(x) for x in v]
            if v is None: return ""
            if isinstance(v, bool): return str(v).lower()
            return v if isinstance(v, str) else v.isoformat().replace("+00:00", "Z") if hasattr(v, "isoformat") else str(v)

        """

    private static let csv = """
        import csv, io
        def nested(row):
            result = {}
            for name, cell in row:
                *outer, key = name.split(".")
                place = result
                for part in outer: place = place.setdefault(part, {})
                place[key] = cell
            return result
        def parse(text):
            sign = ";" if ";" in text.splitlines()[0] else ","
            rows = [r for r in csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=sign) if any(r)]
            return [nested(zip(rows[0], row, strict=True)) for row in rows[1:]]

        """
}

/// Writes a tree as the judge prints it, with the texts of all scalars.
func canonicalTexts(_ node: SourceNode, isJSON: Bool) -> String {
    switch node.content {
    case .mapping(let members):
        let texts = members.map { "s" + hexadecimal($0.key) + ":" + canonicalTexts($0.value, isJSON: isJSON) }
        return "{" + texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: ",") + "}"
    case .sequence(let elements):
        return "[" + elements.map { canonicalTexts($0, isJSON: isJSON) }.joined(separator: ",") + "]"
    case .scalar("null", .null) where isJSON: return "s"
    case .scalar(let text, _): return "s" + hexadecimal(text)
    }
}

private func hexadecimal(_ text: String) -> String {
    text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
