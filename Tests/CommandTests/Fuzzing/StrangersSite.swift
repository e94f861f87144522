import Foundation
import SiteTesting

/// A published board in a repository, to which a stranger adds whatever a clone or an archive can bring: folders that look
/// like repositories, settings that name programs, damaged files of git, and symbolic links to secrets and other folders.
///
/// Whatever command is asked of it, none of its programs runs, no secret is published, and nothing changes outside the
/// site.
struct StrangersSite: ~Copyable {
    private static let secret = "kept-for-myself-alone"
    private static let commands = [
        ["check"], ["build"], ["build"], ["build"], ["build", "--no-cache"], ["list"], ["next"], ["diff"],
        ["diff", "--against", "HEAD"], ["lint", "public"], ["build", "--first-publication"],
        ["build", "--out", "www"], ["build", "--channel", "preview"], ["check", "--published"],
    ]

    private let box: TemporaryFolder
    private let files: SampleSite

    /// The folder of the site from the top of the repository; it may be this one.
    private let folder: String

    private var board: URL { box.url.appending(path: "board") }
    private var site: URL { folder.isEmpty ? board : board.appending(path: folder) }
    private var mark: String { box.path + "/mark" }

    /// - Parameter folder: The folder of the site from the top of the repository; empty for this one.
    init(_ files: SampleSite, in folder: String, box: consuming TemporaryFolder) throws {
        self.box = box
        self.files = files
        self.folder = folder
        for (path, bytes) in files.sources { try put(bytes, at: path, in: site) }
        for path in [".env", ".keys/key.txt"] { try put(Array(Self.secret.utf8), at: path, in: site) }
        for path in ["outside.txt", "board/neighbour/a.txt", "neighbour/a.txt", "neighbour/content/site.yml"] {
            try self.box.write(Self.secret, to: path)
        }
        _ = try command(["build", "--first-publication"])
        try git(["init", "--quiet"], in: board.path)
        try git(["add", "--all", "--force", "content", "templates"], in: site.path)
        if FileManager.default.fileExists(atPath: site.path + "/public") {
            try git(["add", "--all", "--force", "public"], in: site.path)
        }
        try git(["commit", "--quiet", "--message", Self.secret], in: board.path)
    }

    /// Adds something, runs a command, and returns what went wrong.
    func step(_ random: inout SeededNumbers, _ tally: inout FuzzTally) throws -> String? {
        let added = try add(&random)
        let arguments = Self.commands.randomElement(using: &random) ?? ["check"]
        let before = try outside()
        let run = try command(arguments)
        tally.add(run)
        let said = "\(added), then \(arguments): "
        if FileManager.default.fileExists(atPath: mark) { return said + "a program of the board ran" }
        if run.exitCode == 124 { return said + "it hangs" }
        guard [0, 1, 2, 3, 10, 11].contains(run.exitCode), !run.errors.contains("Kairan has a defect") else {
            return said + "it died: \(run)"
        }
        let after = try outside()
        if after != before {
            let paths = Set(after.keys).union(before.keys).filter { after[$0] != before[$0] }
            return said + "changed outside the site: \(paths.sorted().prefix(9))"
        }
        for (path, bytes) in try published() {
            if String(decoding: bytes, as: UTF8.self).contains(Self.secret) { return said + "\(path) has a secret" }
        }
        try mend(&random)
        return nil
    }

    /// Returns what is published in the site.
    private func published() throws -> [String: [UInt8]] {
        let link = try? FileManager.default.destinationOfSymbolicLink(atPath: site.path + "/public")
        return try filesIn(site.appending(path: link == nil ? "public" : "docs"))
            .merging(filesIn(site.appending(path: "www"))) { $0 + $1 }
    }

