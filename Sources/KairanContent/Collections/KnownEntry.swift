internal import KairanMarkdown
package import KairanModel
internal import KairanReaders

/// An entry as an earlier build read it, for a build in which its file is the same.
///
/// What equals the bytes of another build has not changed, and only what a build needs is made a value again. References
/// are kept by id, since positions move when entries come and go.
package struct KnownEntry: Sendable {
    package var id: String
    /// Where `reader.bytes` has the rest of it.
    fileprivate var content: ByteReader

    /// Of all entries of one file.
    package static func read(_ reader: inout ByteReader) throws(DamagedBytes) -> [KnownEntry] {
        var entries: [KnownEntry] = []
        for _ in 0..<(try reader.readCount()) {
            let id = try reader.readText()
            entries.append(KnownEntry(id: id, content: ByteReader(reader.bytes, in: try reader.readPart())))
        }
        return entries
    }

    /// What the value of each field is made of, in the order of the declaration.
    package var fields: [ArraySlice<UInt8>] {
        var reader = content
        var fields: [ArraySlice<UInt8>] = []
        do {
            try reader.skipHead()
            for _ in 0..<(try reader.readCount()) {
                _ = try reader.readPlace()
                fields.append(reader.bytes[try reader.readPart()])
            }
        } catch {}
        return fields
    }

    /// What it names that may be files, and the pictures among these; see `EntryParts`.
    var named: (files: [String], pictures: [Asset]) {
        var reader = content
        return undamaged { () throws(DamagedBytes) in
            _ = try reader.readPlace()
            _ = try reader.readAddresses()
            return (try reader.readFiles(), try reader.readAssets())
        } ?? ([], [])
    }

    /// The start of the entry in its file.
    func span(in path: String) -> SourceSpan {
        var reader = content
        return undamaged { () throws(DamagedBytes) in try reader.readPlace() }.map { SourceSpan(path: path, place: $0) }
            ?? SourceSpan(path: path)
    }
}

extension ByteReader {
    fileprivate mutating func readPlace() throws(DamagedBytes) -> SourcePlace {
        SourcePlace(line: try readInt(), column: try readInt(), length: try readInt())
    }

    /// What stands before an entry's fields.
    fileprivate mutating func skipHead() throws(DamagedBytes) {
        _ = try readPlace()
        _ = try readAddresses()
        _ = try readFiles()
        _ = try readAssets()
    }

    fileprivate mutating func readAddresses() throws(DamagedBytes) -> [SourceAddress] {
        var addresses: [SourceAddress] = []
        for _ in 0..<(try readCount()) {
            let (destination, path) = (try readText(), try readText())
            addresses.append(
                SourceAddress(destination: destination, span: SourceSpan(path: path, place: try readPlace())))
        }
        return addresses
    }

    fileprivate mutating func readAssets() throws(DamagedBytes) -> [Asset] {
        var assets: [Asset] = []
        for _ in 0..<(try readCount()) { assets.append(try readAsset()) }
        return assets
    }

    fileprivate mutating func readAsset() throws(DamagedBytes) -> Asset {
        var asset = Asset(path: try readText(), byteCount: try readInt(), mediaType: try readText())
        if try readFlag() {
            asset.picture = Asset.Picture(hash: try readHash(), width: try readInt(), height: try readInt())
            for _ in 0..<(try readCount()) { asset.picture?.widths.append(try readInt()) }
        }
        return asset
    }

    fileprivate mutating func readFiles() throws(DamagedBytes) -> [String] {
        var files: [String] = []
        for _ in 0..<(try readCount()) { files.append(try readText()) }
        return files
    }
}

/// What tells the values of a field apart where its type does not.
enum ValueTag: Int {
    case missing, text, sitePath, integer, decimal, boolean, date, time, dateTime, version, window, asset, choice, entry
    case list, record, markdown, html, dictionary, byDefault, schedule, point, localized

