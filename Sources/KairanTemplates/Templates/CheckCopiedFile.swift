internal import KairanContent
internal import KairanModel
internal import KairanReaders

extension SourceFile {
    private var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Reports a file of `templates/` that is copied although it looks like a template, so that its source would be
    /// published.
    func checkCopied() -> Diagnostic? { wrongEnding() ?? (isText ? templateText() : nil) }

    private func wrongEnding() -> Diagnostic? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1, let last = parts.last else { return nil }
        let engine = parts.dropLast().last { ["mustache", "yml", "yaml"].contains($0) }
        let wanted: String
        if others.contains(last.lowercased()) {
            return Diagnostic(
                .error, .templateEnding,
                "templates of another program end in .\(last), and the source of this one would be published",
                at: SourceSpan(path: path),
                help:
                    "write it in Mustache and name it \(parts.dropLast().joined(separator: ".")).mustache, or move it out of templates/"
            )
        }
        if let engine, engine == "mustache" || leftovers.contains(last.lowercased()) || isText {
            let others = parts.filter { $0 != engine && !leftovers.contains($0.lowercased()) }
            wanted = (others + [engine]).joined(separator: ".")
        } else if let meant = nearestName(to: last.lowercased(), in: ["mustache", "yml", "yaml"]),
            meant.first == last.lowercased().first, last.count > 1
        {
            wanted = (parts.dropLast() + [meant]).joined(separator: ".")
        } else {
            return nil
        }
        return Diagnostic(
            .error, .templateEnding,
            "this is no template, as its name ends in .\(last), and its source would be published",
            at: SourceSpan(path: path), help: "name it \(wanted), or move it out of templates/")
    }

    /// This is true for a file that people or programs read as text, and in which braces have no meaning of its own, as
    /// they have in scripts and styles.
    private var isText: Bool {
        [
            "html", "htm", "xhtml", "xml", "svg", "txt", "md", "json", "geojson", "webmanifest", "rss", "atom", "ics",
            "csv",
        ].contains(fileExtension)
    }

    private func templateText() -> Diagnostic? {
        let bytes = bytes
        let rename = "if it is a template, name it \(name).mustache"
        if bytes.span.hasBytes("---\n".utf8.span, at: 0) || bytes.span.hasBytes("---\r\n".utf8.span, at: 0) {
            return Diagnostic(
                fileExtension == "md" || fileExtension == "txt" ? .warning : .error, .templateSource,
                "this file is copied as it is, with its front matter", at: SourceSpan(path: path),
                help: fileExtension == "md" ? "move it into a collection of content/ to make a page of it" : rename)
        }
        // JSON is full of braces, and reading all of them would take long.
        guard starts.contains(where: { bytes.span.firstOffset(of: $0, in: 0..<bytes.count) != nil }) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        let tags =
            bracedNames(in: text).filter { $0.braces > 1 || $0.isOfSite }.map(\.written)
            + text.matches(of: /\{% *\w[^%{}]*%\}/).map(\.0)
        guard let tag = tags.first(where: { !text.isCode($0) }) else { return nil }
        return Diagnostic(
            .warning, .templateSource, "this file is copied as it is, with '\(tag)'",
            at: SourceSpan(path: path).place(of: tag, in: text), help: rename)
    }
}

/// The endings of templates that other programs read.
private let others: Set = [
    "liquid", "hbs", "handlebars", "erb", "ejs", "j2", "jinja", "jinja2", "njk", "twig", "tmpl", "gohtml", "tera",
    "pug",
    "haml",
]

/// The endings with which people and programs put a file aside.
private let leftovers: Set = [
    "bak", "old", "orig", "save", "tmp", "swp", "rej", "copy", "backup", "disabled", "off", "txt",
]

/// The bytes with which a tag, or a name of the site, begins.
private let starts = (["{{", "{%"] + ["site.", "strings.", "page.", "locale."].flatMap { ["{\($0)", "{ \($0)"] })
    .map { Array($0.utf8) }

extension String {
    /// Returns whether a part of HTML is inside an element that shows code or is a script, which may have such tags.
    func isCode(_ part: Substring) -> Bool {
        let before = self[..<part.startIndex].lowercased()
        return ["script", "style", "pre", "code", "samp", "math", "template"].contains { element in
            guard let start = before.ranges(of: "<\(element)").last else { return false }
            return !before[start.upperBound...].contains("</\(element)")
        }
    }
}
