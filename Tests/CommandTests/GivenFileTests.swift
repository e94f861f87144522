import Foundation
import SiteTesting
import Testing

/// A file that a command is given must be one: what has no end, or is too large, is refused at once.
@Suite(.onLinux) struct GivenFileTests {
    @Test(
        arguments: [
            ["import", "FILE", "--endpoint", "v1/clubs"], ["lint", "public", "--schema", "FILE"],
            ["lint", "public", "--baseline", "FILE"],
        ], ["pipe", "/dev/zero", "huge.json", "public"])
    func noFile(_ command: [String], _ file: String) throws {
        let box = try publishedSite()
        try shell("mkfifo pipe", in: box)
        try box.write("[]", to: "huge.json")
        try shell("truncate -s 257M huge.json", in: box)
        let reasons = [
            "huge.json": "the file is larger than a file may be here", "public": "this is a folder, not a file",
        ]
        let run = try kairan(command.map { $0 == "FILE" ? file : $0 }, in: box.url)
        #expect(run.exitCode == 3, "\(run)")
        let reason = reasons[file] ?? "this is a pipe, socket or device, not a file"
        #expect(run.errors.contains("\(file): \(reason)"), "\(run)")
    }

    /// Pipes in a folder are told as what they are, and not waited for.
    @Test func pipesInAFolder() throws {
        let box = try publishedSite()
        try shell("mkfifo public/pipe.json", in: box)
        try shell("mkfifo content/pipe.md", in: box)
        for command in [["lint", "public"], ["adopt", "public", "--into", "new"], ["check"]] {
            let run = try kairan(command, in: box.url)
            #expect((run.output + run.errors).contains("neither a file nor a folder"), "\(run)")
        }
    }

    private func shell(_ command: String, in box: borrowing TemporaryFolder) throws {
        let run = try SiteTesting.run(URL(filePath: "/bin/sh"), ["-c", command], in: box.url)
        #expect(run.exitCode == 0, "\(run)")
    }
}
