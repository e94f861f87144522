internal import KairanContent
package import KairanModel

extension OutputPlan {
    /// Outputs whose path is a folder of other outputs: no disk holds both.
    package func checkFolders(_ files: [OutputFile]) -> [Diagnostic] {
        var insides: [Substring: String] = [:]
        for file in files {
            var folder = KairanContent.folder(of: file.path)
            // The folders above a known one are known too.
            while !folder.isEmpty, insides[folder] == nil {
                insides[folder] = file.path
                folder = KairanContent.folder(of: String(folder))
            }
        }
        return files.compactMap { file in
            guard let inside = insides[file.path[...]] else { return nil }
            return Diagnostic(
                .error, "output.folder", "'\(file.path)' cannot be a file, it is the folder of '\(inside)'",
                at: place(ofOutput: file.path), help: "publish one of the two at another path")
        }
    }

    /// The entry or template that makes an output, or the file that is copied.
    private func place(ofOutput path: String) -> SourceSpan {
        guard let job = jobs.first(where: { $0.path == path }) else {
            return SourceSpan(path: site.content.files[path]?.path ?? "content/site.yml")
        }
        return Evaluator(site: site, form: .fromRoot).entrySpan(job.item) ?? templates.templates[job.template].span
    }
}
