internal import KairanContent
package import KairanFormats
package import KairanModel
internal import KairanQueries
internal import KairanReaders

/// The limit in bytes. Systems allow 4096 for a whole path, which includes the site's folder.
private let longestPath = 1000

extension OutputPlan {
    /// Finds outputs whose path is also a folder of other outputs, which no disk can hold, and paths that are too long.
    ///
    /// - Parameter facts: The facts that these outputs exist (`LinkFacts`).
    package func checkFolders(_ paths: [String], _ facts: FactSet) -> [Diagnostic] {
        paths.filter { $0.utf8.count > longestPath }.map(tooLong) + conflicts(paths, facts)
    }

    private func tooLong(_ path: String) -> Diagnostic {
        Diagnostic(
            .error, .pathUnsafe,
            "the path '\(path.prefix(40))…' is \(path.utf8.count) bytes long, more than \(longestPath)",
            at: place(ofOutput: path), help: "publish it at a shorter path")
    }

    /// Bytes alone are compared first, as `filesAsFolders` takes a twentieth of a rebuild of 17,600 outputs. But some
    /// disks treat two names that look alike as one, so names outside ASCII are always compared as strings.
    private func conflicts(_ paths: [String], _ facts: FactSet) -> [Diagnostic] {
        var (mayConflict, others): (Bool, [String]) = (false, [])
        for path in paths {
            var (folder, isASCII) = (FactHash(), true)
            let bytes = path.utf8.span
            for index in bytes.indices {
                let byte = bytes[index]
                if byte == UInt8(ascii: "/"), facts.contains(folder.value) { mayConflict = true }
                if byte >= 0x80 { isASCII = false }
                folder.add(byte)
            }
            if !isASCII { others.append(path) }
        }
        return mayConflict || !filesAsFolders(others).isEmpty ? filesAsFolders(paths).map(conflict) : []
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
            .error, .outputFolder, "'\(path)' cannot be a file, as it is the folder of '\(inside)'",
            at: place(ofOutput: path), help: "publish one of the two at another path")
    }

    /// Returns the place of the entry or template that makes an output, or of the file that is copied.
    private func place(ofOutput path: String) -> SourceSpan {
        guard let job = jobs.first(where: { $0.path == path }) else {
            return SourceSpan(path: site.content.files[path]?.path ?? "content/site.yml")
        }
        return Evaluator(site: site, form: .fromRoot).place(of: job.item, templates.templates[job.template])
            ?? templates.templates[job.template].span
    }
}
