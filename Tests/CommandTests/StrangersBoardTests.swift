import Foundation
import SiteTesting
import Testing

/// Whatever commands are asked of somebody else's board, nothing of it is run.
@Suite struct StrangersBoardTests {
    static let commands = [
        ["check"], ["list"], ["next"], ["diff"], ["build"], ["diff", "--against", "HEAD"],
        ["diff", "--against", "public"],
    ]

    /// A folder that looks like a bare repository can be a part of what somebody committed; a clone brings it.
    @Test(arguments: ["public", ".", "content", "templates"]) func aFolderThatLooksLikeARepository(
        _ place: String
    ) throws {
        let box = try Self.published()
        let mark = box.path + "/mark"
        for (name, text) in [
            ("HEAD", "ref: refs/heads/main\n"), ("objects/keep", ""),
            ("refs/heads/main", String(repeating: "1", count: 40) + "\n"),
            (
                "config",
                """
                [core]
                \trepositoryformatversion = 1
                \tbare = true
                \tfsmonitor = touch \(mark)
                [extensions]
                \tpartialClone = evil
                [remote "evil"]
                \turl = .
                \tpromisor = true
                \tuploadpack = touch \(mark); false

                """
            ),
        ] { try box.write(text, to: "board/\(place)/\(name)") }
        try Self.commit(box.url.appending(path: "board"))
        try git(["clone", "--quiet", "board", "clone"], in: box.path)
        for folder in ["board", "clone"] {
            for command in Self.commands {
                _ = try kairan(command, in: box.url.appending(path: folder))
                #expect(!FileManager.default.fileExists(atPath: mark), "\(folder): \(command)")
            }
        }
    }

    /// An archive can bring a repository with any settings.
    @Test func aRepositoryWithHostileSettings() throws {
        let box = try Self.published()
        let board = box.url.appending(path: "board")
        try Self.commit(board)
        try git(["checkout", "--quiet", "-b", "other"], in: board.path)
        let stranger = try StrangersRepository(in: board, beside: box.url)
        // Git itself does start it, so this test can fail.
        _ = try run(URL(filePath: "/usr/bin/git"), ["status"], in: board)
        #expect(!stranger.marks.isEmpty)
        try FileManager.default.removeItem(at: stranger.mark)
        for command in Self.commands {
            // Git looks at files whose time has changed.
            try box.write("title: Harbour\nurl: https://a.example/\n", to: "board/content/site.yml")
            let run = try kairan(command, in: board)
            #expect(stranger.marks == "", "\(command)")
            #expect(run.exitCode == 0 || command.first == "diff" && run.exitCode == 10, "\(command): \(run.errors)")
        }
    }

    /// The folder to publish to can be a link that a clone brings.
    @Test(arguments: ["../.git", "../../.ssh", ".vscode"]) func aPublishedFolderThatIsALink(_ target: String) throws {
        let box = try Self.published()
        let board = box.url.appending(path: "board/inner")
        try box.lay(box.url.appending(path: "board/content"), over: "board/inner/content")
        try box.lay(box.url.appending(path: "board/templates"), over: "board/inner/templates")
        for folder in ["board/.git", ".ssh", "board/inner/.vscode"] { try box.write("", to: "\(folder)/x") }
        try FileManager.default.createSymbolicLink(atPath: board.path + "/public", withDestinationPath: target)
        let run = try kairan(["build", "--out", "public"], in: board)
        #expect(run.exitCode == 2 && run.errors.contains("is a symbolic link that leads to the hidden name"), "\(run)")
        #expect(try kairan(["build"], in: board).exitCode == 2)
        #expect(try filesIn(board.appending(path: target)).keys.sorted() == ["x"])
    }

