import Foundation
import KairanSystem
import KairanTemplates

@testable import KairanPublish

// Publishes the files of two folders to a third in turn, for ever, so that the tests can kill it at any moment.
// Usage: publish-probe TARGET FIRST SECOND [WORK-FOLDER]

func outputs(of folder: String) throws -> [OutputFile] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).compactMap { path in
        let url = URL(filePath: folder).appending(path: path)
        guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { return nil }
        return OutputFile(path: path, bytes: Array(try Data(contentsOf: url)))
    }
}

guard (4...5).contains(CommandLine.arguments.count) else { exit(2) }
do {
    let generations = try CommandLine.arguments[2...3].map(outputs)
    FileHandle.standardOutput.write(Data("ready\n".utf8))
    while true {
        for generation in generations {
            let publisher = try Publisher(
                to: CommandLine.arguments[1], workFolder: CommandLine.arguments.dropFirst(4).first,
                clock: .system)
            _ = try publisher.publish(generation)
        }
    }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(3)
}
