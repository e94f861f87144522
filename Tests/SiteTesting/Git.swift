import Foundation
import Testing

/// Runs git, which has to succeed, and returns what it prints.
@discardableResult
package func git(_ arguments: [String], in folder: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
        ["git", "-C", folder, "-c", "user.name=t", "-c", "user.email=t@t.example", "-c", "init.defaultBranch=main"]
        + arguments
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "git \(arguments): \(said)")
    return text
}
