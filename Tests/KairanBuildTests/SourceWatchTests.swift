import Foundation
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

    /// A change of what a link leads to is a change of the link's own path, however it came about.
    @Test func targetsOfLinks() throws {
        let box = try TemporaryFolder()
        try box.write("One.\n", to: "shared/deep/a.md")
        try box.write("Other.\n", to: "shared/deep/b.md")
        try box.write("Read me.\n", to: "README.md")
        try box.write("Hello.\n", to: "content/c.md")
        let links = ["content/a.md": "../shared/way.md", "content/r.md": "../README.md", "shared/way.md": "deep/a.md"]
        for (path, target) in links {
            try FileManager.default.createSymbolicLink(
                atPath: box.url.appending(path: path).path, withDestinationPath: target)
        }
        var watch = try SourceWatch(box.path)
        func next() throws -> SourceWatch.Changes { try watch.next(until: nil) { 0 } }
        // Everything is read again where a change might be more than one of a file.
        func reads(_ path: String) throws -> Bool {
            if case .files(let paths) = try next() { paths.contains(path) } else { true }
        }
        try box.write("Two.\n", to: "shared/deep/a.md")
        #expect(try reads("content/a.md"))
        try box.write("Read it.\n", to: "README.md")
        #expect(try reads("content/r.md"))
        try box.write("Hello again.\n", to: "content/c.md")
        #expect(try next() == .files(["content/c.md"]))
        // The link on the way leads elsewhere now.
        let way = box.url.appending(path: "shared/way.md").path
        try FileManager.default.removeItem(atPath: way)
        try FileManager.default.createSymbolicLink(atPath: way, withDestinationPath: "deep/b.md")
        #expect(try next() == .everything)
        try box.write("Another.\n", to: "shared/deep/b.md")
        #expect(try reads("content/a.md"))
        // A new link is watched too.
        try FileManager.default.createSymbolicLink(
            atPath: box.url.appending(path: "content/n.md").path, withDestinationPath: "../shared/deep/a.md")
        #expect(try next() == .everything)
        try box.write("Three.\n", to: "shared/deep/a.md")
        #expect(try reads("content/n.md"))
    }
}
