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
        let kill = "kill -9 $PPID; exit 1"
        try writeRsync(in: site.box, atStep: isAfter ? "\(Self.rsync) \"$@\"; \(kill)" : kill)
        #expect(try site.deploy(target).exitCode == 0)
        var numbers = SeededNumbers(seed: 1)
        var (step, copies, isKilled) = (0, 0, true)
        while isKilled {
            step += 1
            let before = Set(try filesIn(site.publication).keys)
            try passTime(minutes: 20 * 60, at: host)
            try site.change(&numbers)
            isKilled = try site.deploy(target, [], environment(site.box, step: step)).exitCode != 0
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

    /// Whoever ends a deploy ends what it started too, and is told how to go on.
    @Test func ended() throws {
        let site = try DeployedSite()
        try writeRsync(in: site.box, atStep: "kill -TERM $PPID; exec sleep 300")
        let run = try site.deploy("rsync:\(site.box.path)/host", [], environment(site.box, step: 4))
        #expect(run.exitCode == 3 && run.errors == "stopped; the same command continues\n", "\(run.errors)")
        let last = try site.deployAfterKill("rsync:\(site.box.path)/host")
        #expect(last.exitCode == 0, "\(last.errors)")
    }

    /// A program that fails is quoted, and nothing is lost.
    @Test func aProgramThatFails() throws {
        let site = try DeployedSite()
        try writeRsync(in: site.box, atStep: "echo 'rsync: \\033[31mno space left' >&2; exit 11")
        let run = try site.deploy("rsync:\(site.box.path)/host", [], environment(site.box, step: 5))
        #expect(run.exitCode == 3)
        #expect(
            run.errors == "error: rsync failed: rsync:  [31mno space left\n"
                + "help: the target can still be read; the same command continues\n", "\(run.errors)")
        #expect(try site.deploy("rsync:\(site.box.path)/host").exitCode == 0)
    }

    /// A long upload says on a terminal how far it is. It goes on only once that was seen.
    @Test func progress() throws {
        let site = try DeployedSite()
        let gate = site.box.url.appending(path: "gate")
        unsafe #expect(mkfifo(gate.path, 0o600) == 0)
        try writeRsync(in: site.box, atStep: "cat \(gate.path)")
        let variables = try environment(site.box, step: 4).merging(["TERM": "xterm"]) { $1 }
        let run = try kairanOnATerminal(
            ["deploy", "rsync:\(site.box.path)/host"], in: site.box.url, environment: variables
        ) { shown in
            guard shown.contains("uploading "), FileManager.default.fileExists(atPath: gate.path) else { return }
            let opened = try FileHandle(forUpdating: gate)
            try FileManager.default.removeItem(at: gate)
            try opened.close()
        }
        #expect(run.exitCode == 0, "\(run.shown)")
        #expect(run.shown.contains(/uploading files named by their content: 0 of [0-9]+, [0-9.]+ s/), "\(run.shown)")
    }

    /// The variables for a deploy that finds that rsync.
    private func environment(_ box: borrowing TemporaryFolder, step: Int) throws -> [String: String] {
        try box.write("", to: "steps")
        let path = "\(box.path)/bin:\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        return ["PATH": path, "STEPS": "\(box.path)/steps", "AT_STEP": "\(step)"]
    }

    /// Writes an rsync that counts how often it is started, and does something else first at one of these times.
    private func writeRsync(in box: borrowing TemporaryFolder, atStep work: String) throws {
        try box.write(
            """
            #!/bin/sh
            [ -n "$AT_STEP" ] || exec \(Self.rsync) "$@"
            echo >> "$STEPS"
            step=0
            while read -r line; do step=$((step + 1)); done < "$STEPS"
            [ "$step" -ne "$AT_STEP" ] || { \(work); }
            exec \(Self.rsync) "$@"

            """, to: "bin/rsync")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(box.path)/bin/rsync")
    }

    /// The path of the real one.
    private static let rsync =
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .map { "\($0)/rsync" }.first(where: FileManager.default.isExecutableFile) ?? "rsync"

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
            try passTime(minutes: 30, at: server.folder)
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
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.start()
        return process
    }
}
