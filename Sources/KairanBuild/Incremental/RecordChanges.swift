internal import KairanModel

/// What is not as in the two files of a record, which stay as they are: after most edits far less has to be written.
///
/// Its bytes: a line that says what they are, a hash of all that follows, the seal of the record's first file, the parts
/// of the head, the sources, the outputs, the details and the entries.
struct RecordChanges: Sendable {
    struct File: Sendable {
        /// Among the record's sources or outputs.
        var position: Int
        var hash: ContentHash
        var stamp: FileStamp
    }

    /// The seal of the record's first file. What changed since another one was written means nothing.
    var base: ContentHash
    var head: [UInt8]
    var sources: [File]
    var outputs: [File]
    /// What stands after that of the second file.
    var details: BuildRecord.DetailsBytes
}

private let signature = Array("kairan record changes 2\n".utf8)

extension RecordChanges {
    /// Nil for anything but whole changes of this format.
    init?(reading bytes: [UInt8]) {
        guard bytes.starts(with: signature) else { return nil }
        var reader = ByteReader(bytes, in: signature.count..<bytes.count)
        do {
            let hash = try reader.readHash()
            guard hash == ContentHash(bytes[reader.index...]) else { return nil }
            base = try reader.readHash()
            head = Array(bytes[try reader.readPart()])
            sources = try reader.readList { (reader) throws(DamagedBytes) in try File(reading: &reader) }
            outputs = try reader.readList { (reader) throws(DamagedBytes) in try File(reading: &reader) }
            details = .init(details: Array(bytes[try reader.readPart()]), entries: Array(bytes[try reader.readPart()]))
        } catch {
            return nil
        }
    }

    var bytes: [UInt8] {
        var body = ByteWriter(capacity: (sources.count + outputs.count) * 72 + head.count + details.count + 64)
        body.write(base)
        body.write(part: head)
        body.write(sources) { $1.write(to: &$0) }
        body.write(outputs) { $1.write(to: &$0) }
        body.write(part: details.details)
        body.write(part: details.entries)
        var writer = ByteWriter(capacity: body.bytes.count + 64)
        writer.write(raw: signature)
        writer.write(ContentHash(body.bytes))
        writer.write(raw: body.bytes)
        return writer.bytes
    }
}

extension RecordChanges.File {
    fileprivate init(reading reader: inout ByteReader) throws(DamagedBytes) {
        position = try reader.readInt()
        hash = try reader.readHash()
        stamp = try FileStamp(reading: &reader)
    }

    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(position)
        writer.write(hash)
        writer.write(stamp)
    }
}

extension [KnownFile] {
    /// The files at positions that changed before, and all that are `now` not as they were, by position.
    func changes(
        and before: [Int], _ now: (_ position: Int) -> (hash: ContentHash, stamp: FileStamp)
    ) -> [RecordChanges.File] {
        var before = before[...]
        return indices.compactMap { index in
            let changedBefore = before.first == index
            if changedBefore { before.removeFirst() }
            let (hash, stamp) = now(index)
            if !changedBefore, hash == self[index].hash, stamp == self[index].stamp { return nil }
            return RecordChanges.File(position: index, hash: hash, stamp: stamp)
        }
    }

    mutating func apply(_ changes: [RecordChanges.File]) throws(DamagedBytes) {
        for change in changes {
            guard indices.contains(change.position) else { throw DamagedBytes() }
            (self[change.position].hash, self[change.position].stamp) = (change.hash, change.stamp)
        }
    }
}
