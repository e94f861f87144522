import Foundation
import SiteTesting

/// A published board in a repository, to which a stranger adds whatever a clone or an archive can bring: folders that look
/// like repositories, settings that name programs, damaged files of git, and symbolic links to secrets.
///
/// Whatever command is asked of it, none of its programs runs, and no secret is published.
struct StrangersSite: ~Copyable {
    private static let secret = "kept-for-myself-alone"
    private static let commands = [
        ["check"], ["build"], ["build"], ["build"], ["build", "--no-cache"], ["list"], ["next"], ["diff"],
        ["diff", "--against", "HEAD"], ["lint", "public"], ["build", "--first-publication"],
    ]

    private let box: TemporaryFolder
    private let files: SampleSite

    private var board: URL { box.url.appending(path: "board") }
    private var mark: String { box.path + "/mark" }

    init(_ files: SampleSite, box: consuming TemporaryFolder) throws {
        self.box = box
        self.files = files
        for (path, bytes) in files.sources { try put(bytes, at: path, in: board) }
        for path in ["board/.env", "board/.keys/key.txt", "outside.txt"] { try self.box.write(Self.secret, to: path) }
        _ = try command(["build", "--first-publication"])
        try git(["init", "--quiet"], in: board.path)
        try git(["add", "--all", "--force", "content", "templates"], in: board.path)
        if FileManager.default.fileExists(atPath: board.path + "/public") {
            try git(["add", "--all", "--force", "public"], in: board.path)
        }
        try git(["commit", "--quiet", "--message", Self.secret], in: board.path)
    }

    /// Adds something, runs a command, and returns what went wrong.
    func step(_ random: inout SeededNumbers, _ tally: inout FuzzTally) throws -> String? {
        let added = try add(&random)
        let arguments = Self.commands.randomElement(using: &random) ?? ["check"]
        let run = try command(arguments)
        tally.add(run)
        let said = "\(added), then \(arguments): "
        if FileManager.default.fileExists(atPath: mark) { return said + "a program of the board ran" }
        if run.exitCode == 124 { return said + "it hangs" }
        guard [0, 1, 2, 3, 10, 11].contains(run.exitCode), !run.errors.contains("Kairan has a defect") else {
            return said + "it died: \(run)"
        }
        for (path, bytes) in try filesIn(board.appending(path: "public")) {
            if String(decoding: bytes, as: UTF8.self).contains(Self.secret) { return said + "\(path) has a secret" }
        }
        try mend(&random)
        return nil
    }

    private func command(_ arguments: [String]) throws -> Run {
        try run(
            URL(filePath: "/usr/bin/timeout"), ["60", kairanExecutable.path] + arguments, in: board,
            environment: ["SOURCE_DATE_EPOCH": "1775000000"])
    }

