import Foundation
import KairanReaders
import SiteTesting
import Testing

/// A small site, built by the executable, whose names and values code may trip over.
struct HostileSite: ~Copyable {
    let folder: TemporaryFolder
    var version: URL { folder.url.appending(path: "public/api/v1") }

    /// Words of both languages, names that the printed code uses or every type has, characters that are invisible or
    /// mean something in a text, and keys that hardly differ.
    static let keys = [
        "Type", "type", "TYPE", "self", "Self", "init", "Protocol", "default", "class", "when", "is", "in", "val",
        "fun",
        "typealias", "where", "operator", "CodingKeys", "description", "hashCode", "component1", "copy", "toString",
        "equals", "name", "ordinal", "entries", "values", "json", "text", "load", "value", "stringValue", "element0",
        "Companion", "String", "List", "Any", "Unit", "JSONValue", "JSONObject", "URL", "url", "a-b", "a b", "a.b",
        "a_b",
        "aB", "AB", "line\nbreak", "cr\r\u{2028}", "tab\t", "$dollar", "${a}", "$", "quote\"", "'", "`",
        "back\\slash", "\\u0041", "\\(x)", "*/", "//", "<b>", "&amp;", "</code></pre>", "🧑‍🎓", "👩", "한국어", "日本",
        "e\u{301}", "\u{301}", "\u{200b}", "\u{feff}", "", "_", "__", "_1", "2nd", "null", "true",
    ]

    private static let endpoints = [
        "type", "self", "default", "Any", "object", "protocol", "companion", "json_value", "json_object", "url", "a_b",
        "a-b", "a/b", "data", "data_file", "section", "result", "error", "unit", "nothing", "string", "list",
        "list_file", "list/file", "addresses", "boxes", "2nd",
    ]

    init() throws {
        let files = try Self.files()
        let folder = try TemporaryFolder()
        for (path, text) in files { try folder.write(text, to: path) }
        let run = try kairan(["build", "--first-publication"], in: folder.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        self.folder = folder
    }

    private static func files() throws -> [String: String] {
        // YAML drops a byte order mark, and has no empty key.
        let keys = keys.filter { $0 != "" && $0 != "\u{feff}" }
        let words = ["map", "each", "first", "count", "text", "object", "group", "keyed", "path"]
        let copied = JSONSerialization.WritingOptions([.sortedKeys])
        let values: [String: Any] = [
            "list": [Any](), "none": NSNull(), "mixed": [1, "a", NSNull(), 1.5, [1]] as [Any],
        ]
        let all = Dictionary(uniqueKeysWithValues: Self.keys.map { ($0, values.merging([$0: 1]) { $1 }) })
        let choices = keys.filter { $0.allSatisfy { !$0.isWhitespace && $0 != "\r" } }.map(quoted).joined(
            separator: ", ")
        var files = [
            "content/site.yml":
                "title: 'T </code> & \"$x\"'\nurl: https://t.example/\nmoment: 2026-04-15\nlocales: { en: English, ja: 日本語 }\n",
            "content/things/_collection.yml": """
            fields:
              name: text
              class: text
              rank: integer
              nothing: text?
              tags: { list?: text }
              kind: { choice: [\(choices)] }
              level: { choice: { values: [low, Type, default, self], numbers: { low: -1, Type: 0, default: 5, self: 7 } } }
              at: point?

            """,
            "content/things/a.yml": "name: A\nclass: in\nrank: 1\nkind: Type\nlevel: default\n",
            "content/things/b.yml":
                "name: \"line\\nbreak $x ${y} \\\"\"\nclass: case\nrank: 2\nkind: self\nlevel: low\nat: { latitude: 1.5, longitude: 2 }\n",
            "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/keys.json.yml": "data:\n  each: things\n  value:\n"
                + keys.map { "    \(quoted($0)): name\n" }.joined(),
            "templates/api/v1/nested.json.yml": "data:\n"
                + keys.filter { !words.contains($0) }.map {
                    "  \(quoted($0)): { each: things, value: { \(quoted($0)): name, _id: rank } }\n"
                }.joined(),
            "templates/api/v1/unknown.json.yml": """
            data:
              each: things
              value:
                nothing: nothing
                tags: tags
                at: at.position
                pair: [name, rank]
                mixed: [nothing, rank, { Self: tags }]
                lonely: [name]
                level: level.number
                word: level
                none: { each: things, where: { kind: default }, value: { id: id } }

            """,
            "templates/api/v1/levels.json.yml": "data: { group: things, by: level, value: { Type: nothing } }\n",
            "templates/api/v1/nothings.json.yml": "data: { each: things, value: nothing }\n",
            "templates/api/v1/{locale}/things/{id}.json.yml": "for: things\ndata: { name: name, $id: id }\n",
            "templates/api/v1/things/{kind}.json.yml": "for: things\ndata: kind\n",
            "templates/api/v1/classes/{class}.json.yml":
                "for: { each: things, by: class }\ndata: { each: entries, value: { id: id } }\n",
            // Its path is also one of those of the classes, of which it is none.
            "templates/api/v1/classes/every.json.yml": "data: { each: things, value: { id: id } }\n",
            "templates/api/v1/paged-by-page-values.json.yml": "data: { each: things, value: { id: id } }\n",
            "templates/api/v1/all-paged-by-page.json.yml": "data: { each: things, value: { id: id } }\n",
            "templates/api/v1/paged/{page}.json.yml":
                "for: { each: things, paginate: 1 }\ndata: { each: entries, value: { id: id } }\n",
            "templates/api/v1/copied.json": String(
                decoding: try JSONSerialization.data(withJSONObject: all, options: copied), as: UTF8.self),
            "templates/api/v1/null.json": "null", "templates/api/v1/nulls.json": "[null]",
            "templates/api/v1/empty.json": "[]", "templates/api/v1/none.json": "{}",
            "templates/api/v1/all.geojson": "{\"type\":\"FeatureCollection\",\"features\":[]}",
            "templates/api/v1/mustache.json.mustache":
                "{\"self\": {\"Self\": [], \"Type\": {\"Protocol\": null}}, \"\": \"\", \"id\": \"{{site.title}}\"}\n",
        ]
        for name in endpoints {
            files["templates/api/v1/\(name).json.yml"] = "data: { each: things, value: { id: id, type: kind } }\n"
        }
        return files
    }

    /// Writes a text in quotes as YAML has it.
    private static func quoted(_ text: String) -> String {
        let inner = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case "\n", "\r", "\t", "\u{2028}", "\u{200b}": "\\u" + String(format: "%04x", scalar.value)
            default: String(scalar)
            }
        }
        return "\"\(inner.joined())\""
    }
}
