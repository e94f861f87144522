extension Publisher {
    /// What an earlier build left in the work folder; nil without one, and for whatever else stands there.
    package borrowing func readRecord() -> BuildRecord? { readWorkFile("record").flatMap(BuildRecord.init(reading:)) }

    /// Leaves a record for the next build.
    package borrowing func write(_ record: BuildRecord) { writeWorkFile("record", record.bytes) }
}
