import SiteTesting
import Testing

@testable import KairanBuild

@Suite struct SourceWatchTests {
    /// Nobody saves, and the clock is set back once.
    @Test func waitingEndsByTheClockThatIsGiven() throws {
        let box = try TemporaryFolder()
        try box.write("Hello.\n", to: "content/a.md")
        var watch = try SourceWatch(box.path)
        // It is asked how long to wait, and then whether the time has come.
        var times = [100, 99, 100, 100][...]
        #expect(try watch.next(until: 100) { times.popFirst() ?? 0 } == .files([]))
        #expect(times.isEmpty)
        try box.write("Goodbye.\n", to: "content/a.md")
        #expect(try watch.next(until: nil) { 0 } == .files(["content/a.md"]))
    }
}
