internal import KairanContent
internal import KairanModel
internal import KairanOutput

/// A build after one of the same process, between which only files of entries were edited.
///
/// This is what somebody does all day who writes beside an open page. Declarations and templates are then taken over as
/// they are, as are the entries of all other files and the outputs of templates that read nothing of what changed.
struct EntryEdit: Sendable {
    /// Of the build before.
    let plan: OutputPlan
    private let record: BuildRecord
    /// The paths of the files.
    private let edited: [String]

    /// Nil when something else may have changed.
    init?(_ earlier: EarlierBuild, _ sources: SourceTree, _ options: BuildOptions) {
        guard let plan = earlier.plan, earlier.record.sources.count == sources.known.count,
            earlier.record.head.bases.starts(with: optionBases(options))
        else { return nil }
        (self.plan, record) = (plan, earlier.record)
        edited = zip(record.sources, sources.known).filter { $0.hash != $1.hash }.map(\.1.path)
        // What is said of other files is said when these are read.
        let content = plan.site.content
        guard edited.allSatisfy({ !content.entries(inFile: $0).isEmpty }),
            record.head.diagnostics.allSatisfy({ !content.entries(inFile: $0.span.path).isEmpty })
        else { return nil }
    }

    /// What the plan may take over of the one before.
    var planned: (jobs: PlannedJobs, outputs: [KnownOutput]?) { (plan.plannedJobs, nil) }

    var declarations: Declarations {
        Declarations(
            settings: plan.site.settings, collections: plan.site.content.collections.map(\.declaration))
    }

    /// What there is now; nil where all of it has to be read.
    func content(
        _ sources: SourceTree, _ compared: Result<ComparedBuild, EarlierBuild.Obstacle>, forgetsBytes: Bool
    ) -> EditedContent? {
        guard case .success(let compared) = compared, record.head.diagnostics.isEmpty else { return nil }
        // Also those whose entries name a file that was edited.
        let files = sources.files.indices.filter { compared.earlierSources[$0] == nil }.map { sources.files[$0] }
        let before = plan.site.content
        return before.rereading(files.map { ($0, Array(before.entries(inFile: $0.path))) }, forgetsBytes: forgetsBytes)
            .map { EditedContent(now: $0, before: before, files: edited) }
    }

    /// The same where all of it was read; nil when there are other entries.
    func comparing(_ now: Content) -> EditedContent? {
        let before = plan.site.content
        return now.hasSameIDs(as: before) ? EditedContent(now: now, before: before, files: edited) : nil
    }

    /// The entries of the files that were edited: the source links of all others are as right as they were.
    func edited(in content: Content) -> Content {
        var content = content
        for position in content.collections.indices {
            content.collections[position].entries.removeAll { !edited.contains($0.span.path) }
        }
        return content
    }
}

/// Content of which some files were read again, and found to hold the same entries.
struct EditedContent: Sendable {
    let now: Content
    let before: Content
    /// Their paths.
    let files: [String]

    /// What is not as it was; nil when windows opened or closed or a day began since.
    func differences(since record: BuildRecord, at moment: DateTime) -> Differences? {
        guard (record.head.moment..<record.head.nextChange).contains(moment.epochSeconds) else { return nil }
        let counts = now.collections.map(\.entries.count)
        var differences = Differences(
            fields: counts.map { Array(repeating: FieldSet(), count: $0) }, columns: counts.map { _ in FieldSet() },
            moment: moment.epochSeconds, isAnotherMoment: moment.epochSeconds != record.head.moment)
        for reference in files.flatMap(before.entries(inFile:)) {
            let changed = changedFields(before.known(reference), now.known(reference))
            differences.fields[reference.collection][reference.index] = changed
            differences.columns[reference.collection].formUnion(changed)
        }
        return differences
    }
}

extension Content {
    fileprivate func known(_ entry: EntryReference) -> KnownEntry? {
        guard let bytes = knownBytes([entry]) else { return nil }
        var reader = ByteReader(bytes)
        return undamaged { () throws(DamagedBytes) in try KnownEntry.read(&reader) }?.first
    }
}