    /// What such a link leads to is its reader's own, unless they name it themselves.
    @Test(arguments: ["../other", "../new/www", "way/inner", ".."]) func aPublishedFolderElsewhere(_ target: String)
        throws
    {
        let box = try Self.published()
        let board = box.url.appending(path: "board")
        try box.write("mine", to: "other/inner/mine.txt")
        try FileManager.default.createSymbolicLink(atPath: board.path + "/way", withDestinationPath: "../other")
        try FileManager.default.moveItem(at: board.appending(path: "public"), to: box.url.appending(path: "moved"))
        try FileManager.default.createSymbolicLink(atPath: board.path + "/public", withDestinationPath: target)
        let before = try filesIn(box.url.appending(path: "other"))
        for command in [
            ["build"], ["build", "--channel", "preview"], ["serve"], ["edit", "--no-open"],
            ["deploy", "rsync:/nowhere"],
        ] {
            let run = try run(
                URL(filePath: "/usr/bin/timeout"), ["20", kairanExecutable.path] + command, in: board)
            #expect([2, 3].contains(run.exitCode), "\(command): \(run)")
            #expect(run.errors.contains("is a symbolic link that leads out of the site"), "\(command): \(run.errors)")
        }
        #expect(try filesIn(box.url.appending(path: "other")) == before)
        #expect(!FileManager.default.fileExists(atPath: box.path + "/new"))
        // Around the sources nobody may publish.
        guard target != ".." else { return }
        let run = try kairan(["build", "--out", "public", "--first-publication"], in: board)
        #expect(run.exitCode == 0, "\(run)")
    }

    /// A link that stays in the site is followed.
    @Test func aPublishedFolderInTheSite() throws {
        let box = try Self.published()
        let board = box.url.appending(path: "board")
        try FileManager.default.moveItem(at: board.appending(path: "public"), to: board.appending(path: "docs"))
        try FileManager.default.createSymbolicLink(atPath: board.path + "/public", withDestinationPath: "docs")
        let run = try kairan(["build"], in: board)
        #expect(run.exitCode == 0, "\(run)")
    }

