internal import KairanContent
internal import KairanModel
internal import KairanQueries
internal import KairanTemplates

/// The reason given for outputs that show the moment of the build, since that moment changes with every build.
let anotherMoment = "the moment has changed"

/// The entries that changed since an earlier build was stored.
///
/// Nothing is taken over if a declaration has changed, so collections and fields still have the positions that they
/// had.
struct EntryChanges: Sendable {
    let build: ComparedBuild
    fileprivate let declarations: [CollectionDeclaration]
    /// For each collection, its changed entries by their keys, each with the fields that changed.
    fileprivate private(set) var entries: [[UInt64: FieldSet]]
    /// For each collection, the fields that changed in some entry.
    fileprivate private(set) var columns: [FieldSet]
    /// The id of each changed entry, by its key.
    fileprivate private(set) var ids: [UInt64: String] = [:]
    fileprivate private(set) var gone: Set<UInt64> = []

    init(since build: ComparedBuild, to content: Content) {
        self.build = build
        declarations = content.collections.map(\.declaration)
        (entries, columns) = (declarations.map { _ in [:] }, declarations.map { _ in FieldSet() })
        for (index, collection) in content.collections.enumerated() where build.entries[index].keys != collection.keys {
            // If a query does not say how to sort, the order of the files decides, so a new order counts as a new set of
            // entries.
            columns[index].formUnion(.entries)
            for key in Set(build.entries[index].keys).subtracting(collection.keys) {
                gone.insert(key)
                note(.everything, index, key, nil)
                note(.page, index, key, nil)
            }
        }
        for (index, found) in build.sources.enumerated() where found?.isSame != true { compareFile(index, content) }
    }

    /// Compares the entries that a changed file had with the entries that it has now.
    private mutating func compareFile(_ source: Int, _ content: Content) {
        let details = build.details
        let earlier = details.keys(of: source)
        let references = content.allEntries(inFile: build.store.sources[source].path)
        let newKeys = references.map { content.collections[$0.collection].keys[$0.index] }
        // A changed table has mostly rows that did not change, and these are still the stored ones.
        let fresh = references.indices.filter { !content[references[$0]].isCached }
        let same = Set(references.indices.lazy.filter { content[references[$0]].isCached }.map { newKeys[$0] })
        let old = Dictionary(zip(earlier.map(\.key), details.storedEntries(of: source) ?? [])) { first, _ in first }
        // A later build knows none of them if it would have to read them again.
        var stored = ByteReader(content.storedBytes(fresh.map { references[$0] }) ?? [])
        let entries = undamaged { () throws(DamagedBytes) in try StoredEntry.read(&stored) } ?? []
        let new = Dictionary(zip(fresh.map { newKeys[$0] }, entries)) { first, _ in first }
        for (key, collection, _) in earlier where !same.contains(key) {
            note(changedFields(old[key], new[key]), collection, key, old[key]?.id ?? new[key]?.id)
        }
        // A link to a file leads to the page of its only entry, or to that of the entry of several that it names.
        let areSeveral = { (collections: [Int]) in collections.count > 1 && collections[0] == collections[1] }
        let isOther = areSeveral(earlier.map(\.collection)) != areSeveral(references.map(\.collection))
        let stay = isOther ? [] : Set(newKeys)
        for (key, collection, _) in earlier where !stay.contains(key) { note(.page, collection, key, old[key]?.id) }
    }

    /// Returns the changes as an edit, or nil if some entry has another position now.
    func edit(of content: Content) -> EditedEntries? {
        if columns.contains(where: { !$0.intersection(.entries).isEmpty }) { return nil }
        let changed = zip(entries, content.collections).map { entries, collection in
            entries.isEmpty ? [] : collection.keys.indices.filter { entries[collection.keys[$0]] != nil }
        }
        return EditedEntries(changed) { [columns] read in
            read.allSatisfy { columns[$0.collection].intersection($0.fields).isEmpty }
        }
    }

    /// Notes which pages have moved.
    fileprivate mutating func comparePages(_ site: Site) {
        for (position, collection) in site.content.collections.enumerated() {
            let (pages, old) = (site.pageHashes(ofCollection: position), build.entries[position])
            let isSame = old.keys == collection.keys
            let now = isSame ? [:] : Dictionary(zip(collection.keys, collection.keys.indices)) { first, _ in first }
            for (index, key) in old.keys.enumerated() {
                guard let new = isSame ? index : now[key], pages[new] != old.pages[index] else { continue }
                note(.page, position, key, collection.entries[new].id)
            }
        }
    }

    private mutating func note(_ changed: FieldSet, _ collection: Int, _ key: UInt64, _ id: String?) {
        if changed.isEmpty { return }
        entries[collection][key, default: FieldSet()].formUnion(changed)
        columns[collection].formUnion(changed)
        if let id { ids[key] = id }
    }
}

