internal import KairanModel
internal import KairanPublish
internal import KairanSystem
internal import Synchronization

/// The store: the file of the work folder that holds the record of the last build.
///
/// It begins with a line that says what it is, and the size and the hash of each of its two parts; the parts follow.
/// The first part tells whether the next build is the same in everything; the second, by far the larger, is read only
/// if it is not. The file is always replaced as a whole, so that an opened one stays as it was and half a file is never
/// taken for a record. A damaged file is ignored.
final class StoreFile: Sendable {
    static let name = "store"

    private let file: Mutex<FileDescriptor>
    /// The bytes of the first part.
    let head: [UInt8]
    private let detailsRange: Range<Int>
    private let detailsHash: ContentHash

    /// The result is nil unless the file has this format and its first part is whole.
    init?(at path: String) {
        do throws(SystemError) {
            let opened = try workingFolder.openFile(path)
            file = Mutex(opened)
            guard let read = undamaged({ () throws(DamagedBytes) in try Self.readHead(opened) }) else { return nil }
            (head, detailsRange, detailsHash) = read
        } catch {
            return nil
        }
    }

    deinit { file.withLock { $0.close() } }

    private static func readHead(
        _ file: FileDescriptor
    ) throws(DamagedBytes) -> (head: [UInt8], details: Range<Int>, hash: ContentHash) {
        let start = try read(0..<startSize, of: file)
        guard start.starts(with: signature) else { throw DamagedBytes() }
        var reader = ByteReader(start, in: signature.count..<start.count)
        let (headSize, headHash) = (try reader.readFixed(), try reader.readHash())
        let (detailsSize, detailsHash) = (try reader.readFixed(), try reader.readHash())
        // A larger size can only come from a damaged file, and adding it up could overflow.
        let most = UInt64(1) << 40
        guard headSize < most, detailsSize < most else { throw DamagedBytes() }
        let (headEnd, end) = (startSize + Int(headSize), startSize + Int(headSize + detailsSize))
        let head = try read(startSize..<headEnd, of: file)
        guard ContentHash(head) == headHash, size(of: file) == end else { throw DamagedBytes() }
        return (head, headEnd..<end, detailsHash)
    }

    private static func read(_ range: Range<Int>, of file: FileDescriptor) throws(DamagedBytes) -> [UInt8] {
        do throws(SystemError) {
            let bytes = try file.read(range)
            if bytes.count == range.count { return bytes }
        } catch {}
        throw DamagedBytes()
    }

    private static func size(of file: FileDescriptor) -> Int? {
        do throws(SystemError) { return try file.status().size } catch { return nil }
    }

    /// The bytes of the second part; nil if they are damaged.
    var details: [UInt8]? {
        let bytes = file.withLock { file in
            undamaged { () throws(DamagedBytes) in try Self.read(detailsRange, of: file) }
        }
        return bytes.flatMap { ContentHash($0) == detailsHash ? $0 : nil }
    }

    /// Returns the bytes of a file with these two parts, as slices to be written one after the other.
    static func parts(head: [UInt8], details: [UInt8]) -> [ArraySlice<UInt8>] {
        let (headHash, detailsHash) = concurrently({ ContentHash(head) }) { ContentHash(details) }
        var start = ByteWriter(capacity: startSize)
        start.write(raw: signature)
        start.writeFixed(UInt64(head.count))
        start.write(headHash)
        start.writeFixed(UInt64(details.count))
        start.write(detailsHash)
        return [start.bytes[...], head[...], details[...]]
    }
}

private let signature = Array("kairan store 1\n".utf8)
private let startSize = signature.count + 48

extension Publisher {
    /// Returns the record that an earlier build left in the work folder, or nil if there is none that can be read.
    package borrowing func readRecord() -> BuildRecord? {
        path(inWorkFolder: StoreFile.name).flatMap { StoreFile(at: $0) }.flatMap { BuildRecord(reading: $0) }
    }

    /// Returns whether there is a store. A damaged one, or one of another version of Kairan, counts too.
    borrowing func hasStore() -> Bool {
        guard let path = path(inWorkFolder: StoreFile.name) else { return false }
        do { return try status(of: path)?.isFile == true } catch { return false }
    }

    /// Leaves a record for the next build.
    ///
    /// - Parameter stamps: A stamp for each output, in the order of their paths; nil for an output that is already
    ///   gone.
    borrowing func write(_ record: RecordDraft, _ stamps: [FileStamp?]) {
        // The stored next change belonged to the build before, so it goes even if this record cannot be written.
        removeWorkFile("next")
        if let parts = record.parts(stamps) { writeWorkFiles([(StoreFile.name, parts)]) }
    }
}