    /// With an empty part in PATH, a program could be one that the board brings.
    @Test func programsOfTheBoard() throws {
        let box = try Self.published()
        let board = box.url.appending(path: "board")
        try Self.commit(board)
        for name in ["git", "rsync", "rclone", "xdg-open", "ssh", "curl"] {
            try box.write("#!/bin/sh\ntouch '\(box.path)/mark'\n", to: "board/\(name)")
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o755], ofItemAtPath: board.appending(path: name).path)
        }
        for path in [":/usr/bin:/bin", ".:/usr/bin:/bin", "/nowhere::", "/nowhere:./"] {
            for command in Self.commands + [["deploy", "rsync:/nowhere/www"], ["deploy", "local:/nowhere/www"]] {
                _ = try kairan(command, in: board, environment: ["PATH": path])
                #expect(!FileManager.default.fileExists(atPath: box.path + "/mark"), "\(path): \(command)")
            }
        }
    }

    /// Every command of git says where the repository is and what is forbidden, and none is started elsewhere.
    @Test func oneWayToGit() throws {
        let box = try Self.published()
        let board = box.url.appending(path: "board")
        try Self.commit(board)
        try box.write(
            """
            #!/bin/sh
            echo "$GIT_COMMON_DIR|$*" >> '\(box.path)/log'
            exec /usr/bin/git "$@"

            """, to: "bin/git")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: box.path + "/bin/git")
        for command in Self.commands {
            let run = try kairan(command, in: board, environment: ["PATH": "\(box.path)/bin:/usr/bin:/bin"])
            #expect(run.exitCode == 0, "\(command): \(run.errors)")
        }
        let lines = try String(contentsOf: box.url.appending(path: "log"), encoding: .utf8).split(separator: "\n")
        #expect(lines.count > 10)
        for line in lines {
            #expect(line.contains("/kairan-git-") && line.contains("--git-dir=\(board.path)/.git "), "\(line)")
            let isOfSettings = line.contains(" config --file ")
            for guarding in ["safe.bareRepository=explicit", "core.fsmonitor=false", "core.hooksPath=/dev/null"] {
                #expect(isOfSettings || line.contains("-c \(guarding) "), "\(line)")
            }
        }
        let sources = try filesIn(packageFolder.appending(path: "Sources")).filter { $0.key.hasSuffix(".swift") }
        func files(holding text: String) -> [String] {
            sources.filter { String(decoding: $0.value, as: UTF8.self).contains(text) }.keys.sorted()
        }
        #expect(files(holding: "[\"git\"") == ["KairanBuild/Git/GuardedRepository.swift"])
        #expect(
            files(holding: "try Program(") == [
                "KairanBuild/Git/GuardedRepository.swift", "KairanDeploy/ProgramRunner.swift",
                "KairanPull/Fetching/Curl.swift",
                "kairan/ServeRun.swift",
            ])
    }

    /// What a killed process leaves among the temporary files goes after a day.
    @Test func foldersOfKilledProcesses() throws {
        let box = try Self.published()
        try Self.commit(box.url.appending(path: "board"))
        let others = [
            "kairan-git-4194305-new", "kairan-git-\(getpid())-old", "kairan-git-x", "kairan-git-4194305-file",
        ]
        for name in ["kairan-git-4194305-old"] + others {
            try box.write("", to: name.hasSuffix("file") ? "tmp/\(name)" : "tmp/\(name)/info/attributes")
            guard !name.hasSuffix("new") else { continue }
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -100_000)], ofItemAtPath: "\(box.path)/tmp/\(name)")
        }
        let run = try kairan(
            ["check"], in: box.url.appending(path: "board"), environment: ["TMPDIR": box.path + "/tmp"])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: box.path + "/tmp").sorted() == others.sorted())
    }

    /// What an honest repository says is still heard: its format, its other working trees, and where it is.
    @Test func otherRepositories() throws {
        let box = try Self.published()
        let board = box.url.appending(path: "board")
        try Self.commit(board)
        try git(["worktree", "add", "--quiet", "../tree"], in: board.path)
        try git(["init", "--quiet", "--object-format=sha256", "sha256"], in: box.path)
        try box.lay(board.appending(path: "content"), over: "sha256/content")
        try box.lay(board.appending(path: "templates"), over: "sha256/templates")
        try box.lay(board.appending(path: "public"), over: "sha256/public")
        try Self.commit(box.url.appending(path: "sha256"))
        try git(["clone", "--quiet", "--separate-git-dir=apart", "board", "separate"], in: box.path)
        for folder in ["tree", "sha256", "separate"] {
            let run = try kairan(["diff", "--against", "HEAD"], in: box.url.appending(path: folder))
            #expect(run.exitCode == 0 && run.output == "no changes compared with HEAD\n", "\(folder): \(run)")
        }
    }

    /// What a partial clone lacks is not fetched, and that is told.
    @Test func partialClones() throws {
        let box = try Self.published()
        let board = box.url.appending(path: "board")
        try box.write("status: current\n", to: "board/templates/api/v1/_version.yml")
        try box.write("data: { a: { literal: 1 } }\n", to: "board/templates/api/v1/a.json.yml")
        for title in ["One", "Two"] {
            try box.write("title: \(title)\nurl: https://a.example/\n", to: "board/content/site.yml")
            #expect(try kairan(["build", "--first-publication"], in: board).exitCode == 0)
            try Self.commit(board)
        }
        try git(["config", "uploadpack.allowFilter", "true"], in: board.path)
        try git(
            ["clone", "--quiet", "--no-local", "--filter=blob:none", "file://\(board.path)", "clone"], in: box.path)
        let run = try kairan(["check"], in: box.url.appending(path: "clone"))
        #expect(run.exitCode == 0)
        #expect(run.errors.contains("the clone is partial"), "\(run.errors)")
        #expect(run.errors.contains("git fetch --refetch --no-filter"), "\(run.errors)")
    }

    /// Makes a published board in the folder `board`.
    private static func published() throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        try box.write("title: Harbour\nurl: https://a.example/\n", to: "board/content/site.yml")
        try box.write("Hello\n", to: "board/templates/index.html.mustache")
        let run = try kairan(["build", "--first-publication"], in: box.url.appending(path: "board"))
        #expect(run.exitCode == 0, "\(run.errors)")
        return box
    }

    private static func commit(_ folder: URL) throws {
        try git(["init", "--quiet"], in: folder.path)
        try git(["add", "--all", "--force", "--", ".", ":!.kairan"], in: folder.path)
        try git(["commit", "--quiet", "--message", "Start"], in: folder.path)
    }
}
