internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanQueries
internal import KairanTemplates

/// An earlier build: the store that it left, and which of its outputs are still published as it made them.
///
/// Nothing is made again while the sources, the options, the program and everything that depends on the moment are the
/// same (`isCurrent`). Otherwise `compare` says which sources differ, and the traces of the outputs say which outputs
/// that affects. If a plan or an output turns out to be wrong, everything is built once more without an earlier build,
/// so that messages always come from the same way of building. Only wrong links are known without that.
package struct EarlierBuild: Sendable {
    let store: BuildStore
    /// The outputs that are still published as the build made them.
    let standing: VerifiedOutputs
    /// Reads an output that was made but not published; nil if the outputs are published. `KeptFiles` says more.
    private(set) var unpublished: (@Sendable (_ path: String) -> [UInt8]?)?
    /// The plan of the build, if this process made it.
    private(set) var plan: OutputPlan?

    init(_ store: BuildStore, _ standing: VerifiedOutputs) { (self.store, self.standing) = (store, standing) }

    /// An earlier build that counts as published, with all its outputs as they were made.
    init(
        assumingAllOf store: BuildStore, _ plan: OutputPlan? = nil,
        unpublished: (@Sendable (_ path: String) -> [UInt8]?)? = nil
    ) {
        self.init(store, VerifiedOutputs(store.outputs, at: nil))
        (self.plan, self.unpublished) = (plan, unpublished)
    }

    func hasSameSources(_ sources: SourceTree) -> Bool {
        sources.known.elementsEqual(store.sources) { $0.holdsSame(as: $1) }
    }

    /// Tells whether a build of the same sources would be the same in everything.
    func isCurrent(_ options: BuildOptions, at moment: DateTime) -> Bool {
        store.head.inputs.starts(with: optionInputs(options))
            && store.head.steady.contains(moment.epochSeconds) && standing.holdList(store.list.hash)
            && standing.outputs.allSatisfy { $0 != nil }
    }

    /// The result of the earlier build once more, for a build that would be the same (`isCurrent`).
    func result(_ sources: SourceTree, _ meant: [MeantWarning]) -> BuildResult {
        let head = store.head
        var result = BuildResult(diagnostics: head.diagnostics, meant: meant)
        result.plan = plan
        result.kept = standing.outputs.compactMap(\.self)
        result.byteCount = result.kept.reduce(0) { $0 + Int($1.stamp.size) }
        (result.counts, result.moment, result.nextChange) = (head.counts, head.moment, head.nextChange)
        result.isRepeated = true
        result.store = { [store, kept = result.kept] in StoreDraft(store, outputs: kept, sources) }
        return result
    }

    /// Returns what a build with changes can take over, or why it can take over nothing.
    func compare(
        _ sources: SourceTree, _ declarations: Declarations, _ inputs: [BuildStore.GlobalInput]
    ) -> Result<ComparedBuild, Obstacle> {
        if let changed = zip(inputs, store.head.inputs).first(where: { $0 != $1 })?.0 {
            return .failure(Obstacle(reason: "\(changed.name) changed"))
        }
        guard inputs.count == store.head.inputs.count else {
            return .failure(Obstacle(reason: "the collections are not the same"))
        }
        guard let details = store.details.value,
            let entries = details.entries(ofCollections: declarations.collections.count)
        else { return .failure(.damagedStore) }
        return .success(ComparedBuild(self, details, sources, entries))
    }

    /// The reason why nothing can be taken over.
    struct Obstacle: Error {
        var reason: String

        static let noBuild = Obstacle(reason: "no earlier build is known")
        static let damagedStore = Obstacle(reason: "the store in .kairan/ cannot be read")
    }
}

/// The entries that a collection had, in order.
struct EarlierEntries: Sendable {
    var keys: [UInt64] = []
    /// A hash for each entry of where its pages were; see `Site.pageHashes(ofCollection:)`.
    var pages: [UInt64] = []
}

extension BuildStore.Details {
    /// Returns the entries of each collection, in the order of the declarations, or nil if the bytes are damaged.
    fileprivate func entries(ofCollections count: Int) -> [EarlierEntries]? {
        var entries = Array(repeating: EarlierEntries(), count: count)
        for index in sources.indices {
            for entry in keys(of: index) {
                guard entries.indices.contains(entry.collection) else { return nil }
                entries[entry.collection].keys.append(entry.key)
                entries[entry.collection].pages.append(entry.pages)
            }
        }
        return entries
    }
}

/// An earlier build, compared with the sources of this one.
struct ComparedBuild: Sendable {
    let earlier: EarlierBuild
    let details: BuildStore.Details
    /// The position that each source of the store has now, and whether the source is the same; nil if it is gone.
    let sources: [(position: Int, isSame: Bool)?]
    /// The position in the store of each present source; nil unless it and the files that its entries name are the
    /// same.
    let earlierSources: [Int?]
    /// The positions of tables that have changed while the files that their entries name have not: in the store, and now.
    private let changedTables: [(source: Int, position: Int)]
    /// The files that the store does not have, by path relative to `content/`.
    let newFiles: Set<String>
    /// The entries that each collection had.
    let entries: [EarlierEntries]

