internal import KairanContent
package import KairanModel

extension OutputPlan {
    /// Outputs whose path is a folder of other outputs: no disk holds both.
    package func checkFolders(_ files: [OutputFile]) -> [Diagnostic] {
        // Some disks hold two names that look the same as one, so strings compare those of other than ASCII.
        let mayConflict =
            hasFileAsFolder(files)
            || !filesAsFolders(files.filter { !$0.path.utf8.allSatisfy { $0 < 0x80 } }).isEmpty
        return mayConflict ? filesAsFolders(files).map(conflict) : []
    }

    /// The same by bytes alone.
    private func hasFileAsFolder(_ files: [OutputFile]) -> Bool {
        let paths = FactSet(files.map { LinkFacts.fact(ofPath: $0.path) })
        return files.contains { file in
            var folder = FactHash()
            for byte in file.path.utf8 {
                if byte == UInt8(ascii: "/"), paths.contains(folder.value) { return true }
                folder.add(byte)
            }
            return false
        }
    }

    /// Each output that is a folder, with one that is inside it.
    private func filesAsFolders(_ files: [OutputFile]) -> [(file: OutputFile, inside: String)] {
        var insides: [Substring: String] = [:]
        for file in files {
            var folder = KairanContent.folder(of: file.path)
            // The folders above a known one are known too.
            while !folder.isEmpty, insides[folder] == nil {
                insides[folder] = file.path
                folder = KairanContent.folder(of: String(folder))
            }
        }
        return files.compactMap { file in insides[file.path[...]].map { (file, $0) } }
    }

    private func conflict(_ file: OutputFile, _ inside: String) -> Diagnostic {
        Diagnostic(
            .error, "output.folder", "'\(file.path)' cannot be a file, it is the folder of '\(inside)'",
            at: place(ofOutput: file.path), help: "publish one of the two at another path")
    }

    /// The entry or template that makes an output, or the file that is copied.
    private func place(ofOutput path: String) -> SourceSpan {
        guard let job = jobs.first(where: { $0.path == path }) else {
            return SourceSpan(path: site.content.files[path]?.path ?? "content/site.yml")
        }
        return Evaluator(site: site, form: .fromRoot).entrySpan(job.item) ?? templates.templates[job.template].span
    }
}
