extension Publisher {
    /// What an earlier build left in the work folder; nil without one, and for whatever else stands there.
    package borrowing func readRecord() -> BuildRecord? { readWorkFile("record").flatMap(BuildRecord.init(reading:)) }

    /// True also for one that says nothing, as it is damaged or of another version of Kairan.
    borrowing func hasRecordFile() -> Bool { readWorkFile("record") != nil }

    /// Leaves a record for the next build.
    borrowing func write(record parts: [ArraySlice<UInt8>]) { writeWorkFile("record", parts) }
}
