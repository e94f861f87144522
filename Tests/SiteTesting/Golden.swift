package import Foundation

/// `Tests/Sites` in the sources: small whole sites and what they must become.
package let sitesFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sites")

/// The package's own folder, which holds the showcase.
package let packageFolder = sitesFolder.deletingLastPathComponent().deletingLastPathComponent()

/// `UPDATE_GOLDEN=1 swift test` rewrites what is expected; read the difference before committing it.
package let updatesGolden = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1"

/// The folders of `folder` that hold a `site`, sorted.
package func siteNames(in folder: URL) -> [String] {
    do {
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { FileManager.default.fileExists(atPath: folder.appending(path: "\($0)/site").path) }.sorted()
    } catch {
        // The suite that uses it expects names, and fails.
        print("\(folder.path): \(error)")
        return []
    }
}

/// Compares `text` with a golden file, or rewrites the file; says what differs, or nil.
package func goldenDifference(_ text: String, _ file: URL) throws -> String? {
    if updatesGolden {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return nil
    }
    guard FileManager.default.fileExists(atPath: file.path) else { return "there is no \(file.path)" }
    let expected = Array(try Data(contentsOf: file))
    return difference(expected, Array(text.utf8)).map { "\(file.path): \($0)" }
}

/// The first line in which the two differ, or nil.
package func difference(_ expected: [UInt8], _ made: [UInt8]) -> String? {
    guard expected != made else { return nil }
    let lines = [expected, made].map { bytes in
        bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }
    let index =
        zip(lines[0], lines[1]).enumerated().first { $0.element.0 != $0.element.1 }?.offset
        ?? min(lines[0].count, lines[1].count)
    let (left, right) = (lines[0].dropFirst(index).first, lines[1].dropFirst(index).first)
    return "line \(index + 1):\n  expected \(left ?? "the end")\n  made     \(right ?? "the end")"
}
