import Foundation
import SiteTesting
import Testing

/// A board that `kairan edit` serves, and requests as its page sends them.
struct EditedSite {
    let site: ServedSite
    let token: String
    let port: UInt16

    var box: TemporaryFolder { _read { yield site.box } }

    init(
        _ files: [String: String] = [:], options: [String] = [], environment: [String: String] = [:],
        prepare: (_ folder: URL) throws -> Void = { _ in }
    ) throws {
        site = try ServedSite(
            command: "edit", ["--no-open"] + options, writing: files, environment: environment, prepare: prepare)
        port = site.port
        token = try #require(site.address.fragment?.split(separator: "=").last.map(String.init))
    }

    struct Reply {
        let status: Int
        let json: [String: Any]

        subscript(name: String) -> Any? { json[name] }

        /// The mistakes as `path rule`, such as `shown.from window.order`.
        var mistakes: [String] {
            (json["mistakes"] as? [[String: Any]] ?? []).map { mistake in
                let path = (mistake["path"] as? [String] ?? []).joined(separator: ".")
                return "\(path) \(mistake["rule"] as? String ?? "")"
            }
        }
    }

    func get(_ name: String, _ query: [String: String] = [:]) throws -> Reply { try send("GET", name, query) }

    func post(_ name: String, _ body: [String: Any]) throws -> Reply {
        try send("POST", name, [:], body: try JSONSerialization.data(withJSONObject: body, options: .sortedKeys))
    }

    func send(
        _ method: String, _ name: String, _ query: [String: String] = [:], body: Data? = nil,
        headers: [String]? = nil
    ) throws -> Reply {
        let words = query.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
        let target = "/api/\(name)" + (words.isEmpty ? "" : "?" + words.joined(separator: "&"))
        var lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"]
        lines += headers ?? ["X-Kairan-Token: \(token)"]
        if let body { lines.append("Content-Length: \(body.count)") }
        let connection = try Connection(port: port)
        connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
        if let body { connection.send(Array(body)) }
        let answer = try Answer(connection.receive())
        let json = answer.body.isEmpty ? nil : try? JSONSerialization.jsonObject(with: Data(answer.body.utf8))
        return Reply(status: answer.status, json: json as? [String: Any] ?? [:])
    }

    /// Opens an entry, and saves changes to it.
    func save(_ collection: String, _ id: String, _ changes: [String: Any]) throws -> Reply {
        let hash = try #require(try get("entry", ["collection": collection, "id": id])["hash"] as? String)
        return try post("save", ["collection": collection, "id": id, "hash": hash, "changes": changes])
    }

    func values(_ collection: String, _ id: String) throws -> [String: Any] {
        try #require(try get("entry", ["collection": collection, "id": id])["values"] as? [String: Any])
    }

    func text(_ path: String) throws -> String {
        try String(contentsOf: box.url.appending(path: path), encoding: .utf8)
    }

    /// Returns a page as the preview shows it, with what is typed in a form if that is named.
    func page(_ path: String, typedIn form: String? = nil) throws -> String {
        let home = try #require(try get("site")["home"] as? String).firstMatch(of: /:([0-9]+)(\/.*)/)
        let (port, folder) = (try #require(home.flatMap { UInt16($0.1) }), try #require(home?.2))
        let target = folder + path + (form.map { "?typed=\($0)" } ?? "")
        let connection = try Connection(port: port)
        connection.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n")
        return try Answer(connection.receive()).body
    }

    func isThere(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: box.url.appending(path: path).path)
    }
}
