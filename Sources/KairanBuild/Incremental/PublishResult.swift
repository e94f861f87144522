package import KairanPublish
internal import KairanSystem
internal import KairanTemplates

extension Publisher {
    /// Publishes what a build made, and leaves a record for the next one. If most files were made anew, their bytes are
    /// dropped from the result, since the record is put together in the memory that they took.
    package borrowing func publish(
        _ result: inout BuildResult, after earlier: EarlierBuild?, seen past: SeenPublications = SeenPublications()
    ) throws(PublishError) -> PublicationSummary {
        var summary = PublicationSummary.unchanged(result.kept.count, bytes: result.byteCount)
        if result.isRepeated, let earlier {
            // Nothing is written if the record that is there already says the same.
            if let record = result.record?(), !record.isSame(as: earlier.record) { write(record, earlier.record.list) }
        } else {
            let (made, stamps, list) = try publish(
                result.files, keeping: result.kept, notes: result.notes, after: past)
            summary = made
            if result.files.count > result.kept.count {
                for index in result.files.indices { result.files[index].forget() }
                returnFreedMemory()
            }
            if path(inWorkFolder: storeName) != nil, let record = result.record { write(record(), list, stamps) }
        }
        if let names = result.plan?.pictureNames { keepPictures(names) }
        summary.isRemembered = remember(past)
        return summary
    }
}
