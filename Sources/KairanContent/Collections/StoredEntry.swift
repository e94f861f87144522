package import KairanModel
internal import KairanReaders

/// An entry as an earlier build read it, for a build in which its file is the same.
///
/// If the bytes equal those of another build, nothing has changed, and only the values that a build needs are made
/// again. References are stored by id, because positions change when entries come and go.
package struct StoredEntry: Sendable {
    package var id: String
    /// The position of its collection.
    package var collection: Int
    /// See `RawEntry.row`.
    var row: UInt64
    var aliases: [EntryAlias]
    /// The rest of the entry in `reader.bytes`.
    fileprivate var content: ByteReader

    /// Reads all entries of one file.
    package static func read(_ reader: inout ByteReader) throws(DamagedBytes) -> [StoredEntry] {
        var entries: [StoredEntry] = []
        for _ in 0..<(try reader.readCount()) {
            let (id, collection, row) = (try reader.readText(), try reader.readInt(), try reader.readFixed())
            let aliases = try reader.readList { (reader) throws(DamagedBytes) in
                EntryAlias(text: try reader.readText(), place: try reader.readPlace())
            }
            entries.append(
                StoredEntry(
                    id: id, collection: collection, row: row, aliases: aliases,
                    content: ByteReader(reader.bytes, in: try reader.readPart())))
        }
        return entries
    }

    /// The bytes of each field's value, in the order of the declaration.
    package var fields: [ArraySlice<UInt8>] {
        var reader = content
        var fields: [ArraySlice<UInt8>] = []
        do {
            _ = try reader.readHead()
            for _ in 0..<(try reader.readCount()) {
                _ = try reader.readPlace()
                fields.append(reader.bytes[try reader.readPart()])
            }
        } catch {}
        return fields
    }

    /// The bytes of all that `content` reads.
    var bytes: ArraySlice<UInt8> { content.rest }

    /// See `EntryParts`.
    var addresses: [SourceAddress] {
        var reader = content
        return undamaged { () throws(DamagedBytes) in
            var head = try reader.readHead()
            _ = try head.readPlace()
            return try head.readAddresses()
        } ?? []
    }

    /// Everything that the entry names and that may be a file, and the pictures among it: see `EntryParts`.
    var named: (files: [String], pictures: [Asset]) {
        var reader = content
        return undamaged { () throws(DamagedBytes) in
            var head = try reader.readHead()
            _ = (try head.readPlace(), try head.readAddresses())
            return (try head.readFiles(), try head.readAssets())
        } ?? ([], [])
    }

    /// The start of the entry in its file.
    func span(in path: String) -> SourceSpan {
        var reader = content
        return undamaged { () throws(DamagedBytes) in
            var head = try reader.readHead()
            return SourceSpan(path: path, place: try head.readPlace())
        } ?? SourceSpan(path: path)
    }
}

extension ByteReader {
    mutating func readPlace() throws(DamagedBytes) -> SourcePlace {
        SourcePlace(line: try readInt(), column: try readInt(), length: try readInt())
    }

    /// Reads the data before an entry's fields, or passes over it.
    fileprivate mutating func readHead() throws(DamagedBytes) -> ByteReader { ByteReader(bytes, in: try readPart()) }

    fileprivate mutating func readAddresses() throws(DamagedBytes) -> [SourceAddress] {
        try readList { (reader) throws(DamagedBytes) in
            let (destination, path) = (try reader.readText(), try reader.readText())
            return SourceAddress(destination: destination, span: SourceSpan(path: path, place: try reader.readPlace()))
        }
    }

    fileprivate mutating func readAssets() throws(DamagedBytes) -> [Asset] {
        try readList { (reader) throws(DamagedBytes) in try reader.readAsset() }
    }

    fileprivate mutating func readFiles() throws(DamagedBytes) -> [String] {
        try readList { (reader) throws(DamagedBytes) in try reader.readText() }
    }
}

/// Makes an entry's values from their bytes.
struct StoredEntryReader {
    let collection: CachedCollection
    let file: SourceFile
    var translations: [Translation] = []
    /// The position of the locale in whose language the file is.
    var locale = 0

    /// Returns nil if something that the entry names no longer exists, so that the entry has to be read again.
    func parts(_ known: StoredEntry) -> EntryParts? {
        var reader = known.content
        return undamaged { () throws(DamagedBytes) in try parts(collection.declaration.fields, &reader) }
    }

    /// Returns one value of the entry, or nil in the same case.
    func value(ofField index: Int, of known: StoredEntry) -> Value? {
        var reader = known.content
        return undamaged { () throws(DamagedBytes) in
            _ = try reader.readHead()
            guard try reader.readCount() == collection.declaration.fields.count else { throw DamagedBytes() }
            for _ in 0..<index {
                _ = try reader.readPlace()
                _ = try reader.readPart()
            }
            let place = try reader.readPlace()
            _ = try reader.readInt()
            return try value(of: collection.declaration.fields, at: index, place, &reader)
        }
    }

    private func parts(
        _ fields: [FieldDeclaration], _ reader: inout ByteReader
    ) throws(DamagedBytes) -> EntryParts {
        var head = try reader.readHead()
        let span = SourceSpan(path: file.path, place: try head.readPlace())
        let (addresses, files) = (try head.readAddresses(), try head.readFiles())
        let pictures = try head.readAssets()
        guard try reader.readCount() == fields.count else { throw DamagedBytes() }
        var parts = EntryParts(
            values: [], places: [], span: span, addresses: addresses, files: files, pictures: pictures)
        parts.values.reserveCapacity(fields.count)
        parts.places.reserveCapacity(fields.count)
        for index in fields.indices {
            let place = try reader.readPlace()
            _ = try reader.readInt()
            parts.values.append(try value(of: fields, at: index, place, &reader))
            parts.places.append(place)
        }
        return parts
    }

    private func value(
        of fields: [FieldDeclaration], at index: Int, _ place: SourcePlace, _ reader: inout ByteReader
    ) throws(DamagedBytes) -> Value {
        guard let tag = ValueTag(rawValue: try reader.readInt()) else { throw DamagedBytes() }
        let value =
            tag == .byDefault
            ? fields[index].defaultValue ?? .missing : try value(tag, fields[index].type, at: place, &reader)
        guard collection.namesByKeys[index] else { return value }
        let isKnown = fields[index].keyedIDs(in: value).allSatisfy { collection.scope.entryIDs[$0]?.entries[$1] != nil }
        if isKnown { return value }
        throw DamagedBytes()
    }

    func value(
        _ type: FieldType, at place: SourcePlace, _ reader: inout ByteReader
    ) throws(DamagedBytes) -> Value {
        guard let tag = ValueTag(rawValue: try reader.readInt()) else { throw DamagedBytes() }
        return try value(tag, type, at: place, &reader)
    }
}

extension ByteReader {
    mutating func readOptional<Value>(
        _ body: (inout ByteReader) throws(DamagedBytes) -> Value
    ) throws(DamagedBytes) -> Value? {
        try readFlag() ? try body(&self) : nil
    }

    mutating func readOptionalInt() throws(DamagedBytes) -> Int? {
        try readOptional { (reader) throws(DamagedBytes) in try reader.readInt() }
    }
}
