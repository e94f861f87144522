import Foundation
import KairanModel
import KairanSystem
import SiteTesting
import Testing

@testable import KairanDeploy
import KairanPublish

/// These tests deploy random sites to a host in memory. A reader looks after each file.
struct DeployOrderTests {
    /// Of each of these deploys the connection is lost at every step, and the same site or another one follows.
    @Test(arguments: 0..<6) func everyPrefix(seed: Int) throws {
        var numbers = SeededNumbers(seed: printedSeed() &+ UInt64(seed))
        let box = try TemporaryFolder()
        let sites = try (0..<3).map { number in
            let site = RandomPublication(&numbers, revision: number)
            return (site, ready: try site.write(into: box, "site\(number)"))
        }
        var (step, isLost) = (0, true)
        while isLost {
            let board = try Board(numbers)
            // The first deploy too is one of those that are cut off.
            let isFirst = seed % 3 == 0
            if !isFirst { try board.deploy(sites[0].ready, at: 0) }
            board.host.lose(afterSteps: step)
            isLost = try !board.deploy(sites[1].ready, at: 100)
            board.host.lose(afterSteps: step / 2)
            if isLost, step % 3 == 0 { try board.deploy(sites[2].ready, at: 150) }
            board.host.lose(afterSteps: .max)
            let last = step % 2 == 0 ? 1 : 2
            try #require(try board.deploy(sites[last].ready, at: 200))
            try #require(try board.deploy(sites[last].ready, at: 90_000))
            let wrong = board.reader.wrong
            #expect(wrong == [], "seed \(seed), step \(step)")
            for (path, bytes) in sites[last].0.files {
                #expect(board.host.files[path] == bytes ? true : false, "\(path), seed \(seed), step \(step)")
            }
            if wrong != [] { return }
            step += 1
        }
        #expect(step > 10)
    }

    /// A draft that has been at the host for more than a day may have readers.
    @Test func drafts() throws {
        var numbers = SeededNumbers(seed: 1)
        let box = try TemporaryFolder()
        let ready = try RandomPublication(&numbers, revision: 1).write(into: box, "site")
        let board = try Board(numbers)
        #expect(try board.warnings(ready, at: 0) == [])
        try board.deploy(ready, at: 0)
        #expect(try board.warnings(ready, at: 86_400) == [])
        #expect(try board.warnings(ready, at: 86_401) == [.contractDraft])
        // What is released is a draft no longer, and would be a new one.
        let status = "{\"versions\": [{\"version\": \"v1\", \"status\": \"current\"}]}"
        try box.write(status, to: "site/api/versions.json")
        let released = try ReadyPublication(in: box.url.appending(path: "site").path)
        #expect(try board.warnings(released, at: 90_000) == [])
        try board.deploy(released, at: 90_000)
        #expect(try board.warnings(ready, at: 90_001) == [])
    }

    /// The lines of a calendar are folded, also within an address.
    @Test func aLongAddressInACalendar() throws {
        let box = try TemporaryFolder()
        let page = "news/" + String(repeating: "long-", count: 20) + "page.html"
        try box.write("x", to: page)
        let line = "URL:https://a.example/\(page)"
        try box.write("BEGIN:VEVENT\r\n\(line.prefix(70))\r\n \(line.dropFirst(70))\r\n", to: "days.ics")
        let files = ["days.ics", page].map {
            DeployedFile(path: TreePath($0), hash: ContentHash(), size: 1, folder: box.path)
        }
        #expect(try LinkedFiles(among: files).targets(of: files[0]) == [1])
    }

    /// What the host lost comes again, and what it damaged; nobody is led to what is not there.
    @Test(arguments: 0..<12) func verified(seed: Int) throws {
        var numbers = SeededNumbers(seed: printedSeed() &+ UInt64(seed))
        let box = try TemporaryFolder()
        let site = RandomPublication(&numbers, revision: 1)
        let (ready, board) = (try site.write(into: box, "site"), try Board(numbers))
        try board.deploy(ready, at: 0)
        let whole = board.host.files
        let paths = whole.keys.sorted().filter { !$0.hasPrefix(".kairan-deploy") }
        var damaged: Set<String> = []
        for path in paths where Int.random(in: 0..<4, using: &numbers) == 0 {
            board.host.damage(path, Bool.random(using: &numbers) ? nil : Array("other".utf8))
            damaged.insert(path)
        }
        #expect(try board.plan(ready, at: 1).isEmpty)
        #expect(try Set(board.plan(ready, at: 1, isVerifying: true)) == damaged)
        try board.deploy(ready, at: 1, isVerifying: true)
        for path in paths { #expect(board.host.files[path] == whole[path], "\(path)") }
        #expect(try board.plan(ready, at: 1, isVerifying: true).isEmpty)
    }
}

/// A host with its reader.
private struct Board {
    let host: MemoryHost
    let reader = LinkReader()
    private let lock: FileDescriptor

    init(_ numbers: SeededNumbers) throws {
        host = MemoryHost(numbers) { [reader] in reader.read($0) }
        lock = try workingFolder.openFile("/dev/null")
    }

    /// Returns whether the deploy came to its end.
    @discardableResult func deploy(_ ready: ReadyPublication, at now: Int, isVerifying: Bool = false) throws -> Bool {
        do {
            var deploy = try deploying(ready, at: now, isVerifying)
            // What leaves now is needed by nobody any more.
            reader.forget(deploy.plan.removedPaths)
            reader.expectMove(
                deploy.plan.replacedPaths + deploy.plan.stages.filter { $0.kind == .moved }.flatMap(\.paths))
            try deploy.run(now: { now }) { _, _ in }
            reader.settle(deploy.plan.wanted.map(\.text))
            return true
        } catch let error as DeployError {
            guard error == DeployError("the connection was lost") else { throw error }
            return false
        }
    }

    /// Returns what a deploy would upload.
    func plan(_ ready: ReadyPublication, at now: Int, isVerifying: Bool = false) throws -> [String] {
        try deploying(ready, at: now, isVerifying).plan.stages.flatMap(\.paths)
    }

    func warnings(_ ready: ReadyPublication, at now: Int) throws -> [Rule] {
        try deploying(ready, at: now, false).warnings(at: now).map(\.rule)
    }

    private func deploying(_ ready: ReadyPublication, at now: Int, _ isVerifying: Bool) throws -> Deploy {
        try Deploy(
            ready, on: host, with: ProgramRunner(holding: lock), at: now,
            Deploy.Options(keeping: 86_400, isVerifying: isVerifying))
    }
}
