import Foundation
import KairanReaders
import KairanDeploy
import KairanSystem
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanPublish

/// Runs every test of a suite twice: publishing without a work folder, and with one that keeps the spare tree.
struct WithAndWithoutSpareTree: SuiteTrait, TestTrait, TestScoping {
    @TaskLocal static var workFolder: String?

    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await function()
        let folder = NSTemporaryDirectory() + "kairan-work-\(UUID().uuidString)"
        try await Self.$workFolder.withValue(folder) { try await function() }
        if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
    }
}

extension Trait where Self == WithAndWithoutSpareTree {
    static var withAndWithoutSpareTree: Self { Self() }
}

/// Publishes in the way that the test runs in.
func publish(
    _ outputs: [OutputFile], to folder: String, clock: FileClock = .system
) throws(PublishError) -> PublicationSummary {
    try Publisher(to: folder, workFolder: WithAndWithoutSpareTree.workFolder, clock: clock, order: placingOrder)
        .publish(outputs).summary
}

extension PublishingSandbox {
    /// Publishes in the way that the test runs in, by the clock that stands.
    func publisher() throws -> Publisher {
        try Publisher(to: target, workFolder: WithAndWithoutSpareTree.workFolder, clock: clock)
    }

    /// Lets another process publish the files of two folders in turn, and kills it.
    func runProbe(
        between first: String, and second: String, killedAfterMicroseconds delay: UInt32
    ) throws {
        let probe = Process()
        probe.executableURL = publishProbe()
        probe.arguments =
            [target, "\(root)/\(first)", "\(root)/\(second)"] + (WithAndWithoutSpareTree.workFolder.map { [$0] } ?? [])
        let output = Pipe()
        probe.standardOutput = output
        try probe.start()
        // The probe says when it starts to publish; before that there is nothing to interrupt.
        #expect(output.fileHandleForReading.availableData == Data("ready\n".utf8))
        pause(microseconds: delay)
        kill(probe.processIdentifier, SIGKILL)
        probe.waitUntilExit()
        #expect(probe.terminationReason == .uncaughtSignal, "the probe ended by itself")
    }
}
