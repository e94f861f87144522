internal import KairanModel
package import KairanPublish
internal import KairanSystem
internal import KairanTemplates

extension Publisher {
    /// Returns the build that made the folder's publication, or nil if nothing is known about it.
    borrowing func earlierBuild(_ record: BuildRecord?, _ spares: SpareMirror?) -> EarlierBuild? {
        record.map { EarlierBuild($0, verifiedOutputs($0.outputs), spares) }
    }

    /// Publishes what a build made, and leaves a record for the next one. If most files were made anew, their bytes are
    /// dropped from the result, since the record is put together in the memory that they took.
    package borrowing func publish(
        _ result: inout BuildResult, after earlier: EarlierBuild?, seen past: SeenPublications = SeenPublications()
    ) throws(PublishError) -> PublicationSummary {
        var summary = try publish(&result, after: earlier, past)
        summary.isRemembered = remember(past)
        return summary
    }

    private borrowing func publish(
        _ result: inout BuildResult, after earlier: EarlierBuild?, _ past: SeenPublications
    ) throws(PublishError) -> PublicationSummary {
        guard workFolderPath() != nil, let unwritten = result.record else {
            let (summary, _, cleanup) = try publish(
                result.files, keeping: result.kept, spareMirror(), notes: result.notes, after: past)
            cleanup?.finish()
            return summary
        }
        let record: RecordDraft
        let (summary, stamps, cleanup): (PublicationSummary, [FileStamp?], SwapCleanup?)
        let spares = earlier?.spares ?? spareMirror()
        if result.files.count > result.kept.count {
            (summary, stamps, cleanup) = try publish(
                result.files, keeping: result.kept, spares, notes: result.notes, after: past)
            for index in result.files.indices { result.files[index].forget() }
            returnFreedMemory()
            record = unwritten.draft
        } else {
            // The record lacks only the stamps, so it is put together while the files are published.
            let (files, kept, notes) = (result.files, result.kept, result.notes)
            (record, (summary, stamps, cleanup)) = try concurrently({ unwritten.draft }) { () throws(PublishError) in
                try publish(files, keeping: kept, spares, notes: notes, after: past)
            }
        }
        // Nothing is written if the record that is there already says the same.
        let isThere =
            result.isRepeated && earlier?.record.outputs.map(\.stamp) == stamps
            && earlier.map { record.isSame(as: $0.record) } == true
        _ = concurrently({ cleanup?.finish() }) { if !isThere { write(record, stamps) } }
        if let names = result.plan?.pictureNames { keepPictures(names) }
        return summary
    }
}
