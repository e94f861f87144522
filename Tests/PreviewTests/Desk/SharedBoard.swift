import Foundation
import SiteTesting
import Testing

/// What two people have written on a board that they share, and whether all of it is still somewhere.
///
/// Each text that is written is another one, such as `Text 7`. Whoever writes over a text of their own, undoes it, or
/// chooses the other's in a conflict gives it up; whatever else is gone is lost.
struct SharedBoard {
    /// The folder with `shared.git`, the bare repository of both.
    let folder: URL
    let sites: [EditedSite]
    /// Says how this run can be repeated.
    let run: String
    /// The texts that each person has written last, by their places.
    private var written: [[String: String]] = [[:], [:]]
    private var expected: Set<String> = []
    private var textsOfVersions: [String: Set<String>] = [:]
    /// The newest version that was found to be a whole board.
    private var wholeVersion = ""
    private(set) var wholeVersions = 0

    init(in folder: URL, _ sites: [EditedSite], run: String) {
        (self.folder, self.sites, self.run) = (folder, sites, run)
    }

    var remote: URL { folder.appending(path: "shared.git") }

    /// Takes note of a text that somebody has saved.
    mutating func note(_ text: String, of person: Int, at place: String) {
        if let former = written[person].updateValue(text, forKey: place) { expected.remove(former) }
        expected.insert(text)
    }

    /// Takes note of texts that somebody does not want any more.
    mutating func giveUp(_ text: String) { expected.subtract(Self.texts(in: text)) }

    /// Takes note of the last text at a place that somebody has taken back.
    mutating func undo(of person: Int, at place: String) {
        if let text = written[person].removeValue(forKey: place) { expected.remove(text) }
    }

    static func texts(in text: String) -> Set<String> {
        Set(text.matches(of: /(?:Text|Talk) [0-9]+/).map { String($0.0) })
    }

    /// Expects that nothing is lost, and that the shared version is a whole board without mistakes.
    ///
    /// - Parameter shown: What somebody is asked about.
    mutating func check(shown: [String] = [], after step: String) throws {
        let lost = expected.subtracting(try present(shown: shown))
        try #require(lost.isEmpty, "\(run): after \(step) these are gone: \(lost.sorted())")
        try checkWhole(after: step)
    }

    private mutating func present(shown: [String]) throws -> Set<String> {
        var present = shown.reduce(into: Set<String>()) { $0.formUnion(Self.texts(in: $1)) }
        for place in [remote] + sites.map({ $0.box.url }) {
            for version in try git(["rev-list", "--all"], in: place).split(separator: "\n").map(String.init) {
                if textsOfVersions[version] == nil {
                    let words = ["grep", "-h", "-E", "(Text|Talk) [0-9]", version, "--", "content"]
                    let found = try SiteTesting.run(URL(filePath: "/usr/bin/git"), words, in: place)
                    textsOfVersions[version] = Self.texts(in: found.output)
                }
                present.formUnion(textsOfVersions[version] ?? [])
            }
        }
        for site in sites {
            for (_, bytes) in try filesIn(site.box.url.appending(path: "content")) {
                present.formUnion(Self.texts(in: String(decoding: bytes, as: UTF8.self)))
            }
        }
        return present
    }

    private mutating func checkWhole(after step: String) throws {
        let version = try git(["rev-parse", "main"], in: remote)
        if version == wholeVersion { return }
        let fresh = folder.appending(path: "whole")
        defer { try? FileManager.default.removeItem(at: fresh) }
        try git(["clone", "--quiet", "shared.git", "whole"], in: folder)
        for words in [["check", "--published"], ["build"]] {
            let answer = try kairan(words, in: fresh)
            try #require(answer.exitCode == 0, "\(run): after \(step): \(answer.output)\(answer.errors)")
        }
        wholeVersion = version
        wholeVersions += 1
    }

    /// Expects that the shared repository holds a publication of its own content, byte for byte.
    func checkPublished() throws {
        try git(["clone", "--quiet", "shared.git", "fresh"], in: folder)
        let built = try kairan(["build"], in: folder.appending(path: "fresh"))
        #expect(
            built.exitCode == 0 && built.output.contains("nothing changed in public"),
            "\(run): \(built.output)\(built.errors)")
    }
}
