internal import KairanContent
package import KairanModel
internal import KairanReaders

extension OutputPlan {
    /// Reports two outputs at one path that templates alone could not show, and files that nothing names.
    package func checkOutputs(_ paths: [String]) -> [Diagnostic] {
        // The outputs of templates were compared when they were planned.
        if site.content.files.isEmpty { return [] }
        var diagnostics: [Diagnostic] = []
        var seen: [String: String] = [:]
        for path in paths {
            guard let other = seen.updateValue(path, forKey: path.lowercased()) else { continue }
            let place =
                site.file(ofOutput: path).map { "content/\($0)" }
                ?? jobs.first { $0.path == path }.map { templates.templates[$0.template].path }
                ?? "content/site.yml"
            guard site.file(ofOutput: path) != nil || site.file(ofOutput: other) != nil else { continue }
            diagnostics.append(
                Diagnostic(
                    .error, path == other ? .outputDuplicate : .outputCase,
                    "'\(path)' would be published twice", at: SourceSpan(path: place), help: "rename the file"))
        }
        let used = site.content.usedFiles.union(site.content.trashedFiles).union(site.content.withheldFiles)
        for (path, file) in site.content.files.sorted(by: { $0.key < $1.key }) where !used.contains(path) {
            diagnostics += unused(file, UnreadEnding(path) { site.content.isSource($0) })
        }
        guard site.content.files.keys.contains(where: isActive) else { return diagnostics }
        for (path, span) in site.namedFiles() where isActive(path) {
            diagnostics.append(
                Diagnostic(
                    .error, .fileActive,
                    "a '.\(fileExtension(of: path))' file in the content could run as a part of the site",
                    at: span,
                    help:
                        "use a picture (png, jpg, gif, webp, svg), a pdf, a text or a zip; what the site itself needs goes into "
                        + "templates/"))
        }
        return diagnostics
    }

    /// Reports a file that no entry names.
    private func unused(_ file: SourceFile, _ ending: UnreadEnding?) -> [Diagnostic] {
        let help: String
        switch ending {
        case .beside: return []
        case .entry(let help):
            return [
                Diagnostic(
                    .error, .pathEnding, "this file looks like an entry, but its ending says that it is none",
                    at: SourceSpan(path: file.path), help: help)
            ]
        case .sheetOrDocument(let advice): help = advice
        case nil: help = "name it in an entry, or remove it"
        }
        return [
            Diagnostic(
                .warning, .fileUnused, "nothing names this file, so it is not published",
                at: SourceSpan(path: file.path), help: help)
        ]
    }
}

private func isActive(_ path: String) -> Bool { activeExtensions.contains(fileExtension(of: path)) }

/// The files that a browser shows as a page or runs when someone opens their address, with the rights of the site, such
/// as its cookies. Someone who may write an entry must not thereby be able to write the site's scripts.
private let activeExtensions: Set = [
    "svgz", "html", "htm", "shtml", "xhtml", "xht", "mht", "mhtml", "js", "mjs", "cjs", "wasm", "swf", "xml",
    "xsl",
    "xslt", "rss", "atom", "rdf", "php", "cgi",
]
