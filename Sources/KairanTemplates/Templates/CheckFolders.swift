internal import KairanContent
internal import KairanFormats
package import KairanModel
internal import KairanQueries
internal import KairanReaders

/// The limit in bytes. Systems allow 4096 for a whole path, which includes the site's folder.
private let longestPath = 1000

extension OutputPlan {
    /// Finds outputs whose path is also a folder of other outputs, which no disk can hold, and paths that are too long.
    package func checkFolders(_ paths: [String]) -> [Diagnostic] {
        paths.filter { $0.utf8.count > longestPath }.map(tooLong) + conflicts(paths)
    }

    private func tooLong(_ path: String) -> Diagnostic {
        Diagnostic(
            .error, "path.unsafe",
            "the path '\(path.prefix(40))…' is \(path.utf8.count) bytes long, more than \(longestPath)",
            at: place(ofOutput: path), help: "publish it at a shorter path")
    }

    private func conflicts(_ paths: [String]) -> [Diagnostic] {
        // Some disks treat two names that look alike as one, so names outside ASCII are compared as strings.
        let mayConflict =
            hasFileAsFolder(paths)
            || !filesAsFolders(paths.filter { !$0.utf8.allSatisfy { $0 < 0x80 } }).isEmpty
        return mayConflict ? filesAsFolders(paths).map(conflict) : []
    }

    /// Returns whether an output is a folder of another, comparing bytes alone. For 17,600 outputs this takes 1.3 ms
    /// where `filesAsFolders` takes 8.5 ms, a twentieth of a rebuild.
    private func hasFileAsFolder(_ paths: [String]) -> Bool {
        let facts = FactSet(paths.map { LinkFacts.fact(ofPath: $0) })
        return paths.contains { path in
            var folder = FactHash()
            for byte in path.utf8 {
                if byte == UInt8(ascii: "/"), facts.contains(folder.value) { return true }
                folder.add(byte)
            }
            return false
        }
    }

    /// Returns each output that is also a folder, with one output inside it.
    private func filesAsFolders(_ paths: [String]) -> [(path: String, inside: String)] {
        var insides: [Substring: String] = [:]
        for path in paths {
            var folder = KairanReaders.folder(of: path)
            // If a folder is known, the folders above it are known too.
            while !folder.isEmpty, insides[folder] == nil {
                insides[folder] = path
                folder = KairanReaders.folder(of: String(folder))
            }
        }
        return paths.compactMap { path in insides[path[...]].map { (path, $0) } }
    }

    private func conflict(_ path: String, _ inside: String) -> Diagnostic {
        Diagnostic(
            .error, "output.folder", "'\(path)' cannot be a file, as it is the folder of '\(inside)'",
            at: place(ofOutput: path), help: "publish one of the two at another path")
    }

    /// Returns the place of the entry or template that makes an output, or of the file that is copied.
    private func place(ofOutput path: String) -> SourceSpan {
        guard let job = jobs.first(where: { $0.path == path }) else {
            return SourceSpan(path: site.content.files[path]?.path ?? "content/site.yml")
        }
        return Evaluator(site: site, form: .fromRoot).entrySpan(job.item) ?? templates.templates[job.template].span
    }
}
