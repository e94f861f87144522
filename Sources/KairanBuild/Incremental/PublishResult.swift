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
        let paths = result.files.map(\.path) + result.kept.map(\.path)
        let stampsByPath = Dictionary(zip(paths, stamps)) { first, _ in first }
        for index in record.outputs.indices {
            record.outputs[index].stamp = stampsByPath[record.outputs[index].path].flatMap(\.self) ?? .unknown
        }
        // The same record is there already.
        let isWritten = result.files.isEmpty && earlier.map { $0.record.outputs.map(\.stamp) == record.outputs.map(\.stamp) } == true
        if !isWritten { write(record) }
        return summary
    }
}
