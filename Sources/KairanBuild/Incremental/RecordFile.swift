internal import KairanModel

// A record is two files of the work folder. `record` tells whether the next build is the same in everything; `details`,
// by far the larger, is read only when it is not. `record` is replaced last and names the hash of the details: half a
// record is none.

extension Publisher {
    /// What an earlier build left in the work folder; nil without one, and for whatever else stands there.
    package borrowing func readRecord() -> BuildRecord? {
        guard let bytes = readWorkFile("record"), let path = path(inWorkFolder: "details") else { return nil }
        return BuildRecord(reading: bytes) {
            do { return try readFile(path) } catch { return nil }
        }
    }

    /// True also for one that says nothing, as it is damaged or of another version of Kairan.
    borrowing func hasRecordFile() -> Bool { readWorkFile("record") != nil }

    /// Leaves a record for the next build.
    ///
    /// - Parameter stamps: Of each output, in the order of their paths; nil for one that is gone already.
    borrowing func write(_ record: RecordDraft, _ stamps: [FileStamp?]) {
        let known = record.parts(stamps)
        if case .made(let details) = record.details {
            writeWorkFiles([("details", [details[...]]), ("record", known)])
        } else {
            writeWorkFiles([("record", known)])
        }
    }
}
