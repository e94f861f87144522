internal import KairanBuild
internal import KairanReaders
import KairanSystem

/// Returns the folder of the site that a command is for: the named one or, in a folder inside a site, the site around
/// it.
///
/// A folder of another user is not looked into, because whoever may write above a folder would then decide what is
/// built in it.
func siteFolder(_ named: String) -> String {
    let named = named.count > 1 && named.hasSuffix("/") ? String(named.dropLast()) : named
    guard named == ".", !isSite("."), var last = workingFolder.knownStatus(of: ".") else { return named }
    var folder = ".."
    while let status = workingFolder.knownStatus(of: folder), status.owner == last.owner,
        (status.inode, status.device) != (last.inode, last.device)
    {
        if isSite(folder), workingFolder.knownStatus(of: folder + "/content/site.yml") != nil { return folder }
        last = status
        folder += "/.."
    }
    return named
}

extension Kairan {
    /// The words for somebody who names no command: how to begin, or what there is to do in a site.
    static var firstWords: String {
        let folder = siteFolder(".")
        let isInSite = isSite(folder)
        let commands =
            isInSite
            ? [
                ("kairan serve --open", "shows the site in your browser, and each save at once"),
                ("kairan edit", "opens forms for people who do not write YAML"),
                ("kairan check", "looks for mistakes and writes nothing"),
                ("kairan build", "publishes into public/, all of it or nothing"),
                ("kairan next", "says when the site will change by itself"),
            ]
            : [
                ("kairan init", "writes a small site that works, into this folder"),
                ("kairan init harbour", "the same in a new folder; --example deals is another one"),
                ("kairan adopt api", "makes a board of a folder with JSON"),
            ]
        let lines = commands.map { "  " + $0.padded(to: 22) + $1 }
        let place = folder == "." ? "this folder" : folder
        return """
            \(configuration.abstract)

            \(isInSite ? "The site of \(place):" : "There is no site in this folder yet.")
            \(lines.joined(separator: "\n"))

            kairan --help has all commands.

            """
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(width - count, 1)) }
}
