import Foundation
import SiteTesting
import Testing

/// A host: a server of others that shows the copy of a board.
final class LiveServer {
    enum Program: String, CaseIterable, Sendable {
        case nginx, caddy, python = "python3"

        var isHere: Bool { WebServer.place(of: rawValue) != nil }
    }

    static let programs = Program.allCases.filter(\.isHere)
    /// The programs for which the guide has settings.
    static let advised = programs.filter { $0 != .python }

    /// The module with which nginx serves what brotli has compressed beforehand; nil if it is not here.
    static let brotliModule = WebServer.place(of: "nginx").flatMap { nginx in
        ["\(URL(filePath: nginx).deletingLastPathComponent().path)", "/usr/lib/nginx/modules"]
            .map { "\($0)/ngx_http_brotli_static_module.so" }.first(where: FileManager.default.fileExists)
    }

    private let folder: TemporaryFolder
    private let server: WebServer
    let port: UInt16

    /// - Parameter settings: Returns the settings for a port and a folder with a key and a certificate.
    init(_ program: Program, _ settings: (_ port: UInt16, _ folder: String) throws -> String) throws {
        let folder = try TemporaryFolder()
        let port = try WebServer.freePort()
        try folder.write(try settings(port, folder.path), to: "settings")
        server = try WebServer(program.rawValue, settings: folder.url.appending(path: "settings"))
        try wait { try WebServer.isListening(at: port) }
        self.port = port
        self.folder = folder
    }

    var address: String { "http://127.0.0.1:\(port)/" }
    var certificate: String { "\(folder.path)/certificate.pem" }
}

extension LiveServer {
    /// A host whose program is configured as it comes.
    convenience init(_ program: Program, plain board: LiveBoard) throws {
        let root = "\(board.box.path)/served"
        try self.init(program) { port, _ in
            switch program {
            case .nginx:
                WebServer.nginx("\(nginxTypes)\nserver { listen 127.0.0.1:\(port); root \(root); }")
            case .caddy: "\(caddyStart)http://127.0.0.1:\(port) {\nroot * \(root)\nfile_server\n}\n"
            case .python:
                """
                import http.server, os
                os.chdir("\(root)")
                http.server.test(http.server.SimpleHTTPRequestHandler, http.server.ThreadingHTTPServer,
                    port=\(port), bind="127.0.0.1")
                """
            }
        }
    }

    /// A host whose program is configured as the guide says.
    ///
    /// - Parameter changes: Parts of the guide's settings, and what stands in their places.
    convenience init(
        _ program: Program, advised board: LiveBoard, _ changes: [(from: String, to: String)] = []
    ) throws {
        let root = "\(board.box.path)/served"
        try self.init(program) { port, _ in
            var settings = try advice(program == .nginx ? "harbour.conf" : "Caddyfile")
            let own = [
                ("/srv/harbour/public", root), ("listen 8080", "listen 127.0.0.1:\(port)"),
                ("harbour.example {", "http://127.0.0.1:\(port) {"),
            ]
            for change in own { settings = settings.replacing(change.0, with: change.1) }
            for change in changes {
                try #require(settings.contains(change.from), "the guide has no '\(change.from)'")
                settings = settings.replacing(change.from, with: change.to)
            }
            let module = settings.contains("brotli_static on;") ? "load_module \(Self.brotliModule ?? "");\n" : ""
            return program == .nginx ? module + WebServer.nginx("\(nginxTypes)\n\(settings)") : caddyStart + settings
        }
    }

    /// A host of HTTPS with a certificate of its own.
    convenience init(secure board: LiveBoard, days: Int) throws {
        let root = "\(board.box.path)/served"
        try self.init(.nginx) { port, folder in
            try WebServer.certify("IP:127.0.0.1", days: days, in: folder)
            return WebServer.nginx(
                """
                \(nginxTypes)
                ssl_certificate certificate.pem;
                ssl_certificate_key key.pem;
                server { listen 127.0.0.1:\(port) ssl; root \(root); }
                """)
        }
    }
}

/// Returns settings that the guide's page on hosts shows.
private func advice(_ name: String) throws -> String {
    let text = try hostingPage()
    let start = try #require(text.firstRange(of: "```text file=\(name)\n"), "the guide has no \(name)")
    let rest = text[start.upperBound...]
    return String(rest[..<(rest.firstRange(of: "```")?.lowerBound ?? rest.endIndex)])
}

/// Returns the guide's page on hosts.
func hostingPage() throws -> String {
    try String(contentsOf: packageFolder.appending(path: "content/guide/hosting.md"), encoding: .utf8)
}

/// The types that nginx 1.22 has for these files.
let nginxTypes = """
    types {
      text/html html htm shtml;
      text/css css;
      text/xml xml;
      image/jpeg jpeg jpg;
      application/javascript js;
      application/atom+xml atom;
      application/rss+xml rss;
      text/plain txt;
      image/png png;
      image/svg+xml svg svgz;
      application/json json;
    }
    default_type application/octet-stream;
    """

let caddyStart = "{\nadmin off\nauto_https off\n}\n"
