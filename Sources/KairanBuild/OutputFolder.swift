internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

extension BuildOptions {
    /// Refuses to publish over, into or around the site's own sources, Kairan's work folder, and git's folder, since
    /// outputs would be mixed with them.
    package func checkOutputFolder() throws(OptionError) {
        try checkOwnFolder()
        guard let output = resolved(output) else { return }
        if let name = sourceFolder(around: output) {
            throw OptionError(
                description: "publishing to '\(self.output)' would mix outputs into the site's '\(name)'; "
                    + "write --out public, or another folder of its own")
        }
        // A link that a clone brings could lead to `.git` or `.ssh`, where files are programs.
        let known = Set("\(resolved(folder) ?? "")/\(self.output)".split(separator: "/"))
        if let hidden = output.split(separator: "/").first(where: { $0.hasPrefix(".") && !known.contains($0) }) {
            throw OptionError(
                description: "'\(self.output)' is a symbolic link that leads to the hidden name '\(hidden)'; "
                    + "remove the link, or write --out with the path that is meant")
        }
        let name = output.split(separator: "/").last ?? ""
        if name.hasPrefix("."), name.contains(".kairan-") {
            throw OptionError(
                description: "'\(self.output)' is a name reserved for builds; write --out public, "
                    + "or another folder of its own")
        }
    }

    /// Refuses a folder that nobody named and that is reached through a link out of the site: a clone can bring it, and
    /// what it leads to is its reader's own.
    package func checkOwnFolder() throws(OptionError) {
        guard !namesOutput, let place = resolved(output), let site = resolved(folder), !contains(site, place)
        else { return }
        throw OptionError(
            description: "'\(output)' is a symbolic link that leads out of the site, to '\(place)'; "
                + "remove the link, and name that folder with --out or --from if it is meant")
    }

    /// Refuses to deploy into or around what is deployed, or the site's own sources.
    ///
    /// - Parameter target: A folder of this computer.
    package func checkDeployTarget(_ target: String, of publication: String) throws(OptionError) {
        guard let place = resolved(target), let from = resolved(publication) else { return }
        let isMixed = contains(place, from) || contains(from, place)
        guard let name = isMixed ? publication : sourceFolder(around: place) else { return }
        throw OptionError(
            description: "deploying to '\(target)' would mix what is deployed into '\(name)'; "
                + "name another folder as the target")
    }

    private func sourceFolder(around path: String) -> String? {
        ["content", "templates", ".kairan", ".git"].first { name in
            guard let source = resolved("\(folder)/\(name)") else { return false }
            return contains(path, source) || contains(source, path)
        }
    }
}

private func contains(_ folder: String, _ path: String) -> Bool {
    folder == "/" || (path + "/").hasPrefix(folder + "/")
}

/// Returns nil if the folder cannot exist; publishing will say why.
private func resolved(_ path: String) -> String? { do { return try plannedPath(path) } catch { return nil } }
