import Foundation
import SiteTesting
import Testing

/// `kairan check --live` and the guide's advice are right about files that were compressed beforehand.
@Suite(.enabled(if: WebServer.place(of: "curl") != nil)) struct LiveCompressedTests {
    private static let hasBrotli = WebServer.place(of: "brotli") != nil && LiveServer.brotliModule != nil
    private static let encodings = hasBrotli ? ["gzip", "br"] : ["gzip"]

    /// Compresses what is served by the command of the guide.
    private func compress(_ board: LiveBoard, _ encoding: String) throws {
        let page = try hostingPage()
        let command = try #require(page.firstMatch(of: /\n    (find \$copy .*\n.*gzip.*)\n/)?.1)
        let words = encoding == "br" ? command : command.replacing("-exec brotli -k {} +", with: "")
        #expect(try bash("copy='\(board.box.path)/served'\n\(words)") == "")
    }

    private func server(_ program: LiveServer.Program, _ encoding: String, _ board: LiveBoard) throws -> LiveServer {
        let lines = encoding == "br" ? "gzip_static on;\nbrotli_static on;" : "gzip_static on;"
        return try LiveServer(
            program, advised: board, program == .nginx ? [("gzip on;", "gzip on;\n\(lines)")] : [])
    }

    /// They are served, and those of before the last build are found.
    @Test(arguments: LiveServer.advised, encodings) func compressedBefore(
        _ program: LiveServer.Program, _ encoding: String
    ) throws {
        let board = try LiveBoard()
        try compress(board, encoding)
        let server = try server(program, encoding, board)
        let made = "served/api/v1/items.json.\(encoding == "br" ? "br" : "gz")"
        let size = try Data(contentsOf: board.box.url.appending(path: made)).count
        let question = "--header 'Accept-Encoding: \(encoding)' \(server.address)api/v1/items.json"
        let shown = try bash(
            "curl -s -o /dev/null -w '%header{content-encoding} %{size_download}' \(question)")
        #expect(shown == "\(encoding) \(size)")
        let run = try board.check(server.address, "--strict")
        #expect(run.exitCode == 0 && run.errors == "", "\(run.errors)")
        try board.box.write("title: Second\n", to: "content/items/a.yml")
        try board.build()
        try board.serve()
        let stale = try board.check(server.address)
        #expect(stale.exitCode == 1)
        #expect(
            stale.errors.contains(
                /error: an earlier publication is still served, that of \d{4}-\d\d-\d\d \([0-9a-f]+\): api\/v1\//),
            "\(stale.errors)")
        #expect(stale.errors.contains("files that were compressed before (.gz, .br) have to be made anew"))
    }

    /// nginx does not compress a file for those who take Brotli if somebody forgot to make a `.br` of it.
    @Test(.enabled(if: hasBrotli)) func aFileThatWasForgotten() throws {
        let board = try LiveBoard()
        try compress(board, "br")
        try board.remove("board.webmanifest.br")
        let server = try LiveServer(.nginx, advised: board, [("gzip on;", "gzip on;\nbrotli_static on;")])
        let run = try board.check(server.address)
        #expect(rules(run) == ["warning live.compression"] && run.errors.contains("compression: board.webmanifest ["))
    }

    /// To publish again, one makes a new copy, as the guide says, and then all is well.
    @Test(.enabled(if: hasBrotli)) func theGuidesWayToPublishAgain() throws {
        let board = try LiveBoard()
        let page = try hostingPage()
        let start = try #require(page.firstRange(of: "    copy=www-$(date +%s)")).lowerBound
        let lines = page[start...].components(separatedBy: "\n\n")[0]
        func publish(_ second: Int) throws {
            let own = lines.replacing("$(date +%s)", with: "\(second)")
            #expect(try bash("cd '\(board.box.path)'\n\(own)") == "")
        }
        try publish(1)
        let server = try LiveServer(
            .nginx, advised: board,
            [
                ("\(board.box.path)/served", "\(board.box.path)/www"),
                ("gzip on;", "gzip on;\ngzip_static on;\nbrotli_static on;"),
            ])
        let first = try board.check(server.address, "--strict")
        #expect(first.exitCode == 0 && first.errors == "", "\(first.errors)")
        try board.box.write("title: Second\n", to: "content/items/a.yml")
        try board.build()
        #expect(rules(try board.check(server.address)).first == "error live.bytes")
        try publish(2)
        let run = try board.check(server.address, "--strict")
        #expect(run.exitCode == 0 && run.errors == "", "\(run.errors)")
    }
}
