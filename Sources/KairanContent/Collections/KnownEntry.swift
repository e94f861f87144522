internal import KairanMarkdown
package import KairanModel

/// An entry as an earlier build read it, for a build in which its file is the same.
///
/// Its fields are kept as bytes: what equals the bytes of another build has not changed, and only what a build needs is
/// made a value again. References are kept by id, since positions move when entries come and go.
package struct KnownEntry: Sendable {
    package var id: String
    var place: Place
    var addresses: [SourceAddress]
    /// See `Entry.files`; while they are the same, so is the entry.
    package var files: [String]
    /// In the order of the declaration's fields.
    package var fields: [ArraySlice<UInt8>]
    var fieldPlaces: [Place]

    struct Place: Sendable {
        var line: Int
        var column: Int
        var length: Int

        init(_ span: SourceSpan) { (line, column, length) = (span.line, span.column, span.length) }

        func span(in path: String) -> SourceSpan {
            SourceSpan(path: path, line: line, column: column, length: length)
        }
    }
}

// MARK: Bytes

extension KnownEntry {
    package init(reading reader: inout ByteReader) throws(DamagedBytes) {
        id = try reader.readText()
        place = try Place(reading: &reader)
        addresses = try reader.readList { (reader) throws(DamagedBytes) in
            let destination = try reader.readText()
            let path = try reader.readText()
            return SourceAddress(destination: destination, span: try Place(reading: &reader).span(in: path))
        }
        files = try reader.readList { (reader) throws(DamagedBytes) in try reader.readText() }
        (fields, fieldPlaces) = ([], [])
        let count = try reader.readInt()
        for _ in 0..<max(count, 0) {
            fieldPlaces.append(try Place(reading: &reader))
            fields.append(try reader.readPart())
        }
    }

    package func write(to writer: inout ByteWriter) {
        writer.write(id)
        place.write(to: &writer)
        writer.write(addresses) { writer, address in
            writer.write(address.destination)
            writer.write(address.span.path)
            Place(address.span).write(to: &writer)
        }
        writer.write(files) { $0.write($1) }
        writer.write(fields.count)
        for (place, field) in zip(fieldPlaces, fields) {
            place.write(to: &writer)
            writer.write(field)
        }
    }
}

extension KnownEntry.Place {
    fileprivate init(reading reader: inout ByteReader) throws(DamagedBytes) {
        (line, column, length) = (try reader.readInt(), try reader.readInt(), try reader.readInt())
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
        var fields: [ArraySlice<UInt8>] = []
        let declared = collections[reference.collection].declaration.fields
        for ((value, span), field) in zip(zip(entry.values, entry.spans), declared) {
            var writer = ByteWriter()
            if case .markdown(let text) = value, case .markdown(let given)? = field.defaultValue, text === given {
                writer.write(ValueTag.byDefault.rawValue)
            } else if case .markdown = value {
                guard field.name == "body", file.fileExtension == "md" else { return nil }
                writer.write(ValueTag.markdown.rawValue)
                writer.write(file.hash(fromLine: span.line))
            } else {
                guard write(value, to: &writer) else { return nil }
            }
            fields.append(writer.bytes[...])
        }
        return KnownEntry(
            id: entry.id, place: .init(entry.span), addresses: entry.addresses, files: entry.files, fields: fields,
            fieldPlaces: entry.spans.map(KnownEntry.Place.init))
    }

    private func write(_ value: Value, to writer: inout ByteWriter) -> Bool {
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
            return values.allSatisfy { write($0, to: &writer) }
        case .markdown, .html, .dictionary: return false
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
        guard known.fields.count == declaration.fields.count else { return nil }
        var values: [Value] = []
        values.reserveCapacity(known.fields.count)
        for (index, field) in known.fields.enumerated() {
            var reader = ByteReader(field)
            let place = known.fieldPlaces[index]
            guard let value = try? value(declaration.fields[index], at: place, &reader) else { return nil }
            values.append(value)
        }
        return Entry(
            id: known.id, values: values, spans: known.fieldPlaces.map { $0.span(in: file.path) },
            span: known.place.span(in: file.path), addresses: known.addresses, files: known.files)
    }

    private func value(
        _ field: FieldDeclaration, at place: KnownEntry.Place, _ reader: inout ByteReader
    ) throws(DamagedBytes) -> Value {
        let start = reader
        if try reader.readInt() == ValueTag.byDefault.rawValue { return field.defaultValue ?? .missing }
        reader = start
        return try value(field.type, at: place, &reader)
    }

    private func value(
        _ type: FieldType, at place: KnownEntry.Place, _ reader: inout ByteReader
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
                try reader.readList { (reader) throws(DamagedBytes) in try value(element, at: place, &reader) })
        case .record:
            guard case .record(let type) = type, try reader.readInt() == type.fields.count else { throw DamagedBytes() }
            var values: [Value] = []
            for field in type.fields { values.append(try value(field.type, at: place, &reader)) }
            return .record(values, type)
        case .markdown: return .markdown(body(at: place))
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

    private func body(at place: KnownEntry.Place) -> Markdown {
        let file = file
        return Markdown(at: place.span(in: file.path)) {
            renderMarkdown(
                MarkdownSource(text: file.text(fromLine: place.line), path: file.path, firstLine: place.line)
            )
            .value
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
    fileprivate func text(fromLine line: Int) -> String { bodyText(bytes[start(ofLine: line)...]) }

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
