import Foundation
import SiteTesting
import Testing

/// A web server that takes requests with TLS and sends them on, as in front of a board's forms. It runs until the value
/// is gone.
final class ReverseProxy {
    /// A way from the name of a host and a path, which is stripped, to a server of this computer.
    struct Route {
        var host: String
        var path = "/"
        var port: UInt16
    }

    /// The programs that are here.
    static let programs =
        WebServer.place(of: "openssl") == nil ? [] : ["nginx", "caddy"].filter { WebServer.place(of: $0) != nil }

    private let folder: TemporaryFolder
    private let server: WebServer

    init(_ program: String, port: UInt16, _ routes: [Route]) throws {
        folder = try TemporaryFolder()
        let path = folder.path
        try WebServer.certify("DNS:kairan.test", days: 2, in: path)
        try folder.write(
            program == "nginx" ? nginx(port, routes, path) : caddy(port, routes, path), to: "settings")
        server = try WebServer(program, settings: folder.url.appending(path: "settings"))
        try wait { try WebServer.isListening(at: port) }
    }
}

/// As the manual of nginx has it, with the usual headers, and without a word about events.
private func nginx(_ port: UInt16, _ routes: [ReverseProxy.Route], _ folder: String) -> String {
    let servers = Dictionary(grouping: routes, by: \.host).map { host, routes in
        let locations = routes.map { route in
            """
            location \(route.path) {
              proxy_pass http://127.0.0.1:\(route.port)/;
              proxy_set_header Host $host;
              proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
              proxy_set_header X-Forwarded-Host $http_host;
              proxy_set_header X-Forwarded-Proto $scheme;
            }
            """
        }
        return """
            server {
              listen 127.0.0.1:\(port) ssl http2;
              server_name \(host);
              \(locations.joined(separator: "\n"))
            }
            """
    }
    return WebServer.nginx(
        """
          ssl_certificate certificate.pem;
          ssl_certificate_key key.pem;
          # A request for another host goes to the forms all the same.
          server {
            listen 127.0.0.1:\(port) ssl http2 default_server;
            location / {
              proxy_pass http://127.0.0.1:\(routes[0].port)/;
              proxy_set_header Host $host;
              proxy_set_header X-Forwarded-Host \(routes[0].host);
            }
          }
          \(servers.joined(separator: "\n"))
        """)
}

private func caddy(_ port: UInt16, _ routes: [ReverseProxy.Route], _ folder: String) -> String {
    let servers = Dictionary(grouping: routes, by: \.host).map { host, routes in
        let ways = routes.map { "handle_path \($0.path)* {\n reverse_proxy 127.0.0.1:\($0.port)\n}" }
        return """
            https://\(host):\(port) {
              tls \(folder)/certificate.pem \(folder)/key.pem
              \(ways.joined(separator: "\n"))
            }
            """
    }
    return """
        {
          admin off
          auto_https off
          default_bind 127.0.0.1
          storage file_system \(folder)/storage
        }
        # A request for another host goes to the forms all the same.
        https://:\(port) {
          tls \(folder)/certificate.pem \(folder)/key.pem
          reverse_proxy 127.0.0.1:\(routes[0].port) {
            header_up X-Forwarded-Host \(routes[0].host)
          }
        }
        \(servers.joined(separator: "\n"))
        """
}
