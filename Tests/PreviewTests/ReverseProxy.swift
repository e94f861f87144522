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
    static let programs = place(of: "openssl") == nil ? [] : ["nginx", "caddy"].filter { place(of: $0) != nil }

    private let folder: TemporaryFolder
    private let process = Process()
    /// The server ends with the tests, however they end, because only they hold its input open.
    private let leash = Pipe()

    init(_ program: String, port: UInt16, _ routes: [Route]) throws {
        folder = try TemporaryFolder()
        let path = folder.path
        let made = try run(
            URL(filePath: "/usr/bin/env"),
            [
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-days",
                "2", "-subj", "/CN=kairan.test", "-keyout", "\(path)/key.pem", "-out", "\(path)/certificate.pem",
            ])
        try #require(made.exitCode == 0, "\(made.errors)")
        let isNginx = program == "nginx"
        try folder.write(isNginx ? nginx(port, routes, path) : caddy(port, routes, path), to: "settings")
        let command =
            (try #require(place(of: program)))
            + (isNginx ? " -p '\(path)' -c settings" : " run --adapter caddyfile --config '\(path)/settings'")
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "\(command) </dev/null >'\(path)/log' 2>&1 & read -r line; kill $!"]
        process.environment = ProcessInfo.processInfo.environment.merging(["HOME": path]) { $1 }
        process.standardInput = leash
        try process.start()
        try wait { Connection.isPossible(port: port) }
    }

    deinit {
        leash.fileHandleForWriting.write(Data("\n".utf8))
        process.waitUntilExit()
    }
}

private func place(of program: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") + ["/usr/sbin"]
    return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
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
    return """
        daemon off;
        user \(NSUserName());
        pid pid;
        error_log stderr;
        events {}
        http {
          access_log off;
          client_max_body_size 64m;
          client_body_temp_path bodies;
          proxy_temp_path proxied;
          fastcgi_temp_path a;
          uwsgi_temp_path b;
          scgi_temp_path c;
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
        }
        """
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
