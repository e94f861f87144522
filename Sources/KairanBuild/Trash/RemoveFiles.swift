internal import KairanContent
internal import KairanReaders
internal import KairanSystem

/// Removes files of a site by their paths, and then the folders of `content/` that are empty afterwards.
package func removeFiles(_ paths: [String], from site: String) throws(ReadError) {
    for path in paths {
        do {
            try workingFolder.removeFile("\(site)/\(path)")
        } catch {
            if error != .noSuchFileOrDirectory { throw ReadError(path: located(path, in: site), error) }
        }
    }
    for path in paths {
        var folder = folder(of: path)
        // A folder that holds something cannot be removed, and neither can the folders above it.
        while folder.contains("/") {
            do { try workingFolder.removeFolder("\(site)/\(folder)") } catch { break }
            folder = KairanReaders.folder(of: String(folder))
        }
    }
}
