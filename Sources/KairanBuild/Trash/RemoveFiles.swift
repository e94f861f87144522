internal import Glibc
internal import KairanContent

/// Removes files of a site by their paths in it, and then the folders of `content/` that hold nothing any more.
package func removeFiles(_ paths: [String], from site: String) throws(ReadError) {
    for path in paths where unlink("\(site)/\(path)") != 0 && errno != ENOENT {
        throw ReadError(path: located(path, in: site), reason: String(cString: strerror(errno)))
    }
    for path in paths {
        var folder = folder(of: path)
        // A folder that holds something cannot be removed, nor can those above it.
        while folder.contains("/"), rmdir("\(site)/\(folder)") == 0 {
            folder = KairanContent.folder(of: String(folder))
        }
    }
}
