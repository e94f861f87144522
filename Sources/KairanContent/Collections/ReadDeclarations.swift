package import KairanModel
package import KairanReaders

/// The declared part of `content/`, against which templates are checked before any entry is read.
package struct Declarations: Sendable {
    package var settings: SiteSettings
    /// The collections, sorted by name.
    package var collections: [CollectionDeclaration]

    package init(settings: SiteSettings, collections: [CollectionDeclaration]) {
        (self.settings, self.collections) = (settings, collections)
    }

    package func collection(_ name: String) -> CollectionDeclaration? { collections.first { $0.name == name } }

    /// The declarations as the files of entries are written.
    package var asWritten: Declarations {
        Declarations(settings: settings, collections: collections.map(\.asWritten))
    }

    /// Returns these collections and all collections that their entries refer to.
    package func referred(from names: Set<String>) -> Set<String> {
        var (found, open) = (names, Array(names))
        while let name = open.popLast() {
            for field in collection(name)?.fields ?? [] {
                open += field.references.filter { found.insert($0).inserted }
            }
        }
        return found
    }
}

extension Content {
    /// Returns whether an entry of a collection may refer to one that is in a file that could not be read.
    package func mayReferToHidden(_ collection: Int) -> Bool {
        let hidden = hiddenIDs.filter { !$0.value.areNone }.keys
        guard !hidden.isEmpty else { return false }
        let all = Declarations(settings: settings, collections: collections.map(\.declaration))
        let name = all.collections[collection].name
        return !all.referred(from: [name]).subtracting([name]).isDisjoint(with: hidden)
    }
}

extension FieldDeclaration {
    /// The collections to whose entries a value, or a key in it, may refer.
    package var references: [String] {
        if case .reference(let name) = type { return [name] }
        return [keysOf].compactMap(\.self) + parts.flatMap(\.references)
    }
}

/// Reads `site.yml` and every `_collection.yml` among `files`.
package func readDeclarations(_ files: [SourceFile]) -> Diagnosed<Declarations> {
    var declarations = Declarations(settings: SiteSettings(), collections: [])
    var diagnostics: [Diagnostic] = []
    if let file = files.first(where: { $0.path == "content/site.yml" }) {
        let settings = readSiteSettings(file)
        declarations.settings = settings.value
        diagnostics += settings.diagnostics
    } else {
        declarations.settings.isComplete = false
        if !files.contains(where: isMisnamedSettings) { diagnostics.append(missingSettings(files)) }
    }
    diagnostics += files.filter(isMisnamedSettings).map { file in
        Diagnostic(
            .error, .siteMissing, "the site's settings are not read from '\(fileName(of: file.path))'",
            at: SourceSpan(path: file.path),
            help: files.contains { $0.path == "content/site.yml" }
                ? "they are in content/site.yml: remove this file" : "rename it to site.yml, in YAML")
    }
    // For thousands of entries, only the first byte of the name is looked at.
    let named = files.filter { hasUnderscore($0.path) }
    for file in named where isCollectionDeclaration(file) {
        let declaration = readCollectionDeclaration(file, of: declarations.settings)
        diagnostics += declaration.diagnostics
        if let value = declaration.value { declarations.collections.append(value) }
    }
    let declared = named.filter(isCollectionDeclaration).compactMap { collectionName(of: $0.path) }
    let undeclared = foldersWithEntries(files).subtracting(declared).sorted()
    let misplaced = named.filter { isDeclaration($0.path) && !isCollectionDeclaration($0) }
    let misnamed = Set(misplaced.filter { $0.path.split(separator: "/").count == 3 }.map { folder(of: $0.path) })
    diagnostics += misplaced.map { misplacedDeclaration($0, among: files) }
    diagnostics += undeclared.filter { !misnamed.contains("content/\($0)") }.map(undeclaredFolder)
    diagnostics += checkReferencedCollections(declarations.collections, except: undeclared + declared)
    diagnostics += checkLists(of: declarations.collections, except: undeclared + declared)
    diagnostics += checkAgreements(declarations.collections, except: undeclared + declared)
    let wrong = diagnostics.filter { $0.severity == .error }.map(\.span.path)
    diagnostics += joinParents(&declarations.collections, except: Set(wrong))
    return Diagnosed(declarations, diagnostics)
}

/// Returns the error for missing settings. In a folder that is not a site, it is the only diagnostic.
private func missingSettings(_ files: [SourceFile]) -> Diagnostic {
    let isSite = files.contains { $0.path.hasPrefix("content/") }
    return Diagnostic(
        .error, .siteMissing, "there is no content/site.yml", at: SourceSpan(path: "content/site.yml"),
        help: isSite
            ? "write one with 'title:' and 'url:'"
            : "run kairan in the site's folder, or name it: kairan build path/to/site; kairan init writes a new one")
}

