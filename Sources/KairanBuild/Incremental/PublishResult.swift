internal import KairanOutput

extension Publisher {
    /// The build that the folder's publication is of; nil when nothing is known of it.
    package borrowing func earlierBuild() throws(PublishError) -> EarlierBuild? {
        guard let record = readRecord() else { return nil }
        return try EarlierBuild(record, in: self)
    }

    /// Publishes what a build made, and leaves what the next one may take over.
    package borrowing func publish(
        _ result: BuildResult, after earlier: EarlierBuild?
    ) throws(PublishError) -> PublicationSummary {
        let (summary, stamps) = try publish(result.files, keeping: result.kept)
        guard var record = result.record else { return summary }
        record.stamp(made: result.files, kept: result.kept, stamps)
        // The same record is there already.
        if result.files.isEmpty, let earlier, earlier.record.hasStamps(of: record) { return summary }
        write(record)
        return summary
    }
}

extension BuildRecord {
    /// All are sorted by path; the stamps are first of those that were made, then of those that were kept.
    fileprivate mutating func stamp(made: [OutputFile], kept: [KeptOutput], _ stamps: [FileStamp?]) {
        var (nextMade, nextKept) = (0, 0)
        for index in outputs.indices {
            let path = outputs[index].path
            if nextMade < made.count, made[nextMade].path == path {
                outputs[index].stamp = stamps[nextMade] ?? .unknown
                nextMade += 1
            } else if nextKept < kept.count, kept[nextKept].path == path {
                outputs[index].stamp = stamps[made.count + nextKept] ?? .unknown
                nextKept += 1
            }
        }
    }

    fileprivate func hasStamps(of other: BuildRecord) -> Bool {
        outputs.count == other.outputs.count && zip(outputs, other.outputs).allSatisfy { $0.stamp == $1.stamp }
    }
}