/// All changes since an earlier build was stored: those of entries, of where pages are, and of the moment.
struct Changes: Sendable {
    /// The changed entries. A page that moved counts as a change of its entry.
    private let changed: EntryChanges
    /// For each key of `Schema.valuePages`, a hash of all paths of this build.
    private let valuePages: [String: ContentHash]
    /// The moment of this build, in seconds since 1970.
    private let moment: Int
    private let isAnotherMoment: Bool
    private let timeZone: SiteTimeZone
    /// This is true if the page of some entry is not where it was.
    let movedPages: Bool

    /// - Parameter site: The site with all its pages.
    init(_ entries: EntryChanges, _ site: Site) {
        var changed = entries
        changed.comparePages(site)
        movedPages = changed.columns.contains { !$0.intersection(.page).isEmpty }
        (self.changed, valuePages) = (changed, site.valuePageHashes)
        (moment, timeZone) = (site.moment.epochSeconds, site.settings.timeZone)
        isAnotherMoment = moment != entries.build.store.head.moment
    }

    /// The earlier build.
    var build: ComparedBuild { changed.build }
}

/// Returns the fields whose values differ; all fields if they cannot be compared.
private func changedFields(_ old: StoredEntry?, _ new: StoredEntry?) -> FieldSet {
    guard let old = old?.fields, let new = new?.fields, old.count == new.count else { return .everything }
    var set = FieldSet()
    for index in old.indices where old[index] != new[index] { set.formUnion(FieldSet(field: index)) }
    return set
}

// MARK: The reasons for making an output

extension Changes {
    /// Returns why the output at a position of the store has to be made again, or nil if it would stay the same.
    func reason(forOutput position: Int) -> String? {
        do { return try reason(changed.build.details.trace(position)) } catch { return "the store is damaged" }
    }

    /// Finds the first question of a trace whose answer changed. Most traces are read only to find that there is none.
    private func reason(_ trace: ByteReader) throws(DamagedBytes) -> String? {
        var reader = trace
        let validity = try Reads.Validity(reading: &reader)
        for _ in 0..<(try reader.readCount()) {
            let group = try reader.readColumns()
            guard changed.columns.indices.contains(group.collection) else { throw DamagedBytes() }
            var list = ByteReader(reader.bytes, in: try reader.readPart())
            // In most collections, nothing changed that this output reads.
            if changed.columns[group.collection].intersection(group.fields).isEmpty { continue }
            while !list.isAtEnd {
                let (key, fields) = (try list.readFixed(), try list.readFields())
                guard let others = changed.entries[group.collection][key]?.intersection(fields), !others.isEmpty else {
                    continue
                }
                return describe(others, of: key, in: group.collection)
            }
        }
        for _ in 0..<(try reader.readCount()) {
            let asked = try reader.readColumns()
            guard changed.columns.indices.contains(asked.collection) else { throw DamagedBytes() }
            let others = changed.columns[asked.collection].intersection(asked.fields)
            if !others.isEmpty { return describe(others, in: asked.collection) }
        }
        for _ in 0..<(try reader.readCount()) {
            let (key, hash) = (try reader.readText(), try reader.readHash())
            if (valuePages[key] ?? ContentHash()) != hash { return "the pages of its values moved" }
        }
        if !validity.steady.contains(moment) { return describe(validity.steady) }
        return validity.showsMoment && isAnotherMoment ? anotherMoment : nil
    }

    private func describe(_ moments: Range<Int>) -> String {
        func text(_ moment: Int) -> String { timeZone.dateTime(epochSeconds: moment).description }
        return moment < moments.lowerBound
            ? "it was made for the time from \(text(moments.lowerBound)) on"
            : "it was made for the time until \(text(moments.upperBound))"
    }

    private func describe(_ fields: FieldSet, of key: UInt64, in collection: Int) -> String {
        let declaration = changed.declarations[collection]
        let entry =
            changed.ids[key].map { "\(declaration.name)/\($0)" } ?? "\(declaration.entryWord) of \(declaration.name)"
        if changed.gone.contains(key) { return "\(entry) is gone" }
        return fields == .page ? "the page of \(entry) moved" : "\(entry): \(declaration.names(fields)) changed"
    }

    private func describe(_ fields: FieldSet, in collection: Int) -> String {
        let declaration = changed.declarations[collection]
        if !fields.intersection(.entries).isEmpty {
            return "\(declaration.name) has different entries, or a different order"
        }
        return "\(declaration.name): \(declaration.names(fields)) changed, which affects the choice of entries"
    }
}

extension CollectionDeclaration {
    /// The names of some fields, for an explanation.
    fileprivate func names(_ some: FieldSet) -> String {
        let names = fields.indices.filter { !some.intersection(FieldSet(field: $0)).isEmpty }.map { fields[$0].name }
        return names.count == fields.count && names.count > 1 ? "everything" : names.joined(separator: ", ")
    }
}
