import Foundation
import KairanContracts
import KairanPublish
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild

extension PublishingSandbox {
    func publish(_ outputs: [OutputFile]) throws {
        let promises = try PublishedPromises(of: outputs)
        _ = try Publisher(to: target, clock: clock).publish(outputs, promises: promises)
    }

    /// Makes `site` hold these files, touching only those that differ, and reads them as a build does.
    func readSite(of files: [SourceFile], after store: BuildStore?) throws -> SourceTree {
        let folder = "\(root)/site"
        var rest: [[UInt8]: String] = [:]
        for path in FileManager.default.enumerator(atPath: folder)?.compactMap({ $0 as? String }) ?? [] {
            rest[Array(path.utf8)] = path
        }
        for name in ["content", "templates"] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        for file in files {
            rest[Array(file.path.utf8)] = nil
            let url = URL(filePath: "\(folder)/\(file.path)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            if FileManager.default.contents(atPath: url.path).map(Array.init) != file.bytes {
                try Data(file.bytes).write(to: url)
            }
        }
        for path in rest.values where try status("site/\(path)").st_mode & S_IFMT != S_IFDIR {
            try remove("site/\(path)")
        }
        let read = try readSourceTree(
            folder, known: store?.sources ?? [], readAt: clock.now())
        #expect(read.diagnostics.isEmpty)
        return read.value
    }
}
