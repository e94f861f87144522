import Foundation
import KairanModel
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanContracts
@testable import KairanFormats
@testable import KairanPublish
@testable import KairanQueries

/// Whatever happens to `public/`, to the sources and to Kairan's memory, no published promise is taken back, and no
/// number is used twice.
///
/// `KAIRAN_HISTORIES=500 KAIRAN_SEED=1 swift test --filter GoingBackPropertyTests` runs more histories.
@Suite struct GoingBackPropertyTests {
    private static let count = ProcessInfo.processInfo.environment["KAIRAN_HISTORIES"].flatMap { Int($0) } ?? 12
    private static let steps = 16

    @Test func nothingThatWentOutIsTakenBack() throws {
        let seed = printedSeed()
        var tally: [Step: Int] = [:]
        for number in 0..<Self.count {
            let own = seed &+ UInt64(number)
            var random = SeededNumbers(seed: own)
            var history = History(try ContractSite())
            try history.begin()
            try history.build()
            var steps: [Step] = []
            for _ in 0..<Self.steps where history.failure == nil {
                let step = Step.allCases.randomElement(using: &random) ?? .edit
                guard try history.take(step, &random) else { continue }
                steps.append(step)
                tally[step, default: 0] += 1
            }
            if let failure = history.failure {
                Issue.record("KAIRAN_SEED=\(own) KAIRAN_HISTORIES=1: \(steps.map(\.rawValue)): \(failure)")
                return
            }
        }
        print("\(tally.map { "\($0.key) \($0.value)" }.sorted())")
        guard Self.count >= 12 else { return }
        #expect(tally.values.reduce(0, +) > 8 * Self.count && tally.count > Step.allCases.count - 3)
    }
}

private enum Step: String, CaseIterable {
    case edit, grow, announce
    /// These edits have to be refused.
    case shrink, change
    case build
    /// The folder goes back alone, together with the sources, or to a backup, or it is lost.
    case revertPublic, revertAll, restoreBackup, losePublic
    /// An older commit is checked out, built, and left again.
    case detach
    /// The branch itself goes back.
    case reset
    case push
    /// Another branch publishes something, and may be merged later.
    case branch, merge
    /// Somebody else's file stands in the way of an output.
    case fail
    /// Kairan's memory is lost, but git can tell all of it.
    case forget
}

/// The site as its maintainer writes it.
private struct Board: Equatable {
    var title = 0
    /// The number of keys that the endpoint has besides the id.
    var keys = 1
    /// The texts of the terms, by version; the first is that of version 1.
    var texts = [0]
}

private struct History: ~Copyable {
    private let site: ContractSite
    private var root: String { site.sandbox.root }
    private var board = Board()
    /// The board that was published last.
    private var newest = Board()
    /// The board of each commit.
    private var boards: [String: Board] = [:]
    private var backups: [[String: String]] = []
    /// The commit with the last publication; nil while none has it.
    private var newestCommit: String?
    private var isRemembered = false
    private var branches = 0
    private var wentOut = WentOut()
    private(set) var failure: String?

    init(_ site: consuming ContractSite) { self.site = site }

    func begin() throws {
        try git(["init", "-q"], in: root)
        try git(["init", "-q", "--bare", "origin"], in: root)
        try git(["remote", "add", "origin", "origin"], in: root)
        try site.write(".kairan\n", to: ".gitignore")
        try site.sandbox.write("origin\n", to: ".gitignore")
    }

