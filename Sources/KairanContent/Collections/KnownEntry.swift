internal import KairanMarkdown
package import KairanModel

/// An entry as an earlier build read it, for a build in which its file is the same.
///
/// Its fields are kept as bytes: what equals the bytes of another build has not changed, and only what a build needs is
/// made a value again. References are kept by id, since positions move when entries come and go.
package struct KnownEntry: Sendable {
    package var id: String
    var place: SourcePlace
    var addresses: [SourceAddress]
    /// See `Entry.files`; while they are the same, so is the entry.
    package var files: [String]
    /// In the order of the declaration's fields, as are the next two.
    var fieldPlaces: [SourcePlace]
    /// Where in `bytes`, counted from its start, each field ends.
    fileprivate var fieldEnds: [Int32]
    fileprivate var bytes: ArraySlice<UInt8>

    package var fields: [ArraySlice<UInt8>] {
        var start = bytes.startIndex
        return fieldEnds.map { end in
            defer { start = bytes.startIndex + Int(end) }
            return bytes[start..<(bytes.startIndex + Int(end))]
        }
    }
}

// MARK: Bytes

extension KnownEntry {
    package init(reading reader: inout ByteReader) throws(DamagedBytes) {
        id = try reader.readText()
        place = try SourcePlace(reading: &reader)
        addresses = try reader.readList { (reader) throws(DamagedBytes) in
            let destination = try reader.readText()
            let path = try reader.readText()
            return SourceAddress(destination: destination, span: SourceSpan(path: path, place: try SourcePlace(reading: &reader)))
        }
        files = try reader.readList { (reader) throws(DamagedBytes) in try reader.readText() }
        fieldPlaces = try reader.readList { (reader) throws(DamagedBytes) in try SourcePlace(reading: &reader) }
        var end: Int32 = 0
        fieldEnds = try reader.readList { (reader) throws(DamagedBytes) in
            guard let count = Int32(exactly: try reader.readInt()), count >= 0 else { throw DamagedBytes() }
            let (sum, isOverflow) = end.addingReportingOverflow(count)
            if isOverflow { throw DamagedBytes() }
            end = sum
            return end
        }
        bytes = try reader.readPart()
        guard bytes.count == end, fieldEnds.count == fieldPlaces.count else { throw DamagedBytes() }
    }

    package func write(to writer: inout ByteWriter) {
        writer.write(id)
        place.write(to: &writer)
        writer.write(addresses) { writer, address in
            writer.write(address.destination)
            writer.write(address.span.path)
            address.span.place.write(to: &writer)
        }
        writer.write(files) { $0.write($1) }
        writer.write(fieldPlaces) { $1.write(to: &$0) }
        var start: Int32 = 0
        writer.write(fieldEnds) { writer, end in
            writer.write(Int(end - start))
            start = end
        }
        writer.write(bytes)
    }
}

extension SourcePlace {
    fileprivate init(reading reader: inout ByteReader) throws(DamagedBytes) {
        self.init(line: try reader.readInt(), column: try reader.readInt(), length: try reader.readInt())
    }

    fileprivate func write(to writer: inout ByteWriter) {
        writer.write(line)
        writer.write(column)
        writer.write(length)
    }
}

// MARK: From and to entries

extension Content {
    /// Nil for an entry that must be read again each time: one with Markdown elsewhere than in the body of its file.
    package func known(_ reference: EntryReference, in file: SourceFile) -> KnownEntry? {
        let entry = self[reference]
        let declared = collections[reference.collection].declaration.fields
        var writer = ByteWriter()
        var ends: [Int32] = []
        ends.reserveCapacity(declared.count)
        for (index, field) in declared.enumerated() {
            let (value, span) = (entry.values[index], entry.span(ofField: index))
            if case .markdown(let text) = value, case .markdown(let given)? = field.defaultValue, text === given {
                writer.write(ValueTag.byDefault.rawValue)
            } else {
                guard write(value, at: span, of: file, to: &writer) else { return nil }
            }
            guard let end = Int32(exactly: writer.bytes.count) else { return nil }
            ends.append(end)
        }
        return KnownEntry(
            id: entry.id, place: entry.span.place, addresses: entry.addresses, files: entry.files,
            fieldPlaces: entry.places, fieldEnds: ends, bytes: writer.bytes.trimmed[...])
    }

    private func write(_ value: Value, at span: SourceSpan, of file: SourceFile, to writer: inout ByteWriter) -> Bool {
        writer.write(ValueTag(value).rawValue)
        switch value {
        case .missing: break
        case .text(let text), .sitePath(let text): writer.write(text)
        case .integer(let number): writer.write(number)
        case .decimal(let number):
            writer.write(number.significand)
            writer.write(number.scale)
        case .boolean(let flag): writer.write(flag)
        case .date(let date): writer.write(date.daysSinceEpoch)
        case .time(let time): writer.write(time.secondsSinceMidnight)
        case .dateTime(let moment): writer.write(moment)
        case .version(let version): writer.write(version.description)
        case .window(let window):
            writer.write(window.from)
            writer.write(window.until)
            writer.write(window.lastDay?.daysSinceEpoch)
        case .asset(let asset):
            writer.write(asset.path)
            writer.write(asset.byteCount)
            writer.write(asset.mediaType)
            writer.write(asset.width)
            writer.write(asset.height)
        case .choice(let index, _): writer.write(index)
        case .entry(let reference): writer.write(self[reference].id)
        case .list(let values), .record(let values, _):
            writer.write(values.count)
            return values.allSatisfy { write($0, at: span, of: file, to: &writer) }
        case .markdown(let markdown):
            guard file.fileExtension == "md", markdown.span == span else { return false }
            writer.write(file.hash(fromLine: span.line))
        case .html, .dictionary: return false
        }
        return true
    }
}

