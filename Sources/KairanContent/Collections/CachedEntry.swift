package import KairanModel
package import KairanReaders
internal import Synchronization

/// The entries that an earlier build read of a site with the same declarations. A file's entries are the same while the
/// hashes of the file and of all files that its entries name are the same. Files of the trash or of the preview, and
/// files with warnings, are read in each build, because they must be reported again.
package struct CachedContent: Sendable {
    /// The entries of an unchanged file whose named files are unchanged too.
    package struct File: Sendable {
        var entries: [StoredEntry]
        /// The paths, relative to `content/`, of everything that the entries name and that may be a file.
        var named: [String]

        package init(_ entries: [StoredEntry], naming named: [String]) { (self.entries, self.named) = (entries, named) }

        /// Returns nil if damaged bytes name a collection that there is not.
        func entries(of declarations: Declarations) -> [StoredEntry]? {
            entries.allSatisfy { declarations.collections.indices.contains($0.collection) } ? entries : nil
        }
    }

    /// The cached entries of each file of the site; nil for a file that has to be read.
    let files: [File?]
    /// The entries of tables that have changed, as they were, by the position of the file.
    let tables: [Int: [StoredEntry]]
    /// The number of files that are new or have changed, or name one that has. Others are read again in each build, such
    /// as those in the trash.
    let changedCount: Int
    /// The keys of all earlier entries of each collection, in order.
    let keys: [[UInt64]]
    /// The files that had a warning of a text that is not translated; nil if that is not known.
    let untranslated: Set<String>?
    /// This is called if the bytes of an entry cannot be read. Everything that was built from such an entry is then
    /// worthless.
    let noteDamage: @Sendable () -> Void
    /// This is called if what an unchanged table names is another entry now, so that the table has other entries.
    package let noteOtherNames: @Sendable () -> Void

    package init(
        _ files: [File?], tables: [Int: [StoredEntry]] = [:], changedCount: Int, keys: [[UInt64]],
        untranslated: Set<String>? = nil,
        noteDamage: @escaping @Sendable () -> Void, noteOtherNames: @escaping @Sendable () -> Void = {}
    ) {
        (self.files, self.tables, self.changedCount, self.keys) = (files, tables, changedCount, keys)
        (self.untranslated, self.noteDamage, self.noteOtherNames) = (untranslated, noteDamage, noteOtherNames)
    }

    /// Returns whether a diagnostic points at an entry that is cached. Only the start of such an entry is known, so its
    /// file has to be read again for the exact place.
    ///
    /// - Parameter content: The entries that were made.
    package func isBlamed(_ diagnostics: [Diagnostic], _ sources: [SourceFile], _ content: Content) -> Bool {
        let blamed = Dictionary(grouping: diagnostics, by: \.span.path)
        if blamed.isEmpty { return false }
        return sources.indices.contains { index in
            guard files[index] != nil || tables[index] != nil, let found = blamed[sources[index].path] else {
                return false
            }
            return files[index] != nil || !content.readsRows(of: found, inTable: sources[index].path)
        }
    }

    /// Returns whether all earlier entries still exist, so that no cached entry can refer to one that is gone.
    ///
    /// - Parameter present: The keys of the present entries of each collection.
    func mayReferOnly(to present: [[UInt64]]) -> Bool {
        zip(keys, present).allSatisfy { $0 == $1 || Set($1).isSuperset(of: $0) }
    }
}

extension Content {
    /// Returns whether all diagnostics of a table point at rows that this build read itself.
    fileprivate func readsRows(of diagnostics: [Diagnostic], inTable path: String) -> Bool {
        let rows = entries(inFile: path)
        return diagnostics.allSatisfy { diagnostic in
            let row = rows.last { self[$0].span.line <= diagnostic.span.line }
            // A row that has the id of one before it is none of these.
            return diagnostic.rule != .idDuplicate && row.map { !self[$0].isCached } == true
        }
    }
}

/// The declaration that the entries of a collection share, and everything that their values refer to.
final class CachedCollection: Sendable {
    let declaration: CollectionDeclaration
    let scope: ValueScope
    /// Tells of each field whether keys in its values are ids of entries.
    let namesByKeys: [Bool]
    let noteDamage: @Sendable () -> Void

    init(_ declaration: CollectionDeclaration, _ scope: ValueScope, noteDamage: @escaping @Sendable () -> Void) {
        (self.declaration, self.scope, self.noteDamage) = (declaration, scope, noteDamage)
        namesByKeys = declaration.fields.map(\.hasKeyedIDs)
    }
}

/// An entry as an earlier build read it.
///
/// The entry is made from its bytes when it is first needed. A build with few changes needs few entries, and often only
/// one value of each.
final class CachedEntry: Sendable {
    private let entry: StoredEntry
    let file: SourceFile
    private let translations: [Translation]
    private let collection: CachedCollection
    private let made = Mutex<EntryContent?>(nil)

    init(_ entry: StoredEntry, in file: SourceFile, _ translations: [Translation], of collection: CachedCollection) {
        (self.entry, self.file, self.translations, self.collection) = (entry, file, translations, collection)
    }

    var content: EntryContent {
        if let content = made.withLock(\.self) { return content }
        let content = EntryContent(reader.parts(entry) ?? damaged)
        // All callers get the same entry, because its texts are rendered only once.
        return made.withLock { made in
            if let earlier = made { return earlier }
            made = content
            return content
        }
    }

    func value(ofField field: Int) -> Value {
        reader.value(ofField: field, of: entry) ?? damaged.values[field]
    }

    var span: SourceSpan { entry.span(in: file.path) }

    /// The paths of everything that the entry names and that may be a file, and the pictures among them: see
    /// `EntryParts`.
    var named: (files: [String], pictures: [Asset]) { entry.named }

    /// See `EntryParts`.
    var addresses: [SourceAddress] { entry.addresses }

    /// See `StoredEntry`.
    var stored: StoredEntry { entry }

    private var reader: StoredEntryReader {
        StoredEntryReader(collection: collection, file: file, translations: translations)
    }

    private var damaged: EntryParts {
        collection.noteDamage()
        let count = collection.declaration.fields.count
        let place = SourcePlace(line: 1, column: 1, length: 1)
        return EntryParts(
            values: Array(repeating: .missing, count: count), places: Array(repeating: place, count: count),
            span: SourceSpan(path: file.path))
    }
}
