import Foundation
import SiteTesting
import Testing

/// A host as it comes is all right once somebody has done what `kairan check --live` says, word for word.
@Suite(.enabled(if: WebServer.place(of: "curl") != nil)) struct LiveMendTests {
    /// The lines of settings that were advised: around the site, and in it.
    private struct Advice {
        var around: [String] = []
        var inside: [String] = []

        /// - Parameter help: Such as `in nginx, above 'server': LINES, and in it: LINES`.
        init?(_ help: Substring) {
            if let parts = help.wholeMatch(of: /in nginx, above 'server': (.+), and in it: (.+)/) {
                (around, inside) = ([String(parts.1)], [String(parts.2)])
            } else if let types = help.wholeMatch(of: /in nginx: (types .+), beside those of its mime.types/) {
                around = [String(types.1)]
            } else if let lines = help.wholeMatch(of: /in the Caddyfile: (.+), and in a line of its own: (.+)/) {
                inside = [String(lines.1), String(lines.2)]
            } else if let lines = help.wholeMatch(
                of: /in the Caddyfile: handle_errors, with the lines '(.+)' and '(.+)' in it, and no try_files .*/)
            {
                inside = ["handle_errors {\n\(lines.1)\n\(lines.2)\n}"]
            } else if let lines = help.wholeMatch(
                of: /in the Caddyfile: (encode .+), in it match, and in that the lines '(.+)', '(.+)' and '(.+)'/)
            {
                inside = ["\(lines.1) {\nmatch {\n\(lines.2)\n\(lines.3)\n\(lines.4)\n}\n}"]
            } else if let line = help.wholeMatch(of: /in the Caddyfile: file_server \{ (.+) \}/) {
                inside = ["file_server {\n\(line.1)\n}"]
            } else if let line = help.wholeMatch(of: /in (?:nginx|the Caddyfile): (.+?)(?: and no try_files .*)?/) {
                inside = [String(line.1)]
            } else {
                return nil
            }
        }
    }

    private func settings(_ program: LiveServer.Program, _ port: UInt16, _ root: String, _ advice: [Advice]) -> String {
        let around = Set(advice.flatMap(\.around)).sorted().joined(separator: "\n")
        let inside = Set(advice.flatMap(\.inside)).sorted().joined(separator: "\n")
        if program == .nginx {
            return WebServer.nginx(
                "\(nginxTypes)\n\(around)\nserver { listen 127.0.0.1:\(port); root \(root);\n\(inside)\n}")
        }
        let files = inside.contains("file_server {\nhide") ? "" : "file_server"
        return "\(caddyStart)http://127.0.0.1:\(port) {\nroot * \(root)\n\(files)\n\(inside)\n}\n"
    }

    @Test(arguments: LiveServer.advised) func isEnough(_ program: LiveServer.Program) throws {
        let board = try LiveBoard()
        // Files of the API then also have copies that are named by their content.
        try board.box.write("title: Second\n", to: "content/items/a.yml")
        try board.build()
        try board.serve()
        var advice: [Advice] = []
        for round in 1...3 {
            let server = try LiveServer(program) { port, _ in
                settings(program, port, "\(board.box.path)/served", advice)
            }
            let run = try board.check(server.address, "--strict")
            if run.exitCode == 0 && run.errors == "" { return }
            let helps = run.errors.matches(of: /\nhelp: (.+)/).map(\.1)
            #expect(round < 3 && !helps.isEmpty, "\(run.errors)")
            for help in helps { advice.append(try #require(Advice(help), "nobody can follow this: \(help)")) }
        }
    }
}