    init(
        _ earlier: EarlierBuild, _ details: BuildStore.Details, _ now: SourceTree, _ entries: [EarlierEntries]
    ) {
        (self.earlier, self.details, self.entries) = (earlier, details, entries)
        let store = earlier.store
        func name(_ path: String) -> String { String(path.dropFirst("content/".count)) }
        // Both lists are sorted by path.
        var (next, new, changed): (Int, Set<String>, Set<String>) = (0, [], [])
        var sources: [(position: Int, isSame: Bool)?] = []
        sources.reserveCapacity(store.sources.count)
        for source in store.sources {
            while next < now.files.count, now.files[next].path < source.path {
                new.insert(name(now.files[next].path))
                next += 1
            }
            let isThere = next < now.files.count && now.files[next].path.isSameName(as: source.path)
            let isSame = isThere && now.known[next].hash == source.hash
            if !isSame { changed.insert(name(source.path)) }
            sources.append(isThere ? (next, isSame) : nil)
            if isThere { next += 1 }
        }
        newFiles = new.union(now.files[next...].map { name($0.path) })
        changed.formUnion(newFiles)
        var earlierSources = [Int?](repeating: nil, count: now.files.count)
        var changedTables: [(source: Int, position: Int)] = []
        for (index, source) in details.sources.enumerated() {
            guard let found = sources[index] else { continue }
            let areFilesSame = changed.isEmpty || changed.isDisjoint(with: source.files)
            let isSame = found.isSame && areFilesSame
            if !found.isSame, areFilesSame, now.files[found.position].fileExtension == "csv" {
                changedTables.append((index, found.position))
            }
            sources[index] = (found.position, isSame)
            if isSame { earlierSources[found.position] = index }
        }
        (self.sources, self.earlierSources, self.changedTables) = (sources, earlierSources, changedTables)
    }

    var store: BuildStore { earlier.store }
    var standing: VerifiedOutputs { earlier.standing }

    /// Returns the files that had no entries and now have some, by path relative to `content/`. A file has no entries
    /// while all of them are in the trash, for example.
    func filesWithFirstEntries(_ site: Site) -> [String] {
        let changed = sources.indices.filter { index in
            sources[index]?.isSame == false && details.sources[index].keys.isEmpty
                && !site.content.entries(inFile: store.sources[index].path).isEmpty
        }
        return changed.map { String(store.sources[$0].path.dropFirst("content/".count)) }
    }

    /// Returns the entries of all unchanged files, and those of changed tables, as the earlier build read them.
    func content(_ failure: LateFailure) -> CachedContent {
        let files = concurrentMap(earlierSources.count) { index in
            earlierSources[index].flatMap { source in
                details.storedEntries(of: source).map { CachedContent.File($0, naming: details.sources[source].files) }
            }
        }
        let tables = changedTables.compactMap { source, position in
            details.storedEntries(of: source).map { (position, $0) }
        }
        return CachedContent(
            files, tables: Dictionary(uniqueKeysWithValues: tables), changedCount: earlierSources.count { $0 == nil },
            keys: entries.map(\.keys),
            untranslated: Set(store.head.diagnostics.filter { $0.rule == .localeMissing }.map(\.span.path)),
            noteDamage: { failure.note(.damagedStore) },
            noteOtherNames: { failure.note(ReadError(path: "content", reason: "a table may name another entry")) })
    }
}

extension Result where Failure == EarlierBuild.Obstacle {
    /// The value that can be taken over; nil if there is none.
    var takenOver: Success? {
        switch self {
        case .success(let found): found
        case .failure: nil
        }
    }
}

extension Changes {
    /// The changes, if outputs can be taken over. No output can be if a file that tells apps about a version is gone or
    /// has changed, so that every document is checked again.
    var ofOutputs: Result<Changes, EarlierBuild.Obstacle> {
        let outputs = build.store.outputs
        let versions = outputs.indices.filter { VersionFile.describesVersions(outputs[$0].path) }
        let standing = versions.isEmpty ? [] : build.standing.outputs
        guard let gone = versions.first(where: { standing[$0] == nil }) else { return .success(self) }
        return .failure(.init(reason: "the published \(outputs[gone].path) is gone or has changed"))
    }

    /// Returns the paths of the outputs of each search template that would make the same again. An index then need not
    /// be made to find out how many files it has.
    func knownSearches(_ plan: OutputPlan) -> [String: Set<String>] {
        var paths: [String: Set<String>] = [:]
        for template in plan.searchTemplates {
            guard let source = build.store.sources.position(of: template), build.sources[source]?.isSame == true
            else { continue }
            let fact = LinkFacts.fact(ofPath: template)
            let made = build.details.outputs.indices.filter { build.details.outputs[$0].source == fact }
            guard !made.isEmpty, made.allSatisfy({ reason(forOutput: $0) == nil }) else { continue }
            paths[template] = Set(made.map { build.store.outputs[$0].path })
        }
        return paths
    }
}

/// The declarations and templates that a build takes over, and the jobs of templates that no change touches, if only
/// files of entries were edited since an earlier build in the same process.
///
/// Such edits are the most common ones while somebody writes with a page open.
struct EntryEdit: Sendable {
    let declarations: Declarations
    let plan: OutputPlan

    /// The result is nil if something else may have changed.
    init?(_ earlier: EarlierBuild, _ sources: SourceTree, _ options: BuildOptions) {
        guard let plan = earlier.plan, earlier.store.head.inputs.starts(with: optionInputs(options)),
            earlier.store.sources.count == sources.known.count
        else { return nil }
        let (old, new) = (earlier.store.sources, sources.known)
        let edited = new.indices.filter { !old[$0].holdsSame(as: new[$0]) }
        let content = plan.site.content
        // A warning about a declaration or a template comes from reading it, so then it has to be read again.
        guard edited.allSatisfy({ old[$0].path.isSameName(as: new[$0].path) }),
            edited.allSatisfy({ !content.entries(inFile: new[$0].path).isEmpty }),
            earlier.store.head.diagnostics.allSatisfy({ !content.entries(inFile: $0.span.path).isEmpty })
        else { return nil }
        declarations = Declarations(settings: content.settings, collections: content.collections.map(\.declaration))
        self.plan = plan
    }
}