/// Returns whether a file is misnamed settings, such as `content/site.yaml`, `content/Site.yml` or `content/site.json`.
private func isMisnamedSettings(_ file: SourceFile) -> Bool {
    // The length is checked first, which avoids looking at the names of entries.
    guard file.path.utf8.count <= "content/site.yaml".utf8.count, file.path != "content/site.yml" else { return false }
    let name = file.path.lowercased()
    return RawEntryReader.dataExtensions.contains { name == "content/site.\($0)" }
}

/// Returns whether a file is, or is meant to be, the declaration of a collection.
package func isDeclaration(_ path: String) -> Bool {
    hasUnderscore(path) && path.hasPrefix("content/") && fileName(of: path).lowercased().hasPrefix("_collection.")
}

private func isCollectionDeclaration(_ file: SourceFile) -> Bool {
    file.path.hasPrefix("content/") && fileName(of: file.path) == "_collection.yml"
        && file.path.split(separator: "/").count == 3
}

/// Returns `ads` for `content/ads/spring.md`, or nil for a file outside the folders of `content/`.
package func collectionName(of path: String) -> String? {
    let (bytes, start) = (path.utf8.span, "content/".utf8.count)
    guard start < bytes.count, let end = bytes.firstOffset(of: UInt8(ascii: "/"), in: start..<bytes.count) else {
        return nil
    }
    return String(decoding: bytes.extracting(start..<end))
}

/// Returns whether the last name in a path starts with an underscore, as those of declarations and drafts do.
private func hasUnderscore(_ path: String) -> Bool { fileName(of: path).utf8.first == UInt8(ascii: "_") }

/// Returns the folders of `content/` that hold entries.
private func foldersWithEntries(_ files: [SourceFile]) -> Set<String> {
    var folders: Set<String> = []
    // Files are sorted, so a file in the folder that was found last adds nothing.
    var last = ""
    for file in files where last.isEmpty || !file.path.hasPrefix(last) {
        guard file.path.hasPrefix("content/"), let name = collectionName(of: file.path), isEntrySource(file) else {
            continue
        }
        folders.insert(name)
        last = "content/\(name)/"
    }
    return folders
}

/// Reports a folder without a declaration, at the missing file, so that consequences are not reported too.
private func undeclaredFolder(_ name: String) -> Diagnostic {
    Diagnostic(
        .error, .collectionMissing, "content/\(name) holds entries but no _collection.yml",
        at: SourceSpan(path: "content/\(name)/_collection.yml"), help: "declare the fields of its entries there")
}

/// Reports a declaration that nothing would read.
private func misplacedDeclaration(_ file: SourceFile, among files: [SourceFile]) -> Diagnostic {
    let right = "\(folder(of: file.path))/_collection.yml"
    let help: String
    if file.path.split(separator: "/").count != 3 {
        help = "a collection is a folder of content/, and its declaration is called _collection.yml"
    } else if files.contains(where: { $0.path == right }) {
        help = "_collection.yml does: remove this file"
    } else {
        help = "rename it to _collection.yml, in YAML"
    }
    return Diagnostic(
        .error, .collectionMissing, "this file declares no collection", at: SourceSpan(path: file.path), help: help)
}

/// Returns false for settings, declarations and drafts.
func isOfContent(_ file: SourceFile) -> Bool {
    file.path.hasPrefix("content/") && !hasUnderscore(file.path)
        && file.path != "content/site.yml" && !isMisnamedSettings(file)
}

/// Returns whether the readers of entries read a file: Markdown or data, except drafts, whose names start with an
/// underscore.
package func isEntrySource(_ file: SourceFile) -> Bool {
    if hasUnderscore(file.path) { return false }
    // Nearly all entries are Markdown.
    let bytes = file.path.utf8.span
    let isNamed = bytes.count > 3 && bytes[bytes.count - 4] != UInt8(ascii: "/")
    if isNamed, bytes.hasBytes(".md".utf8.span, at: bytes.count - 3) { return true }
    let ending = file.fileExtension
    return ending == "md" || ending == "markdown" || RawEntryReader.dataExtensions.contains(ending)
}

extension FieldDeclaration {
    /// The collection that its values or their keys refer to, or whose names they have.
    fileprivate var namedCollection: String? {
        if case .reference(let name) = type { name } else { pattern?.collection ?? keysOf }
    }
}

private func checkReferencedCollections(
    _ collections: [CollectionDeclaration], except unread: [String]
) -> [Diagnostic] {
    let names = Set(collections.map(\.name) + unread).sorted()
    var missing: [String: [SourceSpan]] = [:]
    func check(_ field: FieldDeclaration) -> [Diagnostic] {
        if let name = field.namedCollection, !names.contains(name) {
            let span = field.collectionSpan ?? field.span
            guard missingCollection(name, namedAt: [span], among: names) == nil else {
                missing[name, default: []].append(span)
                return []
            }
            return [
                Diagnostic(
                    .error, .referenceCollection, "there is no collection '\(name)'", at: span,
                    help: suggestion(for: name, in: names, kind: "collections"))
            ]
        }
        return field.parts.flatMap(check)
    }
    let misspelt = collections.flatMap { $0.fields.flatMap(check) }
    return misspelt + missing.compactMap { missingCollection($0, namedAt: $1, among: names) }
}
