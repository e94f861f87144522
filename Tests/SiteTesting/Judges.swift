package import Foundation
internal import Testing

package struct PythonFailure: Error, CustomStringConvertible {
    package var description: String
}

/// Runs a Python script on `input` and returns what it prints; throws what it complains about.
package func runPython(_ script: String, input: [UInt8]) throws -> Data {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
        do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
    }
    // With files instead of pipes, neither side can wait for the other.
    let (inputFile, errorFile) = (folder.appending(path: "input"), folder.appending(path: "errors"))
    let outputFile = folder.appending(path: "output")
    try Data(input).write(to: inputFile)
    try Data().write(to: errorFile)
    try Data().write(to: outputFile)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script]
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.start()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        throw PythonFailure(description: String(decoding: try Data(contentsOf: errorFile), as: UTF8.self))
    }
    return try Data(contentsOf: outputFile)
}

/// Python's XML parser as the judge of a document.
package struct XMLJudge {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    package func rootName() throws -> String {
        let script = "import sys, xml.etree.ElementTree as e; print(e.fromstring(sys.stdin.buffer.read()).tag, end='')"
        return String(decoding: try runPython(script, input: bytes), as: UTF8.self)
    }
}
