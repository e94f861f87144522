import Foundation
import SiteTesting
import Testing

/// These tests are about files at the target before a deploy, and about places where targets may be.
@Suite(.enabled(if: DeployServer.hasAll)) struct DeployTargetTests {
    /// A file that nobody deployed stays as it is, and so does everything else.
    @Test func filesOfOthers() throws {
        let site = try DeployedSite()
        try site.box.write("mine\n", to: "host/index.html")
        try site.box.write("mine\n", to: "host/notes.txt")
        let run = try site.deploy("rsync:\(site.box.path)/host")
        #expect(run.exitCode == 3)
        #expect(
            run.errors.contains(
                "Kairan did not deploy these files and will not replace them; move them away: index.html"))
        #expect(try filesIn(site.box.url.appending(path: "host")).count == 2)
        try FileManager.default.removeItem(atPath: site.box.path + "/host/index.html")
        #expect(try site.deploy("rsync:\(site.box.path)/host").exitCode == 0)
        #expect(try filesIn(site.box.url.appending(path: "host"))["notes.txt"] == Array("mine\n".utf8))
    }

    /// Whatever stands in the way stays, whether a file comes to its place or a folder.
    @Test(arguments: ["rsync", "rclone"]) func whatIsInTheWay(_ program: String) throws {
        let site = try DeployedSite()
        try site.box.write("mine\n", to: "host/api")
        try site.box.write("mine\n", to: "host/index.html/keep")
        try site.box.write("mine\n", to: "elsewhere/file")
        let host = "\(site.box.path)/host"
        for (link, target) in [("assets", "../elsewhere"), (".nojekyll", "../elsewhere/file")] {
            try FileManager.default.createSymbolicLink(atPath: "\(host)/\(link)", withDestinationPath: target)
        }
        for options in [["--dry-run"], []] {
            let run = try site.deploy("\(program):\(host)", options)
            #expect(run.exitCode == 3)
            #expect(
                run.errors.hasSuffix("move them away: .nojekyll, api, assets, index.html (a folder)\n"),
                "\(run.output)\(run.errors)")
        }
        #expect(try FileManager.default.subpathsOfDirectory(atPath: host).count == 5)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(site.box.path)/elsewhere") == ["file"])
    }

    /// Without its record a site is known again by what its files hold.
    @Test(arguments: ["rsync", "rclone"]) func aLostRecord(_ program: String) throws {
        let site = try DeployedSite()
        let (host, target) = ("\(site.box.path)/host", "\(program):\(site.box.path)/host")
        #expect(try site.deploy(target).exitCode == 0)
        for path in deployRecords + [".kairan.json"] {
            try FileManager.default.removeItem(atPath: "\(host)/\(path)")
        }
        try site.box.write("mine\n", to: "host/index.html")
        let foreign = try site.deploy(target)
        #expect(foreign.exitCode == 3 && foreign.errors.hasSuffix("away: index.html\n"), "\(foreign.errors)")
        try FileManager.default.removeItem(atPath: "\(host)/index.html")
        let run = try site.deploy(target, ["--format", "json"])
        #expect(run.exitCode == 0, "\(run.errors)")
        let uploaded = try site.paths(run, "uploaded").filter { !$0.contains("/sha256/") }
        #expect(uploaded == ["index.html", ".kairan.json"])
    }

    /// A first deploy to a folder that is not there, also of so many files that asking for each would take long.
    @Test func manyFiles() throws {
        let site = try DeployedSite()
        for number in 0..<120 { try site.box.write("\(number)\n", to: "public/notes/\(number).txt") }
        for options in [["--dry-run"], []] {
            let run = try site.deploy("rclone:\(site.box.path)/none/host", options)
            #expect(run.exitCode == 0, "\(run.errors)")
        }
        #expect(try filesIn(site.box.url.appending(path: "none/host")).count > 120)
    }

    /// A site that somebody uploaded by other means is taken over by its list. Nobody knows whether all of it arrived.
    @Test func aFormerUpload() throws {
        let site = try DeployedSite()
        try site.box.lay(site.publication, over: "host")
        try FileManager.default.removeItem(atPath: site.box.path + "/host/api/v1/items/b.json")
        try site.box.write("mine\n", to: "host/api/v1/items/b.json/keep")
        let refused = try site.deploy("rsync:\(site.box.path)/host")
        #expect(refused.errors.hasSuffix("away: api/v1/items/b.json (a folder)\n"), "\(refused.errors)")
        try FileManager.default.removeItem(atPath: site.box.path + "/host/api/v1/items/b.json")
        try site.write("a", "Second")
        try site.remove("c")
        try site.build()
        let run = try site.deploy("rsync:\(site.box.path)/host", ["--format", "json"])
        #expect(run.exitCode == 0, "\(run.errors)\(run.output)")
        #expect(try site.paths(run, "leaving") == ["api/v1/items/c.json"])
        let uploaded = try site.paths(run, "uploaded")
        #expect(uploaded.contains("api/v1/items/b.json") && !uploaded.contains("assets/site.css"))
        let there = try filesIn(site.box.url.appending(path: "host"))
        for (path, bytes) in try filesIn(site.publication) { #expect(there[path] == bytes ? true : false, "\(path)") }
    }

    /// A killed deploy may leave half of a record, and then the one before counts.
    @Test func aDamagedRecord() throws {
        let site = try DeployedSite()
        let target = "rsync:\(site.box.path)/host"
        #expect(try site.deploy(target).exitCode == 0)
        let wrong = "{ \"kairanDeploy\": 1, \"files\": { \"../x\": null }, \"leaving\": {} }"
        for path in deployRecords {
            try site.write("a", "With \(path)")
            try site.build()
            try site.box.write(wrong, to: "host/\(path)")
            let run = try site.deploy(target)
            #expect(run.exitCode == 0, "\(run.errors)")
        }
        for path in deployRecords { try site.box.write(wrong, to: "host/\(path)") }
        let run = try site.deploy(target)
        #expect(
            run.exitCode == 3
                && run.errors.contains(".kairan-deploy.json, .kairan-deploy-2.json at the target is damaged"))
        for path in deployRecords { try FileManager.default.removeItem(atPath: site.box.path + "/host/\(path)") }
        #expect(try site.deploy(target).exitCode == 0)
    }

    /// A folder that a program names is the one that whoever deploys means.
    @Test(arguments: ["rsync", "rclone"]) func aRelativeTarget(_ program: String) throws {
        let site = try DeployedSite()
        let folder = site.box.url.appending(path: "below")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for target in ["../www", "../www/", "here/www"] {
            let run = try kairan(["deploy", "\(program):\(target)", ".."], in: folder)
            #expect(run.exitCode == 0, "\(run.errors)")
            let host = folder.appending(path: target)
            #expect(try filesIn(host).keys.contains("index.html"))
        }
    }

    /// What a remote's path is relative to is what it is for rclone.
    @Test func aRelativeRemote() throws {
        let site = try DeployedSite()
        let run = try site.deploy("rclone:host:www", [], ["RCLONE_CONFIG_HOST_TYPE": "local"])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try filesIn(site.box.url.appending(path: "www")).keys.contains("index.html"))
    }

    /// Whoever can write to the host cannot end a deploy by a number.
    @Test(arguments: ["9223372036854775807", "-1", "1e3", "null"]) func aRecordWithAnOddNumber(_ number: String) throws
    {
        let site = try DeployedSite()
        let target = "rsync:\(site.box.path)/www"
        #expect(try site.deploy(target, []).exitCode == 0)
        for name in [".kairan-deploy.json", ".kairan-deploy-2.json"] {
            let record = "{\"kairanDeploy\":1,\"written\":\(number),\"files\":{},\"leaving\":{}}"
            try site.box.write(record, to: "www/\(name)")
        }
        let run = try site.deploy(target, [])
        #expect(run.exitCode == 3 && run.errors.contains("is damaged"), "\(run.errors)")
    }

    /// Programs take nothing from the folder in which somebody deploys: a stranger may have filled it.
    @Test(arguments: ["rsync", "rclone"]) func strangers(_ program: String) throws {
        let site = try DeployedSite()
        let script = "#!/bin/sh\ntouch \(site.box.path)/ran\n"
        for name in ["rsync", "rclone", "ssh", "sh"] {
            try site.box.write(script, to: name)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(site.box.path)/\(name)")
        }
        try site.box.write("[host]\ntype = local\n", to: ".rclone.conf")
        try site.box.write("[host]\ntype = local\n", to: "rclone.conf")
        try site.box.write("mine\n", to: "public/--config=rclone.conf")
        try site.box.write("mine\n", to: "public/-e sh")
        let path = ".::\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        let run = try site.deploy("\(program):www", [], ["PATH": path])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(try filesIn(site.box.url.appending(path: "www"))["-e sh"] == Array("mine\n".utf8))
        let unknown = try site.deploy(
            "rclone:host:\(site.box.path)/other", [], ["HOME": "", "XDG_CONFIG_HOME": "", "PATH": path])
        #expect(unknown.exitCode == 3 && unknown.errors.contains("didn't find section in config file"))
        #expect(try !filesIn(site.box.url).keys.contains("ran"))
    }

    /// What a site brings never counts for a record of what was deployed.
    @Test func aRecordInTheSite() throws {
        let site = try DeployedSite()
        try site.box.write("mine\n", to: "host/notes.txt")
        let record = "{\"kairanDeploy\":1,\"files\":{\"notes.txt\":null},\"leaving\":{\"notes.txt\":1}}"
        for path in deployRecords { try site.box.write(record, to: "public/\(path)") }
        for _ in 0..<2 { #expect(try site.deploy("rsync:\(site.box.path)/host", ["--keep", "0"]).exitCode == 0) }
        #expect(try filesIn(site.box.url.appending(path: "host"))["notes.txt"] == Array("mine\n".utf8))
    }

    @Test func aProgramThatIsNotInstalled() throws {
        let site = try DeployedSite()
        let run = try site.deploy("rsync:\(site.box.path)/host", [], ["PATH": "\(site.box.path)/none"])
        #expect(run.exitCode == 3 && run.errors.contains("rsync is not installed"), "\(run.errors)")
    }

    /// A deployed site never comes into itself, nor into the sources.
    @Test(arguments: ["rsync", "rclone"]) func aTargetInTheSite(_ program: String) throws {
        let site = try DeployedSite()
        let before = try filesIn(site.box.url)
        for (folder, name) in [
            ("public", "public"), ("./public/sub", "public"), (".", "public"), ("content/www", "content"),
            ("\(site.box.path)/templates", "templates"),
        ] {
            let run = try site.deploy("\(program):\(folder)")
            #expect(run.exitCode == 3)
            #expect(
                run.errors == "error: deploying to '\(folder)' would mix what is deployed into '\(name)'; "
                    + "name another folder as the target\n", "\(run.errors)")
        }
        #expect(try filesIn(site.box.url) == before)
    }

    /// The last message of rclone has no level.
    @Test func whatRcloneSays() throws {
        let site = try DeployedSite()
        try site.box.write("mine\n", to: "file")
        let run = try site.deploy("rclone:host:\(site.box.path)/file/host", [], ["RCLONE_CONFIG_HOST_TYPE": "local"])
        #expect(run.exitCode == 3 && run.errors.contains(/^error: rclone failed: [A-Z][a-z]/), "\(run.errors)")
    }

    @Test func aTargetWithControls() throws {
        let site = try DeployedSite()
        for options in [["--dry-run"], [], []] {
            let run = try site.deploy("rsync:\(site.box.path)/ho\u{1B}[31mst", options)
            #expect(run.exitCode == 0 && !run.output.contains("\u{1B}"), "\(run.output)\(run.errors)")
        }
    }

    @Test(arguments: ["host:path", "rclone:", "rsync:-e/bin/sh", "rclone:--config", ""]) func aWrongTarget(
        _ target: String
    ) throws {
        let run = try kairan(["deploy", target])
        #expect(run.exitCode == 2 && run.errors.contains("does not say how to upload"), "\(run.errors)")
    }
}