    init(_ value: Value) {
        self =
            switch value {
            case .missing: .missing
            case .localized: .localized
            case .text: .text
            case .html: .html
            case .sitePath: .sitePath
            case .markdown: .markdown
            case .integer: .integer
            case .decimal: .decimal
            case .boolean: .boolean
            case .date: .date
            case .time: .time
            case .dateTime: .dateTime
            case .version: .version
            case .window: .window
            case .schedule: .schedule
            case .point: .point
            case .asset: .asset
            case .choice: .choice
            case .entry: .entry
            case .list: .list
            case .record: .record
            case .dictionary: .dictionary
            }
    }
}

/// Makes an entry's values of their bytes.
struct KnownEntryReader {
    let surroundings: Surroundings
    let file: SourceFile
    var translations: [Translation] = []
    /// The position of the one in whose language the file is.
    var locale = 0

    /// Nil when something that the entry names is no longer there: then it has to be read again.
    func parts(_ known: KnownEntry, of declaration: CollectionDeclaration) -> EntryParts? {
        var reader = known.content
        return undamaged { () throws(DamagedBytes) in try parts(declaration.fields, &reader) }
    }

    /// One value of it; nil in the same case.
    func value(ofField index: Int, of known: KnownEntry, of declaration: CollectionDeclaration) -> Value? {
        var reader = known.content
        return undamaged { () throws(DamagedBytes) in
            try reader.skipHead()
            guard try reader.readCount() == declaration.fields.count else { throw DamagedBytes() }
            for _ in 0..<index {
                _ = try reader.readPlace()
                _ = try reader.readPart()
            }
            let place = try reader.readPlace()
            _ = try reader.readInt()
            return try value(declaration.fields[index], at: place, &reader)
        }
    }

    private func parts(
        _ fields: [FieldDeclaration], _ reader: inout ByteReader
    ) throws(DamagedBytes) -> EntryParts {
        let span = SourceSpan(path: file.path, place: try reader.readPlace())
        let addresses = try reader.readAddresses()
        let files = try reader.readFiles()
        let pictures = try reader.readAssets()
        guard try reader.readCount() == fields.count else { throw DamagedBytes() }
        var parts = EntryParts(
            values: [], places: [], span: span, addresses: addresses, files: files, pictures: pictures)
        parts.values.reserveCapacity(fields.count)
        parts.places.reserveCapacity(fields.count)
        for index in fields.indices {
            let place = try reader.readPlace()
            _ = try reader.readInt()
            parts.values.append(try value(fields[index], at: place, &reader))
            parts.places.append(place)
        }
        return parts
    }

    private func value(
        _ field: FieldDeclaration, at place: SourcePlace, _ reader: inout ByteReader
    ) throws(DamagedBytes) -> Value {
        guard let tag = ValueTag(rawValue: try reader.readInt()) else { throw DamagedBytes() }
        return tag == .byDefault
            ? field.defaultValue ?? .missing : try value(tag, field.type, at: place, &reader)
    }

    private func value(
        _ type: FieldType, at place: SourcePlace, _ reader: inout ByteReader
    ) throws(DamagedBytes) -> Value {
        guard let tag = ValueTag(rawValue: try reader.readInt()) else { throw DamagedBytes() }
        return try value(tag, type, at: place, &reader)
    }

