internal import KairanMarkdown
internal import KairanModel
internal import KairanReaders

/// An entry's source before its fields are read. It is enough to know every id before any reference is looked up.
struct RawEntry {
    var id: String
    var members: [SourceNode.Member]
    /// This is true if the member `id` is the entry's id and not a field.
    var hasOwnID = false
    /// The body, with the file that it is in.
    var body: (source: MarkdownSource, file: SourceFile)?
    var span: SourceSpan
    /// The signs of the table that it is a row of.
    var table: TableSigns?
    /// The hash of its row (`TableRows`); 0 if it is not in a table.
    var row: UInt64 = 0
    /// This is false for one of several entries in a list or a table.
    var isWholeFile = false
    /// Its former ids and addresses.
    var aliases: [EntryAlias] = []
    /// The files beside its own that have parts of it in other languages.
    var translations: [Translation] = []
    /// The entry as an earlier build read it.
    var known: (entry: StoredEntry, file: SourceFile)?
    /// The entry in whose file this one is a record.
    var parent: ParentEntry?

    var isTable: Bool { table != nil }
}

/// An entry that holds entries of another collection, and what became of it, which its children share.
final class ParentEntry: Sendable {
    enum Fate: Sendable {
        case present, rejected
        case trash(Deletion)
        case withheld(SourceSpan)
    }

    let id: String
    let span: SourceSpan
    let fate: Fate

    init(id: String, span: SourceSpan, fate: Fate) { (self.id, self.span, self.fate) = (id, span, fate) }
}

/// An entry source as the reader of its format returns it. This part of reading needs no collection.
enum ParsedSource: Sendable {
    // These two are indirect, so that a copy counts one reference and not those of all parts.
    indirect case markdown(Diagnosed<FrontMatter>)
    indirect case data(Diagnosed<SourceNode?>)
    case known(ArraySlice<StoredEntry>)
    /// A table of which an earlier build read most rows.
    case table([ParsedRow])

    /// - Parameter columns: The meaning of each column of a table.
    init(_ file: SourceFile, columns: TableColumns = TableColumns()) {
        // The readers ask for the bytes often, and bytes that were forgotten are read from the disk each time.
        let file = SourceFile(path: file.path, bytes: file.bytes)
        let warnings = file.directionMarks()
        if file.isMarkdown {
            let read = splitFrontMatter(file)
            self = .markdown(Diagnosed(read.value, read.diagnostics + warnings))
        } else {
            let read = readData(file, columns: columns)
            self = .data(Diagnosed(read?.value, (read?.diagnostics ?? []) + warnings))
        }
    }
}

/// A row of a table that has changed.
enum ParsedRow: Sendable {
    case known(StoredEntry)
    case read(SourceNode)
}

extension ParsedSource {
    /// Reads the rows of a table that an earlier build does not know. The result is nil if it has to be read as a whole.
    ///
    /// - Parameter earlier: The entries of the table as it was, without any warning.
    init?(_ file: SourceFile, columns: TableColumns, after earlier: [StoredEntry]) {
        let file = SourceFile(path: file.path, bytes: file.bytes)
        let known = Dictionary(earlier.lazy.filter { $0.row != 0 }.map { ($0.row, $0) }) { first, _ in first }
        guard !known.isEmpty, let rows = readNewRows(file, columns, isKnown: { known[$0] != nil }),
            file.directionMarks().isEmpty
        else { return nil }
        self = .table(
            rows.compactMap { row in
                switch row {
                case .known(let hash): known[hash].map(ParsedRow.known)
                case .read(let node): .read(node)
                }
            })
    }
}
