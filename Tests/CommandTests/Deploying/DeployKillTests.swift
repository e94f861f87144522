import Foundation
import SiteTesting
import Testing

/// These tests kill deploys and read what is then on the host.
@Suite(.enabled(if: DeployServer.hasAll)) struct DeployKillTests {
    /// A deploy starts a program for each of its steps. It is killed once before each of them and once after.
    @Test(arguments: [false, true]) func killedAtEachStep(isAfter: Bool) throws {
        var site = try DeployedSite()
        let target = "rsync:\(site.box.path)/host"
        let host = site.box.url.appending(path: "host")
        try writeRsync(in: site.box, isAfter: isAfter)
        let path = "\(site.box.path)/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        #expect(try site.deploy(target).exitCode == 0)
        var numbers = SeededNumbers(seed: 1)
        var (step, copies, isKilled) = (0, 0, true)
        while isKilled {
            step += 1
            let before = Set(try filesIn(site.publication).keys)
            site.now += 20 * 3600
            try site.change(&numbers)
            try site.box.write("", to: "steps")
            let environment = ["PATH": path, "STEPS": "\(site.box.path)/steps", "KILL_AT": "\(step)"]
            isKilled = try site.deploy(target, [], environment).exitCode != 0
            // Every second killed deploy is continued by one of other content.
            if isKilled, step % 2 == 0 { try site.change(&numbers) }
            let address = "file://\(host.path)/api/v1/"
            let reading = try Reading(address, in: site.box.url)
            #expect(reading.wrong == [] && reading.read == 1, "step \(step)")
            copies += reading.copies
            #expect(before.subtracting(try filesIn(host).keys) == [], "step \(step)")

            let last = try site.deployAfterKill(target)
            #expect(last.exitCode == 0, "\(last.errors)")
            let whole = try Reading(address, in: site.box.url)
            #expect(whole.wrong == [] && whole.copies == 0, "step \(step)")
            let there = try filesIn(host)
            for (path, bytes) in try filesIn(site.publication) {
                #expect(there[path] == bytes ? true : false, "\(path)")
            }
        }
        #expect(step > 7 && copies > 0, "\(step) steps, \(copies) copies")
    }

    /// An rsync that counts how often it is started, and kills whoever starts it at one of these times.
    private func writeRsync(in box: borrowing TemporaryFolder, isAfter: Bool) throws {
        let found = try run(URL(filePath: "/usr/bin/env"), ["sh", "-c", "command -v rsync"]).output
        let rsync = found.trimmingCharacters(in: .whitespacesAndNewlines)
        let work = isAfter ? "\(rsync) \"$@\"; kill -9 $PPID" : "kill -9 $PPID"
        try box.write(
            """
            #!/bin/sh
            [ -n "$KILL_AT" ] || exec \(rsync) "$@"
            echo >> "$STEPS"
            [ "$(wc -l < "$STEPS")" -ne "$KILL_AT" ] || { \(work); exit 1; }
            exec \(rsync) "$@"

            """, to: "bin/rsync")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: "\(box.path)/bin/rsync")
    }

    /// A client reads the API again and again, while one deploy after the other is killed at some moment, with the
    /// programs that it started or without them.
    @Test(arguments: [DeployServer.Kind.s3, .webdav, .rsync]) func killedWhileSomebodyReads(at kind: DeployServer.Kind)
        throws
    {
        var numbers = SeededNumbers(seed: printedSeed() &+ UInt64(kind.rawValue.count))
        let server = try DeployServer(kind)
        var site = try DeployedSite()
        let begin = ContinuousClock.now
        #expect(try site.deploy(server.target, [], server.environment).exitCode == 0)
        let duration = ContinuousClock.now - begin
        let reader = try Reader(server.address + "api/v1/")
        for _ in 0..<6 {
            // Four deploys later nothing of before is needed.
            site.now += 30 * 60
            try site.change(&numbers)
            let deploy = try start(site, server)
            pause(microseconds: UInt32.random(in: 0...UInt32(duration / .microseconds(1)), using: &numbers))
            // The programs are in the group of the process that started them.
            kill(Bool.random(using: &numbers) ? -deploy.processIdentifier : deploy.processIdentifier, SIGKILL)
            deploy.waitUntilExit()
            if Bool.random(using: &numbers) { try site.change(&numbers) }
            let run = try site.deployAfterKill(server.target, ["--keep", "2"], server.environment)
            #expect(run.exitCode == 0, "\(run.errors)")
        }
        let seen = try reader.end()
        #expect(seen.wrong == [], "\(kind)")
        #expect(seen.read > 8, "\(seen)")
        // The servers of rclone remove or empty a file before they replace it; rsync and S3 itself do not.
        if kind == .rsync { #expect(seen.without == 0, "\(kind)") }
        let there = try filesIn(server.folder)
        for (path, bytes) in try filesIn(site.publication) { #expect(there[path] == bytes ? true : false, "\(path)") }
        let others = Set(there.keys).subtracting(try filesIn(site.publication).keys)
        #expect(others.contains { $0.hasPrefix("api/v1/sha256/") })
    }

    private func start(_ site: borrowing DeployedSite, _ server: borrowing DeployServer) throws -> Process {
        let process = Process()
        process.executableURL = kairanExecutable
        process.arguments = ["deploy", server.target, "--keep", "2"]
        process.currentDirectoryURL = site.box.url
        process.environment = ProcessInfo.processInfo.environment.merging(server.environment) { $1 }
            .merging(["SOURCE_DATE_EPOCH": "\(site.now)"]) { $1 }
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        return process
    }
}
