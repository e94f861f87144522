internal import KairanModel
internal import Synchronization

/// The entries of a collection as an earlier build read them.
///
/// A build in which little changed asks for few of their values, and most are never made.
final class KnownEntries: Sendable {
    private let entries: [(entry: KnownEntry, file: SourceFile)]
    private let declaration: CollectionDeclaration
    private let surroundings: Surroundings
    /// Each is made once, as a text of it is rendered once.
    private let made = Mutex<[Int: EntryContent]>([:])
    /// True once one of them could not be made: then what was built of them means nothing.
    private let foundDamage = Mutex(false)

    init(
        _ entries: [(entry: KnownEntry, file: SourceFile)], of declaration: CollectionDeclaration,
        _ surroundings: Surroundings
    ) {
        (self.entries, self.declaration, self.surroundings) = (entries, declaration, surroundings)
    }

    var areDamaged: Bool { foundDamage.withLock(\.self) }

    func content(of index: Int) -> EntryContent {
        if let content = made.withLock({ $0[index] }) { return content }
        let content = EntryContent(
            reader(of: index).parts(entries[index].entry, of: declaration) ?? damaged(index))
        return made.withLock { made in
            if let earlier = made[index] { return earlier }
            made[index] = content
            return content
        }
    }

    func value(ofField field: Int, of index: Int) -> Value {
        reader(of: index).value(ofField: field, of: entries[index].entry, of: declaration)
            ?? damaged(index).values[field]
    }

    func span(of index: Int) -> SourceSpan { entries[index].entry.span(in: entries[index].file.path) }

    private func reader(of index: Int) -> KnownEntryReader {
        KnownEntryReader(surroundings: surroundings, file: entries[index].file)
    }

    private func damaged(_ index: Int) -> EntryParts {
        foundDamage.withLock { $0 = true }
        let count = declaration.fields.count
        let place = SourcePlace(line: 1, column: 1, length: 1)
        return EntryParts(
            values: Array(repeating: .missing, count: count), places: Array(repeating: place, count: count),
            span: span(of: index))
    }
}
