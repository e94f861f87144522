internal import KairanModel
internal import KairanSystem
internal import Synchronization

// A record is two files of the work folder. `record` tells whether the next build is the same in everything; `details`,
// by far the larger, is read only when it is not. `record` is replaced last and names the hash of the details, and these
// the hashes of the entries behind them: half a record is none. Where nothing but values of a few entries changed, both stay, and `changes` says what is not as they say.
// Whatever becomes of it, the two are the record of an earlier build: outputs of a later one are not those that it knows,
// and are made again.

extension Publisher {
    /// What an earlier build left in the work folder; nil without one, and for whatever else stands there.
    package borrowing func readRecord() -> BuildRecord? {
        guard let bytes = readWorkFile("record"), let path = path(inWorkFolder: "details") else { return nil }
        let changes = readWorkFile("changes").flatMap { RecordChanges(reading: $0) }
        let details = SingleFile(at: path)
        return BuildRecord(reading: bytes, changes: changes, details: details.read)
    }

    /// True also for one that says nothing, as it is damaged or of another version of Kairan.
    borrowing func hasRecordFile() -> Bool {
        guard let path = path(inWorkFolder: "record") else { return false }
        do { return try status(of: path)?.isFile == true } catch { return false }
    }

    /// Leaves a record for the next build.
    ///
    /// - Parameter stamps: Of each output, in the order of their paths; nil for one that is gone already.
    borrowing func write(_ record: RecordDraft, _ stamps: [FileStamp?]) {
        // Found out after another build, whatever becomes of this record.
        removeWorkFile("next")
        if let changes = record.changes(stamps) {
            writeWorkFiles([("changes", [changes.bytes[...]])])
            return
        }
        var files = [("record", record.parts(stamps))]
        if case .made(let made) = record.details {
            files.insert(("details", [made.details[...], made.entries[...]]), at: 0)
        }
        if writeWorkFiles(files) { removeWorkFile("changes") }
    }
}

/// A file that is opened when something of it is first asked for, and stays that file: another one may stand at its path
/// before the rest is asked for.
private final class SingleFile: Sendable {
    private let path: String
    private let opened = Mutex<FileDescriptor?>(nil)

    init(at path: String) { self.path = path }

    deinit { opened.withLock { $0?.close() } }

    /// Some of its bytes, or fewer at its end; nil where they cannot be read.
    ///
    /// - Parameter room: For how many bytes more there should be memory.
    @Sendable func read(_ range: Range<Int>, room: Int) -> [UInt8]? {
        opened.withLock { descriptor in
            do throws(SystemError) {
                let file = if let descriptor { descriptor } else { try workingFolder.openFile(path) }
                descriptor = file
                return try file.read(range, room: room)
            } catch {
                return nil
            }
        }
    }
}
