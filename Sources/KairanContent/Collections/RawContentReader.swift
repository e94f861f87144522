internal import KairanModel
internal import KairanReaders

/// The place of an entry among those that a reader has found.
enum AddedEntry {
    case entry(Int), trash(Int), withheld(Int), rejected(Int)
}

/// Finds the entries of all collections. Records that are entries of another collection go to the reader of that one,
/// and the entry that held them refers to them instead.
struct RawContentReader {
    private(set) var readers: [RawEntryReader]
    /// See `Content.children`.
    let children: [[HeldCollection]]

    init(_ declarations: Declarations) {
        children = declarations.heldCollections
        readers = zip(declarations.collections, children).map { declaration, children in
            RawEntryReader(
                declaration: declaration, channel: declarations.settings.channel, notesAdded: !children.isEmpty)
        }
    }

    /// Makes room for as many entries as a collection has files, since each file mostly holds one.
    mutating func expectEntries(_ count: Int, of position: Int) {
        readers[position].entries.reserveCapacity(count)
        readers[position].positions.reserveCapacity(count)
        readers[position].files.reserveCapacity(count)
    }

    mutating func read(
        _ file: SourceFile, _ parsed: ParsedSource, _ translations: [Translation], of position: Int
    ) {
        if case .known(var rest) = parsed {
            while let collection = rest.first?.collection {
                let own = rest.prefix { $0.collection == collection }
                readers[collection].read(file, .known(own), collection == position ? translations : [])
                readers[collection].added.removeAll(keepingCapacity: true)
                rest = rest[own.endIndex...]
            }
            return
        }
        readers[position].read(file, parsed, translations)
        takeChildren(of: position, in: file)
    }

    /// Reads the records of the entries that were added last.
    private mutating func takeChildren(of position: Int, in file: SourceFile) {
        guard !children[position].isEmpty else { return }
        let added = readers[position].added
        readers[position].added.removeAll(keepingCapacity: true)
        for child in children[position] {
            for entry in added {
                let parent = readers[position][entry]
                guard let index = parent.members.firstIndex(where: { $0.key == child.field }),
                    let records = parent.members[index].value.elements
                else { continue }
                let holder = ParentEntry(id: parent.id, span: parent.span, fate: readers[position].fate(of: entry))
                readers[position][entry].members[index].value.content = .sequence(
                    records.compactMap { readers[child.position].add($0, in: holder, file) })
                takeChildren(of: child.position, in: file)
            }
        }
    }

    /// Takes out the entries of each collection, without those in the trash and those that are withheld or rejected.
    mutating func takeEntries() -> [[RawEntry]] {
        readers.indices.map { position in
            defer { readers[position].entries = [] }
            return readers[position].entries
        }
    }

    /// Takes account of records that are not known, because the entries that hold them could not be read.
    mutating func hideChildren() {
        for position in readers.indices where readers[position].declaration.parent == nil {
            hideChildren(of: position)
        }
    }

    private mutating func hideChildren(of position: Int) {
        let hidden = readers[position].hiddenIDs
        let mayHide = hidden.areAny || !hidden.ids.isEmpty || readers[position].lacksEntries
        for child in children[position].map(\.position) {
            if mayHide { readers[child].hiddenIDs.areAny = true }
            hideChildren(of: child)
        }
    }
}

extension RawEntryReader {
    fileprivate subscript(added: AddedEntry) -> RawEntry {
        get {
            switch added {
            case .entry(let index): entries[index]
            case .trash(let index): trash[index].entry
            case .withheld(let index): withheld[index]
            case .rejected(let index): rejected[index]
            }
        }
        set {
            switch added {
            case .entry(let index): entries[index] = newValue
            case .trash(let index): trash[index].entry = newValue
            case .withheld(let index): withheld[index] = newValue
            case .rejected(let index): rejected[index] = newValue
            }
        }
    }

    fileprivate func fate(of added: AddedEntry) -> ParentEntry.Fate {
        switch added {
        case .entry: .present
        case .trash(let index): .trash(trash[index].deletion)
        case .withheld(let index): previews[withheld[index].id].map(ParentEntry.Fate.withheld) ?? .rejected
        case .rejected: .rejected
        }
    }

    /// Adds a record of another entry. Returns a reference to it, or nil if it is not among the entries.
    fileprivate mutating func add(_ record: SourceNode, in parent: ParentEntry, _ file: SourceFile) -> SourceNode? {
        let count = entries.count
        addListed(record, file, nil, in: parent)
        guard entries.count > count else { return nil }
        noteFile(of: count, file.path)
        return SourceNode(.scalar(entries[count].id, .string), span: record.span)
    }

    /// Notes that an entry is in a file. All children in one file come one after the other.
    private mutating func noteFile(of index: Int, _ path: String) {
        if let last = files.indices.last, files[last].path.isSameName(as: path) {
            files[last].entries = files[last].entries.lowerBound..<(index + 1)
        } else {
            files.append((path, index..<(index + 1)))
        }
    }
}

extension ParentEntry {
    /// The reference by which a record names this entry.
    var node: SourceNode { SourceNode(.scalar(id, .string), span: span) }
    var deletion: Deletion? { if case .trash(let deletion) = fate { deletion } else { nil } }
    var preview: SourceSpan? { if case .withheld(let place) = fate { place } else { nil } }
}
