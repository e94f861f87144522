import Foundation
import SiteTesting
import Testing

/// A board with files of every kind that hosts treat differently, and a copy of what it published, as a host has it.
final class LiveBoard {
    let box: TemporaryFolder

    init(url: String = "https://harbour.example/") throws {
        let box = try TemporaryFolder()
        let long = String(repeating: "葉 ", count: 800)
        for (path, text) in [
            "content/site.yml": "title: Harbour Board\nurl: \(url)\nmoment: 2026-04-15\n",
            "content/items/_collection.yml": "entry: item\nfields: { title: text }\n",
            "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/items.json.yml": "data: { each: items, value: { id: id, title: title } }\n",
            "templates/api/v1/items/{id}.json.yml": "for: items\ndata: { title: title }\n",
            "templates/index.html.mustache":
                "---\ndata: { all: { each: items } }\n---\n"
                + "<link rel=\"stylesheet\" href=\"{{asset.assets/site.css}}\">\n{{#all}}<p>{{title}}</p>\n{{/all}}\n",
            "templates/items/{id}.html.mustache": "---\nfor: items\n---\n<p>{{title}}</p>\n",
            "templates/404.html.mustache": "<p>Nothing is here.</p>\n",
            "templates/assets/site.css": String(repeating: "p { color: green }\n", count: 100),
            "templates/places.geojson": #"{"type": "FeatureCollection", "features": [], "name": "\#(long)"}"#,
            "templates/board.webmanifest": #"{"name": "\#(long)"}"#,
            "templates/logo.svg": "<svg xmlns=\"http://www.w3.org/2000/svg\"><title>\(long)</title></svg>\n",
            "templates/words.txt": "\(long)\n",
            "templates/days.ics": "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nEND:VCALENDAR\r\n",
        ] { try box.write(text, to: path) }
        for item in ["a", "b", "c"] { try box.write("title: First \(long)\n", to: "content/items/\(item).yml") }
        try git(["init", "--quiet"], in: box.path)
        self.box = box
        try build("--first-publication")
        try self.box.write(#"{"applinks": {}}"#, to: "public/.well-known/apple-app-site-association")
        try serve()
    }

    /// Builds, and commits what was built.
    func build(_ options: String...) throws {
        let run = try kairan(["build"] + options, in: box.url)
        try #require(run.exitCode == 0, "\(run.errors)")
        try git(["add", "content", "public"], in: box.path)
        try git(["commit", "--quiet", "--message", "Publish"], in: box.path)
    }

    /// Copies what is published to the host's folder.
    func serve() throws { try box.lay(box.url.appending(path: "public"), over: "served") }

    func change(_ path: String, to text: String) throws { try box.write(text, to: "served/\(path)") }

    func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: "\(box.path)/served/\(path)") }

    func check(_ address: String, _ options: String..., environment: [String: String] = [:]) throws -> Run {
        try kairan(["check", "--live", address] + options, in: box.url, environment: environment)
    }
}

/// Returns the rules of what was found, each once, such as `error live.bytes`.
func rules(_ run: Run) -> [String] {
    Set(run.errors.matches(of: /:1:1: (error|warning): .* \[(live\.\w+)\]/).map { "\($0.1) \($0.2)" }).sorted()
}