    /// Returns the files and folders that are neither in the site nor git's own.
    private func outside() throws -> [String: [UInt8]] {
        let own = [site.path, board.path + "/.git"].map { String($0.dropFirst(box.path.count + 1)) + "/" }
        func isOwn(_ path: String) -> Bool { own.contains { (path + "/").hasPrefix($0) } }
        let files = folder.isEmpty ? try filesIn(box.url.appending(path: "neighbour")) : try filesIn(board)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: box.path).filter { !isOwn($0) }
        return paths.reduce(into: [:]) { found, path in
            let name = path.split(separator: "/").dropFirst().joined(separator: "/")
            found[path] = files[name] ?? []
        }
    }

    private func command(_ arguments: [String]) throws -> Run {
        try run(
            URL(filePath: "/usr/bin/timeout"), ["60", kairanExecutable.path] + arguments, in: site,
            environment: ["SOURCE_DATE_EPOCH": "1775000000"])
    }

    private func add(_ random: inout SeededNumbers) throws -> String {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return try addRepository(&random)
        case 1: return try addSettings(&random)
        case 2: return try damageRepository(&random)
        case 3: return addPublishedLink(&random)
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
        ] { try? put(Array(text.utf8), at: "\(folder)/\(name)", in: site) }
        return "a repository in \(folder) with \(settings)"
    }

    private func addSettings(_ random: inout SeededNumbers) throws -> String {
        let settings = try settings(&random)
        let path = board.path + "/.git/config"
        let old = try? String(contentsOfFile: path, encoding: .utf8)
        try? ((old ?? "") + settings).write(toFile: path, atomically: false, encoding: .utf8)
        let attributes = ["content/.gitattributes", ".gitattributes", ".git/info/attributes", "public/.gitattributes"]
        if let path = attributes.randomElement(using: &random) {
            try? put(Array("* filter=evil diff=evil merge=evil\n".utf8), at: path, in: site)
        }
        // Git looks at the contents of what has another time.
        try? FileManager.default.setAttributes(
            [.modificationDate: Date()], ofItemAtPath: site.path + "/content/site.yml")
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
            "[remote \"origin\"]\n\turl = .\n\tpromisor = true\n\tuploadpack = \(program)\n"
                + "\tfetch = +refs/heads/*:refs/remotes/origin/*\n",
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

    /// Puts a link in the place of the published folder, or of one above or below it.
    private func addPublishedLink(_ random: inout SeededNumbers) -> String {
        let targets = [
            "docs", "../neighbour", "../neighbour/new", "../neighbour/content", "..", ".", ".keys", ".git", "content",
            "away", "away/new", box.path + "/neighbour", box.path, "public",
        ]
        let target = targets.randomElement(using: &random) ?? ""
        let place = ["public", "public", "public/preview", "public/api"].randomElement(using: &random) ?? "public"
        try? FileManager.default.createSymbolicLink(
            atPath: site.path + "/away",
            withDestinationPath: ["../neighbour", "docs"].randomElement(using: &random) ?? "")
        try? FileManager.default.removeItem(atPath: "\(site.path)/\(place)")
        let up = place == "public" || target.hasPrefix("/") ? "" : "../"
        try? FileManager.default.createSymbolicLink(
            atPath: "\(site.path)/\(place)", withDestinationPath: up + target)
        return "a link at \(place) to \(target)"
    }

    private func addLink(_ random: inout SeededNumbers) throws -> String {
        let targets = [
            ".git/config", ".git/COMMIT_EDITMSG", ".git/logs/HEAD", ".env", ".keys/key.txt", "../outside.txt", ".git",
            ".keys", "..", "way", "way/key.txt", "public", "/etc/hostname", "www/index.html", ".keys/../.env",
            ".keys/../content/site.yml", "../neighbour/a.txt", "../board/.keys/key.txt",
        ]
        let target = targets.randomElement(using: &random) ?? ""
        try? FileManager.default.createSymbolicLink(
            atPath: site.path + "/way", withDestinationPath: [".keys", ".env"].randomElement(using: &random) ?? "")
        var places = ["content/a.txt", "templates/a.txt", "templates/a.html", "templates/_partials/a.html.mustache"]
        places += ["templates/.well-known/a", "templates/a", "content", "templates"]
        places += files.sources.keys.sorted()
        let place = places.randomElement(using: &random) ?? ""
        let link = site.appending(path: place)
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
        for name in ["content", "templates"] { try? FileManager.default.removeItem(at: site.appending(path: name)) }
        for (path, bytes) in files.sources { try put(bytes, at: path, in: site) }
        let published = site.path + "/public"
        if (try? FileManager.default.destinationOfSymbolicLink(atPath: published)) != nil {
            try? FileManager.default.removeItem(atPath: published)
        }
    }
}
