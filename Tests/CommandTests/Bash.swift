import Foundation
import SiteTesting

/// Runs a script, and returns all that it prints, including errors.
func bash(_ script: String) throws -> String {
    let box = try TemporaryFolder()
    let output = try box.emptyFile("output")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", script]
    process.standardInput = FileHandle.nullDevice
    let handle = try FileHandle(forWritingTo: output)
    (process.standardOutput, process.standardError) = (handle, handle)
    try process.run()
    process.waitUntilExit()
    return try String(contentsOf: output, encoding: .utf8)
}