    private func value(
        _ tag: ValueTag, _ type: FieldType, at place: SourcePlace, _ reader: inout ByteReader
    ) throws(DamagedBytes) -> Value {
        switch tag {
        case .missing: return .missing
        case .text: return .text(try reader.readText())
        case .sitePath: return .sitePath(try reader.readText())
        case .integer: return .integer(try reader.readInt())
        case .decimal: return .decimal(try reader.readDecimal())
        case .boolean: return .boolean(try reader.readFlag())
        case .date: return .date(LocalDate(daysSinceEpoch: try reader.readInt()))
        case .time: return .time(LocalTime(secondsSinceMidnight: try reader.readInt()))
        case .dateTime: return .dateTime(try reader.readMoment())
        case .version:
            guard let version = Version(try reader.readText()) else { throw DamagedBytes() }
            return .version(version)
        case .window:
            return .window(
                Window(
                    from: try reader.readOptional { (reader) throws(DamagedBytes) in try reader.readMoment() },
                    until: try reader.readOptional { (reader) throws(DamagedBytes) in try reader.readMoment() },
                    lastDay: try reader.readOptionalInt().map(LocalDate.init(daysSinceEpoch:))))
        case .schedule: return .schedule(try reader.readSchedule())
        case .point:
            let (latitude, longitude) = (try reader.readDecimal(), try reader.readDecimal())
            guard let point = Point(latitude: latitude, longitude: longitude) else { throw DamagedBytes() }
            return .point(point)
        case .asset:
            let asset = try reader.readAsset()
            guard surroundings.files[asset.path] != nil else { throw DamagedBytes() }
            return .asset(asset)
        case .choice:
            let index = try reader.readInt()
            guard case .choice(let choice) = type, choice.options.indices.contains(index) else { throw DamagedBytes() }
            return .choice(index, choice)
        case .entry:
            guard case .reference(let name) = type, let target = surroundings.entryIDs[name],
                let index = target.entries[try reader.readText()]
            else { throw DamagedBytes() }
            return .entry(EntryReference(collection: target.collection, index: index))
        case .list:
            guard case .list(let element) = type else { throw DamagedBytes() }
            return .list(
                try reader.readList { (reader) throws(DamagedBytes) in try value(element, at: place, &reader) })
        case .record:
            guard case .record(let type) = type, try reader.readInt() == type.fields.count else { throw DamagedBytes() }
            var values: [Value] = []
            for field in type.fields { values.append(try value(field.type, at: place, &reader)) }
            return .record(values, type)
        case .markdown: return .markdown(body(at: try reader.readPlace(), try reader.readHash()))
        case .localized:
            var values: [Value] = []
            for locale in 0..<(try reader.readCount()) {
                // A text of a file of its own is read there.
                let file = translations.first { $0.locale == locale }?.file ?? file
                let own = KnownEntryReader(surroundings: surroundings, file: file, locale: locale)
                values.append(try own.value(type, at: place, &reader))
            }
            return .localized(values)
        case .html, .dictionary, .byDefault: throw DamagedBytes()
        }
    }

    private func body(at place: SourcePlace, _ hash: ContentHash) -> Markdown {
        // Most bodies are not looked at, and their files not read.
        let file = file
        return Markdown(at: SourceSpan(path: file.path, place: place), sourceHash: hash, locale: locale) {
            renderMarkdown(file.body(fromLine: place.line)).value
        } plainText: {
            plainText(of: file.body(fromLine: place.line))
        }
    }
}

extension ByteReader {
    fileprivate mutating func readDecimal() throws(DamagedBytes) -> DecimalNumber {
        DecimalNumber(significand: try readInt(), scale: try readInt())
    }

    fileprivate mutating func readMoment() throws(DamagedBytes) -> DateTime {
        DateTime(
            date: LocalDate(daysSinceEpoch: try readInt()), time: LocalTime(secondsSinceMidnight: try readInt()),
            offset: try readInt())
    }

    mutating func readOptional<Value>(
        _ body: (inout ByteReader) throws(DamagedBytes) -> Value
    ) throws(DamagedBytes) -> Value? {
        try readFlag() ? try body(&self) : nil
    }

    mutating func readOptionalInt() throws(DamagedBytes) -> Int? {
        try readOptional { (reader) throws(DamagedBytes) in try reader.readInt() }
    }
}

extension SourceFile {
    /// What starts on `line`, which is a body's own.
    func body(fromLine line: Int) -> MarkdownSource {
        let bytes = bytes
        let start = start(ofLine: line, in: bytes)
        return MarkdownSource(bytes: bodyBytes(bytes[start...]), path: path, firstLine: line)
    }

    private func start(ofLine line: Int, in bytes: [UInt8]) -> Int {
        var (offset, current) = (0, 1)
        while current < line, offset < bytes.count {
            if bytes[offset] == newline { current += 1 }
            offset += 1
        }
        return offset
    }
}
