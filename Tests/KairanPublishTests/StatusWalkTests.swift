import Foundation
import KairanReaders
import KairanSystem
import SiteTesting
import Testing

@testable import KairanPublish

@Suite struct StatusWalkTests {
    /// In whatever order, and with links on the way, a walk finds the same as one look-up for each path.
    @Test func everyPathIsLookedAtWhereItStands() throws {
        let seed = printedSeed()
        var random = SeededNumbers(seed: seed)
        let box = try PublishingSandbox()
        var paths = ["none", "none/at/all", "", "a", "aa"]
        for number in 0..<400 {
            let depth = Int.random(in: 0...3, using: &random)
            let folder = (0..<depth).map { _ in ["a", "aa", "b", "a b"].randomElement(using: &random) ?? "" }
            let path = (folder + ["\(number)"]).joined(separator: "/")
            if !number.isMultiple(of: 9) { try box.write("x", to: path) }
            paths.append(path)
        }
        try box.link("link", to: "a")
        try box.link("loop", to: "loop")
        paths += paths.filter { $0.hasPrefix("a/") }.map { "link" + $0.dropFirst() } + ["link", "loop", "loop/1"]

        let root = try openFolder(box.root)
        defer { root.close() }
        for order in [paths, paths.sorted(), paths.shuffled(using: &random)] {
            for followsLink in [false, true] {
                var walk = StatusWalk(below: root)
                for path in order {
                    var status = stat()
                    let isThere =
                        unsafe fstatat(root.rawValue, path, &status, followsLink ? 0 : AT_SYMLINK_NOFOLLOW) == 0
                    let found = walk.status(of: path, followsLink: followsLink)
                    #expect(found?.inode == (isThere ? UInt64(status.st_ino) : nil), "\(path), seed \(seed)")
                }
            }
        }
    }
}