/// What tells the values of a field apart where its type does not.
private enum ValueTag: Int {
    case missing, text, sitePath, integer, decimal, boolean, date, time, dateTime, version, window, asset, choice, entry
    case list, record, markdown, html, dictionary, byDefault

    init(_ value: Value) {
        self =
            switch value {
            case .missing: .missing
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
            case .asset: .asset
            case .choice: .choice
            case .entry: .entry
            case .list: .list
            case .record: .record
            case .dictionary: .dictionary
            }
    }
}

extension ByteWriter {
    fileprivate mutating func write(_ moment: DateTime) {
        write(moment.date.daysSinceEpoch)
        write(moment.time.secondsSinceMidnight)
        write(moment.offset)
    }

    fileprivate mutating func write(_ moment: DateTime?) {
        write(moment != nil)
        if let moment { write(moment) }
    }

    fileprivate mutating func write(_ number: Int?) {
        write(number != nil)
        if let number { write(number) }
    }
}

/// Makes an entry's values of their bytes.
struct KnownEntryReader {
    let surroundings: Surroundings
    let file: SourceFile

    /// Nil when something that the entry names is no longer there: then it has to be read again.
    func entry(_ known: KnownEntry, of declaration: CollectionDeclaration) -> Entry? {
        let fields = known.fields
        guard fields.count == declaration.fields.count else { return nil }
        var values: [Value] = []
        values.reserveCapacity(fields.count)
        for (index, field) in fields.enumerated() {
            var reader = ByteReader(field)
            let span = SourceSpan(path: file.path, place: known.fieldPlaces[index])
            guard let value = try? value(declaration.fields[index], at: span, &reader) else { return nil }
            values.append(value)
        }
        return Entry(
            id: known.id, values: values, places: known.fieldPlaces,
            span: SourceSpan(path: file.path, place: known.place), addresses: known.addresses, files: known.files)
    }

    private func value(
        _ field: FieldDeclaration, at span: SourceSpan, _ reader: inout ByteReader
    ) throws(DamagedBytes) -> Value {
        let start = reader
        if try reader.readInt() == ValueTag.byDefault.rawValue { return field.defaultValue ?? .missing }
        reader = start
        return try value(field.type, at: span, &reader)
    }

    private func value(
        _ type: FieldType, at span: SourceSpan, _ reader: inout ByteReader
    ) throws(DamagedBytes) -> Value {
        guard let tag = ValueTag(rawValue: try reader.readInt()) else { throw DamagedBytes() }
        switch tag {
        case .missing: return .missing
        case .text: return .text(try reader.readText())
        case .sitePath: return .sitePath(try reader.readText())
        case .integer: return .integer(try reader.readInt())
        case .decimal:
            return .decimal(DecimalNumber(significand: try reader.readInt(), scale: try reader.readInt()))
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
        case .asset: return .asset(try asset(&reader))
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
                try reader.readList { (reader) throws(DamagedBytes) in try value(element, at: span, &reader) })
        case .record:
            guard case .record(let type) = type, try reader.readInt() == type.fields.count else { throw DamagedBytes() }
            var values: [Value] = []
            for field in type.fields { values.append(try value(field.type, at: span, &reader)) }
            return .record(values, type)
        case .markdown: return .markdown(body(at: span))
        case .html, .dictionary, .byDefault: throw DamagedBytes()
        }
    }

    private func asset(_ reader: inout ByteReader) throws(DamagedBytes) -> Asset {
        let path = try reader.readText()
        guard surroundings.files[path] != nil else { throw DamagedBytes() }
        return Asset(
            path: path, byteCount: try reader.readInt(), mediaType: try reader.readText(),
            width: try reader.readOptionalInt(), height: try reader.readOptionalInt())
    }

    private func body(at span: SourceSpan) -> Markdown {
        let source = MarkdownSource(bytes: file.body(fromLine: span.line), path: file.path, firstLine: span.line)
        return Markdown(at: span) {
            renderMarkdown(source).value
        } plainText: {
            plainText(of: source)
        }
    }
}

extension ByteReader {
    fileprivate mutating func readMoment() throws(DamagedBytes) -> DateTime {
        DateTime(
            date: LocalDate(daysSinceEpoch: try readInt()), time: LocalTime(secondsSinceMidnight: try readInt()),
            offset: try readInt())
    }

    fileprivate mutating func readOptional<Value>(
        _ body: (inout ByteReader) throws(DamagedBytes) -> Value
    ) throws(DamagedBytes) -> Value? {
        try readFlag() ? try body(&self) : nil
    }

    fileprivate mutating func readOptionalInt() throws(DamagedBytes) -> Int? {
        try readOptional { (reader) throws(DamagedBytes) in try reader.readInt() }
    }
}

extension SourceFile {
    /// What starts on `line`, which is a body's own.
    fileprivate func body(fromLine line: Int) -> ArraySlice<UInt8> { bodyBytes(bytes[start(ofLine: line)...]) }

    fileprivate func hash(fromLine line: Int) -> ContentHash {
        bytes[start(ofLine: line)...].withUnsafeBytes { bytes in
            var hash = ContentHash()
            hash.combine(bytes)
            return hash
        }
    }

    private func start(ofLine line: Int) -> Int {
        var (offset, current) = (0, 1)
        while current < line, offset < bytes.count {
            if bytes[offset] == newline { current += 1 }
            offset += 1
        }
        return offset
    }
}