    private func add(_ random: inout SeededNumbers) throws -> String {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return try addRepository(&random)
        case 1: return try addSettings(&random)
        case 2: return try damageRepository(&random)
        default: return try addLink(&random)
        }
    }

    /// Makes a folder look like a bare repository.
    private func addRepository(_ random: inout SeededNumbers) throws -> String {
        let folders = ["public", ".", "content", "templates", "public/api", "templates/api", ".kairan", ".git/x"]
        let folder = folders.randomElement(using: &random) ?? "."
        let settings = try settings(&random)
        for (name, text) in [
            ("HEAD", "ref: refs/heads/main\n"), ("objects/keep", ""),
            ("refs/heads/main", String(repeating: "1", count: 40) + "\n"),
            ("config", "[core]\n\trepositoryformatversion = 1\n\tbare = true\n" + settings),
        ] { try? put(Array(text.utf8), at: "\(folder)/\(name)", in: board) }
        return "a repository in \(folder) with \(settings)"
    }

    private func addSettings(_ random: inout SeededNumbers) throws -> String {
        let settings = try settings(&random)
        let path = board.path + "/.git/config"
        let old = try? String(contentsOfFile: path, encoding: .utf8)
        try? ((old ?? "") + settings).write(toFile: path, atomically: false, encoding: .utf8)
        let attributes = ["content/.gitattributes", ".gitattributes", ".git/info/attributes", "public/.gitattributes"]
        if let path = attributes.randomElement(using: &random) {
            try? put(Array("* filter=evil diff=evil merge=evil\n".utf8), at: path, in: board)
        }
        // Git looks at the contents of what has another time.
        try? FileManager.default.setAttributes(
            [.modificationDate: Date()], ofItemAtPath: board.path + "/content/site.yml")
        return "settings \(settings)"
    }

    private func settings(_ random: inout SeededNumbers) throws -> String {
        let program = "touch \(mark); false"
        let all = [
            "[core]\n\tfsmonitor = \(program)\n", "[core]\n\tpager = \(program)\n", "[core]\n\teditor = \(program)\n",
            "[core]\n\tsshCommand = \(program)\n", "[core]\n\thooksPath = \(box.path)\n",
            "[core]\n\talternateRefsCommand = \(program)\n", "[diff]\n\texternal = \(program)\n",
            "[filter \"evil\"]\n\tclean = \(program)\n\tsmudge = \(program)\n\trequired\n",
            "[diff \"evil\"]\n\ttextconv = \(program)\n\tcommand = \(program)\n",
            "[extensions]\n\tpartialClone = evil\n[remote \"evil\"]\n\turl = .\n\tpromisor = true\n"
                + "\tuploadpack = \(program)\n",
            "[log]\n\tshowSignature = true\n[gpg]\n\tprogram = \(program)\n", "[alias]\n\tstatus = !\(program)\n",
            "[core]\n\tworktree = \(box.path)\n", "[credential]\n\thelper = !\(program)\n",
            "[include]\n\tpath = ../content/site.yml\n", "[extensions]\n\tworktreeConfig = true\n",
            "[core \"a.b\\\"\"]\n\tx = \"\\n\"\n",
            "[branch \"a\"]\n\tremote = \(box.path)\n\tmerge = refs/heads/main\n",
        ]
        return (all.randomElement(using: &random) ?? "") + (all.randomElement(using: &random) ?? "")
    }

    private func damageRepository(_ random: inout SeededNumbers) throws -> String {
        let git = board.appending(path: ".git")
        let all = try filesIn(git).sorted { $0.key < $1.key }.filter { !$0.key.hasPrefix("hooks/") }
        guard let (path, bytes) = all.randomElement(using: &random) else { return "nothing" }
        let damaged = mutated(bytes, alphabet: Array(0...255), &random)
        let others: [(String, [UInt8])] = [
            (path, damaged), ("commondir", Array("../content\n".utf8)), ("objects/info/alternates", Array("/\n".utf8)),
            ("shallow", damaged), ("packed-refs", damaged), ("MERGE_HEAD", damaged), ("HEAD", damaged),
            ("config.worktree", Array("[core]\n\tfsmonitor = touch \(mark)\n".utf8)),
        ]
        let (place, new) = others.randomElement(using: &random) ?? (path, damaged)
        try? FileManager.default.removeItem(at: git.appending(path: place))
        try? put(new, at: place, in: git)
        return "\(new.count) bytes in .git/\(place)"
    }

    private func addLink(_ random: inout SeededNumbers) throws -> String {
        let targets = [
            ".git/config", ".git/COMMIT_EDITMSG", ".git/logs/HEAD", ".env", ".keys/key.txt", "../outside.txt", ".git",
            ".keys", "..", "way", "way/key.txt", "public", "/etc/hostname",
        ]
        let target = targets.randomElement(using: &random) ?? ""
        try? FileManager.default.createSymbolicLink(
            atPath: board.path + "/way", withDestinationPath: [".keys", ".env"].randomElement(using: &random) ?? "")
        var places = ["content/a.txt", "templates/a.txt", "templates/a.html", "templates/_partials/a.html.mustache"]
        places += ["templates/.well-known/a", "templates/a", "content", "templates"]
        places += files.sources.keys.sorted()
        let place = places.randomElement(using: &random) ?? ""
        let link = board.appending(path: place)
        try? FileManager.default.createDirectory(
            at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? FileManager.default.removeItem(at: link)
        let up = String(repeating: "../", count: place.split(separator: "/").count - 1)
        try? FileManager.default.createSymbolicLink(
            atPath: link.path, withDestinationPath: target.hasPrefix("/") ? target : up + target)
        return "a link at \(place) to \(target)"
    }

    /// Puts the sources back now and then, since a mistake hides whatever comes after it.
    private func mend(_ random: inout SeededNumbers) throws {
        guard Int.random(in: 0..<3, using: &random) == 0 else { return }
        for name in ["content", "templates"] { try? FileManager.default.removeItem(at: board.appending(path: name)) }
        for (path, bytes) in files.sources { try put(bytes, at: path, in: board) }
    }
}
