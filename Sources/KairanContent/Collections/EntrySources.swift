internal import KairanModel
internal import KairanReaders

/// The files of a site's content: those with entries, their translations, and all others.
struct EntrySources: Sendable {
    /// A source as the reader of its format returns it, with its translations. This part of reading needs no collection.
    typealias Parsed = (source: ParsedSource, translations: [Translation])

    let files: [SourceFile]
    let declarations: Declarations
    /// The positions of the files with entries, each with the position of its collection.
    private(set) var entries: [(collection: Int, index: Int)] = []
    /// The positions of locales and translations, by the path of the entry's file.
    private let translations: [String: [(locale: Int, index: Int)]]
    /// The values of the site's own for pulled entries, by the position of the collection.
    private(set) var own: [Int: OwnValues] = [:]
    /// Files that are neither Markdown nor data, by path relative to `content/`.
    private(set) var others: [String: SourceFile] = [:]
    private(set) var diagnostics: [Diagnostic] = []

    init(_ files: [SourceFile], _ declarations: Declarations) {
        (self.files, self.declarations) = (files, declarations)
        let places = Dictionary(uniqueKeysWithValues: declarations.collections.enumerated().map { ($1.name, $0) })
        var finder = TranslationFinder(files, declarations)
        for (index, file) in files.enumerated() where isOfContent(file) {
            if !isEntrySource(file) {
                others[String(file.path.dropFirst("content/".count))] = file
            } else if let name = collectionName(of: file.path), let place = places[name] {
                let declaration = declarations.collections[place]
                if let parent = declaration.parent {
                    diagnostics.append(.ownFile(file, of: declaration, parent))
                } else if !finder.isTranslation(file, at: index, of: name) {
                    entries.append((place, index))
                }
            } else {
                diagnostics.append(
                    Diagnostic(
                        .error, .collectionMissing, "this file is in no collection", at: SourceSpan(path: file.path),
                        help: "move it into the folder of a collection"))
            }
        }
        translations = finder.found
        diagnostics += finder.diagnostics
        for (place, declaration) in declarations.collections.enumerated() where declaration.source != nil {
            own[place] = files.first { $0.path == declaration.ownPath }.map { OwnValues($0, of: declaration) }
            diagnostics += own[place]?.diagnostics ?? []
        }
    }

    /// Reads the file at a position of `entries`.
    ///
    /// - Parameter earlier: The entries of a table as it was before, which may have the same rows.
    func read(_ position: Int, after earlier: [StoredEntry] = []) -> Parsed {
        let (collection, index) = entries[position]
        let (file, columns) = (files[index], declarations.collections[collection].columns)
        if !earlier.isEmpty, earlier.allSatisfy({ $0.collection == collection }),
            let table = ParsedSource(file, columns: columns, after: earlier)
        {
            return (table, [])
        }
        var parsed = ParsedSource(file, columns: columns)
        if let own = own[collection], file.path == declarations.collections[collection].pulledPath {
            parsed = own.merged(into: parsed, of: declarations.collections[collection])
        }
        return (parsed, translations(of: file) { splitFrontMatter($0) })
    }

    /// Returns what an earlier build read of that file.
    func takeOver(_ known: [StoredEntry], at position: Int) -> Parsed {
        (.known(known[...]), translations(of: files[entries[position].index]) { _ in nil })
    }

    private func translations(
        of file: SourceFile, _ read: (SourceFile) -> Diagnosed<FrontMatter>?
    ) -> [Translation] {
        (translations[file.path] ?? []).map { locale, index in
            Translation(locale: locale, file: files[index], matter: read(files[index]))
        }
    }

    /// Releases the bytes of all files that were read.
    func forgetBytes() {
        for index in entries.map(\.index) + translations.values.joined().map(\.index) { files[index].forgetBytes() }
    }
}
