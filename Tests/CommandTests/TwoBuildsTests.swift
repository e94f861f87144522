import Foundation
import SiteTesting
import Testing

@Suite struct TwoBuildsTests {
    @Test func theSecondSaysWhoHoldsTheLock() throws {
        let box = try publishedSite()
        // There are enough rows to catch the first build in the middle.
        let rows = (0..<3000).map { "club\($0),Club \($0),\n" }.joined()
        try box.write("id,name,tags\ntennis,Tennis,\n" + rows, to: "content/clubs/all.csv")
        let before = try publication(box.url.appending(path: "public"))
        let first = Process()
        first.executableURL = kairanExecutable
        first.arguments = ["build"]
        first.currentDirectoryURL = box.url
        first.standardOutput = FileHandle.nullDevice
        try first.start()
        let lock = box.path + "/.public.kairan-lock"
        // A build writes its name into the lock after taking it.
        try wait { FileManager.default.contents(atPath: lock)?.isEmpty == false || !first.isRunning }
        kill(first.processIdentifier, SIGSTOP)
        try #require(FileManager.default.fileExists(atPath: lock), "the first build was over too soon")
        let second = try kairan(["build"], in: box.url)
        #expect(second.exitCode == 3)
        #expect(second.output == "")
        #expect(second.errors.contains("process \(first.processIdentifier) on \(ProcessInfo.processInfo.hostName)"))
        #expect(try publication(box.url.appending(path: "public")) == before)
        // A command that only looks is not kept out.
        #expect(try kairan(["check"], in: box.url).exitCode == 0)
        kill(first.processIdentifier, SIGCONT)
        first.waitUntilExit()
        #expect(first.terminationStatus == 0)
        #expect(try kairan(["build"], in: box.url).output.contains("; nothing changed in public; "))
        #expect(try FileManager.default.contentsOfDirectory(atPath: box.path).allSatisfy { !$0.contains(".kairan-") })
    }
}
