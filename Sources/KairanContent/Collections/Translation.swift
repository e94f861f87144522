internal import KairanModel
internal import KairanReaders

/// A file such as `about.en.md`, which has parts of the entry in `about.md` in another language.
struct Translation: Sendable {
    /// The position of its locale.
    var locale: Int
    var file: SourceFile
    /// The contents of the file; nil if an earlier build read it.
    var matter: Diagnosed<FrontMatter>?
}

/// Distinguishes translations from entries among the files of collections.
struct TranslationFinder {
    let locales: [SiteLocale]
    /// The collections with texts in several languages. Those of parts stand in the entry's own file, but nobody who writes
    /// them beside it means another entry.
    let collections: Set<String>
    /// The paths of all files of the site.
    let paths: Set<String>
    /// The positions of locales and files, by the path of the entry's file.
    private(set) var found: [String: [(locale: Int, index: Int)]] = [:]
    private(set) var diagnostics: [Diagnostic] = []

    init(_ files: [SourceFile], _ declarations: Declarations) {
        locales = declarations.settings.locales
        collections = Set(
            declarations.collections.filter { $0.fields.contains(where: \.differsByLocale) }.map(\.name))
        paths = collections.isEmpty ? [] : Set(files.map(\.path))
    }

    /// Returns false for a file that is an entry itself.
    mutating func isTranslation(_ file: SourceFile, at index: Int, of collection: String) -> Bool {
        guard collections.contains(collection), let (original, code) = originalPath(of: file.path) else { return false }
        let isThere = paths.contains(original)
        guard let locale = locales.codes.firstIndex(of: code) else {
            // An id may contain dots, so only a text that is unlikely to be part of an id is reported.
            guard isThere, isLanguageTag(code) else { return false }
            diagnostics.append(.unknownLocale(code, among: locales, at: SourceSpan(path: file.path)))
            return true
        }
        let name = fileName(of: original)
        if !isThere {
            error("there is no '\(name)' for this file to translate", file, "rename one of the two")
        } else if locale == 0 {
            error("'\(name)' is already in the site's language, '\(code)'", file, "move what it lacks into it")
        } else {
            found[original, default: []].append((locale, index))
        }
        return true
    }

    private mutating func error(_ message: String, _ file: SourceFile, _ help: String) {
        diagnostics.append(Diagnostic(.error, .localeFile, message, at: SourceSpan(path: file.path), help: help))
    }
}

/// Returns `content/news/about.md` and `en` for `content/news/about.en.md`.
package func originalPath(of path: String) -> (path: String, code: String)? {
    guard let ending = markdownEnding(of: path) else { return nil }
    let stem = path.dropLast(ending.count)
    guard let dot = stem.utf8.lastIndex(of: UInt8(ascii: ".")), dot > fileName(of: path).startIndex else { return nil }
    return (stem[..<dot] + ending, String(stem[stem.utf8.index(after: dot)...]))
}

/// Returns `content/news/about.en.md` for `content/news/about.md` and `en`.
package func translationPath(of path: String, _ code: String) -> String {
    let ending = markdownEnding(of: path) ?? ""
    return "\(path.dropLast(ending.count)).\(code)\(ending)"
}

private func markdownEnding(of path: String) -> String? {
    isMarkdown(path) ? String(path.suffix(fileExtension(of: path).count + 1)) : nil
}