    private func lay() throws {
        let keys = (0..<board.keys).map { ", k\($0): title" }.joined()
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/ads/_collection.yml": "fields: { title: text }\n",
            "content/ads/a.yml": "title: T\(board.title)\n",
            "content/terms/_collection.yml":
                "agreement: { version: version, from: day }\n"
                + "fields: { version: { version: { unique: true } }, day: date }\nbody: markdown\n",
            "templates/terms.json.yml":
                "data: { each: terms, sort: version, value: { version: version, text: body.text } }\n",
            "templates/revision.json.yml": "revision: { of: [api/v1/ads.json, terms.json] }\n",
            "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/ads.json.yml": "data: { each: ads, value: { id: id\(keys) } }\n",
        ] { try site.write(text, to: path) }
        for (index, text) in board.texts.enumerated() {
            try site.write(
                "---\nversion: \(index + 1).0\nday: 2026-01-\(index + 10)\n---\nText \(text).\n",
                to: "content/terms/\(index + 1).md")
        }
        for index in board.texts.count..<12 { try remove("site/content/terms/\(index + 1).md") }
    }

    /// Publishes the board or finds it refused, and notes a failure if that was wrong.
    mutating func build() throws {
        try lay()
        let errors = try site.build().filter { rule in !["contract.rolledBack", "template.unused"].contains(rule) }
        let promises =
            board.keys >= wentOut.keys && zip(board.texts, wentOut.texts).allSatisfy { $0 == $1 }
            && board.texts.count >= wentOut.texts.count
        guard errors.isEmpty else {
            if promises { failure = "refused: \(errors)" }
            return
        }
        guard promises else {
            failure = "let through \(board) after \(wentOut.keys) keys and \(wentOut.texts)"
            return
        }
        (wentOut.keys, wentOut.texts) = (board.keys, board.texts)
        failure = try wentOut.add(site)
        // An older commit may hold the same bytes, but it is not the one that published them.
        (newest, newestCommit, isRemembered) = (board, nil, true)
        let names = try FileManager.default.subpathsOfDirectory(atPath: site.sandbox.target)
        var backup: [String: String] = [:]
        for name in names where name.hasSuffix(".json") || name.hasSuffix(".html") {
            backup[name] = try site.published(name)
        }
        backups.append(backup)
    }

    private func remove(_ path: String) throws {
        let path = "\(root)/\(path)"
        if FileManager.default.fileExists(atPath: path) { try FileManager.default.removeItem(atPath: path) }
    }

    private mutating func forget() throws {
        try remove("site/.kairan")
        isRemembered = false
    }

    private mutating func commit() throws {
        try git(["add", "-A"], in: root)
        try git(["commit", "-q", "--allow-empty", "-m", "P"], in: root)
        let head = try head()
        boards[head] = board
        newestCommit = newestCommit ?? head
    }

    private func head(_ name: String = "HEAD") throws -> String {
        try git(["rev-parse", name], in: root).trimmingCharacters(in: .newlines)
    }

    private func past() throws -> [String] {
        guard !boards.isEmpty else { return [] }
        return try git(["log", "--format=%H"], in: root).split(separator: "\n").map(String.init)
    }

    /// Takes a step, or returns false if the history does not allow it yet.
    mutating func take(_ step: Step, _ random: inout SeededNumbers) throws -> Bool {
        let older = try past().dropFirst().randomElement(using: &random)
        switch step {
        case .edit: board.title += 1
        case .grow: board.keys += 1
        case .announce: if board.texts.count < 12 { board.texts.append(0) }
        case .shrink: board.keys -= 1
        case .change: board.texts[Int.random(in: board.texts.indices, using: &random)] += 1
        case .build: break
        case .revertPublic:
            guard let older else { return false }
            try git(["rm", "-qrf", "--cached", "--ignore-unmatch", "public"], in: root)
            try remove("public")
            try git(["checkout", "-q", older, "--", "public"], in: root)
        case .revertAll:
            guard let older, let old = boards[older] else { return false }
            try git(["checkout", "-q", older, "--", "public"], in: root)
            board = old
        case .restoreBackup:
            for (path, text) in backups.randomElement(using: &random) ?? [:] {
                try site.write(text, to: "public/\(path)")
            }
        case .losePublic: try remove("public")
        case .detach:
            guard let older, let old = boards[older], newestCommit != nil else { return false }
            if try knows("refs/heads/main"), Bool.random(using: &random) { try forget() }
            try git(["checkout", "-qf", older], in: root)
            board = old
            let last = newest
            try build()
            try git(["checkout", "-qf", "main"], in: root)
            board = newestCommit == nil ? newest : last
            return true
        case .reset:
            guard let older, try isRemembered || knows("refs/remotes/origin/main") else { return false }
            try git(["reset", "-q", "--hard", older], in: root)
        case .branch:
            guard newestCommit != nil else { return false }
            branches += 1
            try git(["checkout", "-q", "-b", "side\(branches)"], in: root)
            if Bool.random(using: &random) { board.keys += 1 } else { board.title += 1 }
            try build()
            try commit()
            try git(["checkout", "-qf", "main"], in: root)
            board = newest
        case .merge:
            guard branches > 0, newestCommit != nil else { return false }
            try commit()
            let side = "side\(Int.random(in: 1...branches, using: &random))"
            let isWaiting = Bool.random(using: &random)
            try git(["merge", "-q", "-s", "ours", "-m", "M"] + (isWaiting ? ["--no-commit", side] : [side]), in: root)
            if try knows(isWaiting ? "refs/heads/\(side)" : "refs/heads/main") { try forget() }
        case .fail:
            try lay()
            try site.write("data: { literal: 1 }\n", to: "templates/mine.json.yml")
            try site.write("mine", to: "public/mine.json")
            do { _ = try site.build() } catch is PublishError {}
            for path in ["public/mine.json", "templates/mine.json.yml"] { try site.write(nil, to: path) }
        case .push:
            guard try knows("refs/heads/main") else { return false }
            try git(["push", "-qf", "origin", "main"], in: root)
            return true
        case .forget:
            guard try knows("refs/heads/main") || knows("refs/remotes/origin/main") else { return false }
            try forget()
            return true
        }
        try build()
        if board != newest {
            // The board was refused, so its maintainer takes it back.
            board = newest
            try build()
        }
        if Int.random(in: 0..<4, using: &random) > 0 { try commit() }
        return true
    }

    /// Returns whether the history of a ref contains the last publication.
    private func knows(_ name: String) throws -> Bool {
        guard let newestCommit else { return false }
        let names = try git(["for-each-ref", "--contains", newestCommit, "--format=%(refname)"], in: root)
        return names.split(separator: "\n").contains { $0 == name }
    }
}

/// The publications that apps have seen so far, by which each new one is judged.
private struct WentOut {
    var keys = 0
    var texts: [Int] = []
    /// The content that each number stood for.
    private var files: [String: String] = [:]
    private var highest: [String: Int] = [:]

    /// Returns what is wrong with the next publication, or nil.
    mutating func add(_ site: borrowing ContractSite) throws -> String? {
        let text = try site.published("api/v1/manifest.json")
        guard let manifest = VersionManifest(reading: Array(text.utf8)) else { return "no manifest" }
        let counted = try site.published("api/v1/ads.json") + site.published("terms.json")
        let revision = Int(try site.published("revision.json").trimmingCharacters(in: .newlines)) ?? -1
        var numbers = [
            ("the manifest", manifest.revision, manifest.files.map { $0.path + $0.sha256 }.joined()),
            ("revision.json", revision, counted),
        ]
        numbers += manifest.files.map { ($0.path, $0.revision, $0.sha256) }
        for (name, number, content) in numbers {
            if number < highest[name, default: 0] { return "\(name) goes back to \(number)" }
            highest[name] = number
            if files["\(name) \(number)", default: content] != content { return "\(name) repeats \(number)" }
            files["\(name) \(number)"] = content
        }
        return nil
    }
}
