import Foundation
import SiteTesting
import Testing

/// Commands find the site from a folder inside it, and say what to do where there is none.
@Suite struct FindSiteTests {
    private func campus() throws -> TemporaryFolder {
        let box = try TemporaryFolder()
        #expect(try kairan(["init", "--example", "campus"], in: box.url).exitCode == 0)
        return box
    }

    @Test func fromFoldersOfTheSite() throws {
        let box = try campus()
        let inside = box.url.appending(path: "content/notices")
        let build = try kairan(["build", "--first-publication"], in: inside)
        #expect(build.exitCode == 0 && build.output.contains(" in ../../public; "), "\(build.errors)")
        #expect(FileManager.default.fileExists(atPath: box.path + "/public/index.html"))
        #expect(!FileManager.default.fileExists(atPath: inside.path + "/public"))
        let new = try kairan(
            ["new", "clubs", "Chess", "--set", "section=music", "--set", "days=daily", "--set", "place=Hall"],
            in: inside)
        #expect(new.output.hasPrefix("../../content/clubs/chess.md\n"), "\(new.errors)")
        for command in [["check"], ["list", "clubs"], ["next"], ["schema"], ["check", "."], ["check", "./"]] {
            let run = try kairan(command, in: box.url.appending(path: "templates/api/v1"))
            #expect(run.exitCode == 0, "\(command): \(run.errors)")
        }
        try box.write("title: [\n", to: "content/notices/wrong.yml")
        #expect(try kairan(["check"], in: inside).errors.hasPrefix("../../content/notices/wrong.yml:1:8: error: "))
        // Whoever names a folder means that one.
        #expect(try kairan(["check", "../notices"], in: inside).errors.contains("there is no content/site.yml"))
    }

    /// What stands above a folder of somebody else decides nothing.
    @Test(.enabled(if: getuid() == 0)) func notThroughAFolderOfAnotherUser() throws {
        let box = try campus()
        let folder = box.url.appending(path: "content/notices").path
        #expect(unsafe chown(folder, 65_534, 65_534) == 0)
        let run = try kairan(["check"], in: URL(filePath: folder))
        #expect(run.exitCode == 1 && run.errors.contains("there is no content/site.yml"), "\(run.errors)")
    }

    @Test func withoutACommand() throws {
        let empty = try TemporaryFolder()
        let first = try kairan([], in: empty.url)
        #expect(first.exitCode == 0 && first.errors == "")
        #expect(first.output.contains("There is no site in this folder yet.\n  kairan init  "))
        let box = try campus()
        #expect(try kairan([], in: box.url).output.contains("The site of this folder:\n  kairan serve --open  "))
        let inside = try kairan([], in: box.url.appending(path: "content"))
        #expect(inside.output.contains("The site of ..:\n"))
    }

    @Test(arguments: [("biuld", "did you mean 'build'?"), ("frobnicate", "kairan --help has all commands")])
    func mistypedCommands(_ command: String, _ help: String) throws {
        let run = try kairan([command, "site"])
        #expect(run.exitCode == 2 && run.output == "")
        #expect(run.errors == "Error: there is no command '\(command)'\nhelp: \(help)\n")
    }

    @Test func quietly() throws {
        let box = try campus()
        for command in [["build", "--quiet", "--first-publication"], ["build", "-q"], ["check", "-q"]] {
            let run = try kairan(command, in: box.url)
            #expect(run.exitCode == 0 && run.output == "" && run.errors == "", "\(command): \(run)")
        }
        let target = try TemporaryFolder()
        let deploy = try kairan(["deploy", "rsync:" + target.path + "/to", "-q"], in: box.url)
        #expect(deploy.exitCode == 0 && deploy.output == "", "\(deploy.errors)")
        try box.write("title: [\n", to: "content/notices/wrong.yml")
        let wrong = try kairan(["build", "-q"], in: box.url)
        #expect(wrong.exitCode == 1 && wrong.errors.contains("wrong.yml:1:8"))
    }
}
