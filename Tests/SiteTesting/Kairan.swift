package import Foundation

/// The result of one run of the built executable.
package struct Run {
    package var exitCode: Int32
    package var output: String
    package var errors: String
}

/// The executable that was built beside the tests.
package let unoptimizedExecutable = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "kairan")

/// The executable that the tests run. `make test` names the one that people get, which is several times as fast.
package let kairanExecutable =
    ProcessInfo.processInfo.environment["KAIRAN"].map { URL(filePath: $0) } ?? unoptimizedExecutable

/// Runs `kairan` to its end; the environment is the tests' own with `environment` put over it. The standard output goes
/// to `file` if one is given.
package func kairan(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:], writingTo file: String? = nil
) throws -> Run {
    try run(kairanExecutable, arguments, in: folder, environment: environment, writingTo: file)
}

/// Runs any program in the same way.
package func run(
    _ program: URL, _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:],
    writingTo file: String? = nil
) throws -> Run {
    let streams = try TemporaryFolder()
    let process = try process(program, arguments, in: folder, environment, writingTo: file, streams)
    try process.start()
    process.waitUntilExit()
    return try ended(process, streams)
}

/// Runs a program that is found through `PATH` in the same way. No thread waits for it, so other tests go on meanwhile.
package func runAside(
    _ command: [String], in folder: URL, environment: [String: String] = [:]
) async throws -> Run {
    let streams = try TemporaryFolder()
    let process = try process(URL(filePath: "/usr/bin/env"), command, in: folder, environment, writingTo: nil, streams)
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in continuation.resume() }
        do { try process.start() } catch { continuation.resume(throwing: error) }
    }
    return try ended(process, streams)
}

private func process(
    _ program: URL, _ arguments: [String], in folder: URL?, _ environment: [String: String], writingTo file: String?,
    _ streams: borrowing TemporaryFolder
) throws -> Process {
    let (output, errors) = (try streams.emptyFile("output"), try streams.emptyFile("errors"))
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    var merged = ProcessInfo.processInfo.environment
    merged["SOURCE_DATE_EPOCH"] = nil
    process.environment = merged.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    // With files instead of pipes, neither side can wait for the other.
    process.standardOutput = try FileHandle(forWritingTo: file.map { URL(filePath: $0) } ?? output)
    process.standardError = try FileHandle(forWritingTo: errors)
    return process
}

private func ended(_ process: Process, _ streams: borrowing TemporaryFolder) throws -> Run {
    Run(
        exitCode: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
        output: try String(contentsOf: streams.url.appending(path: "output"), encoding: .utf8),
        errors: try String(contentsOf: streams.url.appending(path: "errors"), encoding: .utf8))
}
