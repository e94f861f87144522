package import Foundation

/// A web server of others that runs until the value is gone.
package final class WebServer {
    private let process = Process()
    /// The server ends with the tests, however they end, because only they hold its input open.
    private let leash = Pipe()

    /// - Parameter settings: The file with the settings, in a folder in which the server keeps what it needs.
    package init(_ program: String, settings: URL) throws {
        let path = settings.deletingLastPathComponent().path
        let place = Self.place(of: program) ?? program
        let words =
            switch program {
            case "nginx": " -p '\(path)' -c '\(settings.path)'"
            case "caddy": " run --adapter caddyfile --config '\(settings.path)'"
            default: " '\(settings.path)'"
            }
        process.executableURL = URL(filePath: "/bin/sh")
        // The tests' threads take no SIGTERM, and neither do programs that inherit that and say nothing else.
        let signal = ["nginx", "caddy"].contains(program) ? "TERM" : "KILL"
        process.arguments = [
            "-c", "\(place)\(words) </dev/null >'\(path)/log' 2>&1 & read -r line; kill -\(signal) $!",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(["HOME": path]) { $1 }
        process.standardInput = leash
        try process.start()
    }

    deinit {
        leash.fileHandleForWriting.write(Data("\n".utf8))
        process.waitUntilExit()
    }

    /// Returns the path of a program; nil if it is not here.
    package static func place(of program: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (folders + ["/usr/sbin"]).map { "\($0)/\(program)" }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }

    /// Returns a port at which nobody listens, and which no program gets that asks for any: such ports are higher.
    package static func freePort() throws -> UInt16 {
        var port = UInt16.random(in: 20_000..<32_000)
        while try isListening(at: port) { port += 1 }
        return port
    }

    /// Returns whether somebody listens at a port of this computer: otherwise curl ends with code 7.
    package static func isListening(at port: UInt16) throws -> Bool {
        let question = ["curl", "--silent", "--insecure", "--output", "/dev/null", "http://127.0.0.1:\(port)/"]
        return try run(URL(filePath: "/usr/bin/env"), question).exitCode != 7
    }

    /// Returns settings of nginx with which it stays in its folder, and in the foreground, around the parts that matter.
    package static func nginx(_ parts: String) -> String {
        """
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
        \(parts)
        }
        """
    }

    /// Makes a key and a certificate for a name, `key.pem` and `certificate.pem`, in a folder.
    package static func certify(_ name: String, days: Int, in folder: String) throws {
        let made = try run(
            URL(filePath: "/usr/bin/env"),
            [
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-days", "\(days)", "-subj", "/CN=kairan.test", "-addext", "subjectAltName=\(name)",
                "-keyout", "\(folder)/key.pem", "-out", "\(folder)/certificate.pem",
            ])
        if made.exitCode != 0 { throw CertificateError(reason: made.errors) }
    }

    private struct CertificateError: Error { var reason: String }
}
