internal import KairanModel
internal import Synchronization

/// The entries of a collection as an earlier build read them.
///
/// A build in which little changed asks for few of their values, and most are never made.
final class KnownEntries: Sendable {
    private let ids: [String]
    /// For each entry the position of its file.
    private let filePositions: [Int]
    private let files: [SourceFile]
    private let declaration: CollectionDeclaration
    private let surroundings: Surroundings
    private let sources: KnownSources
    /// By the position of their file.
    private let read = Mutex<[Int: [KnownEntry]]>([:])
    /// Each is made once, as a text of it is rendered once.
    private let made = Mutex<[Int: EntryContent]>([:])
    /// True once one of them could not be made: then what was built of them means nothing.
    private let foundDamage = Mutex(false)

    init(
        ids: [String], filePositions: [Int], _ files: [SourceFile], of declaration: CollectionDeclaration,
        _ surroundings: Surroundings, _ sources: KnownSources
    ) {
        (self.ids, self.filePositions, self.files) = (ids, filePositions, files)
        (self.declaration, self.surroundings, self.sources) = (declaration, surroundings, sources)
    }

    var areDamaged: Bool { foundDamage.withLock(\.self) }

    func content(of index: Int) -> EntryContent {
        if let content = made.withLock({ $0[index] }) { return content }
        let content = EntryContent(
            entry(index).flatMap { reader(of: index).parts($0, of: declaration) } ?? damaged(index))
        return made.withLock { made in
            if let earlier = made[index] { return earlier }
            made[index] = content
            return content
        }
    }

    func value(ofField field: Int, of index: Int) -> Value {
        entry(index).flatMap { reader(of: index).value(ofField: field, of: $0, of: declaration) }
            ?? damaged(index).values[field]
    }

    func span(of index: Int) -> SourceSpan {
        entry(index)?.span(in: files[filePositions[index]].path) ?? damaged(index).span
    }

    private func reader(of index: Int) -> KnownEntryReader {
        KnownEntryReader(surroundings: surroundings, file: files[filePositions[index]])
    }

    /// Nil where its file does not have it.
    private func entry(_ index: Int) -> KnownEntry? {
        let position = filePositions[index]
        let entries = read.withLock { $0[position] } ?? readEntries(position)
        // Those of one file stand together, and mostly there is one.
        let isFirst = index == 0 || filePositions[index - 1] != position
        let start = isFirst ? index : filePositions[..<index].partitioningIndex { $0 >= position }
        let offset = index - start
        return entries.indices.contains(offset) && entries[offset].id == ids[index] ? entries[offset] : nil
    }

    private func readEntries(_ position: Int) -> [KnownEntry] {
        let entries = sources.entries(ofFile: position) ?? []
        read.withLock { $0[position] = entries }
        return entries
    }

    private func damaged(_ index: Int) -> EntryParts {
        foundDamage.withLock { $0 = true }
        let count = declaration.fields.count
        let place = SourcePlace(line: 1, column: 1, length: 1)
        return EntryParts(
            values: Array(repeating: .missing, count: count), places: Array(repeating: place, count: count),
            span: SourceSpan(path: files[filePositions[index]].path))
    }
}
