package import KairanModel
internal import KairanReaders

// These tables name every kind of field on one line each. Everything else about a kind is in its own file.

extension DeclarationWords {
    /// The types that are one word.
    package static let plainTypes = Dictionary(
        uniqueKeysWithValues: [
            FieldType.text, .markdown, .integer, .decimal, .boolean, .date, .time, .dateTime, .duration, .url, .email,
            .phone, .color, .image, .file, .version, .window, .schedule, .point, .record(.audience),
        ].map { ($0.description, $0) })
}

extension FieldType {
    package var kind: FieldKind {
        switch self {
        case .text: .text
        case .markdown: .markdown
        case .integer: .integer
        case .decimal: .decimal
        case .boolean: .boolean
        case .date: .date
        case .time: .time
        case .dateTime: .dateTime
        case .duration: .duration
        case .url: .url
        case .email: .email
        case .phone: .phone
        case .color: .color
        case .image: .image
        case .file: .file
        case .choice(let choice): .choice(choice)
        case .version: .version
        case .window: .window
        case .schedule: .schedule
        case .point: .point
        case .reference(let collection): .reference(to: collection)
        case .list: .list
        case .record(let type): type.isAudience ? .audience : .record
        case .dictionary: .map
        case .oneOf(let types): .oneOf(types)
        // No field is declared as this type.
        case .html: FieldKind(meaning: description, example: "…")
        }
    }
}

extension ValueReader {
    mutating func given(_ node: SourceNode, as field: FieldDeclaration) -> Value {
        if field.isLocalized, let members = node.members { return localized(members, node, as: field) }
        switch field.type {
        case .list: return list(node, as: field)
        case .record: return record(node, as: field)
        case .dictionary: return map(node, as: field)
        case .oneOf: return oneOf(node, as: field)
        case .window: return window(node, field)
        case .schedule: return schedule(node, field)
        case .point: return point(node, field)
        case .boolean: return boolean(node, field)
        case .integer, .decimal: return number(node, field)
        case .version: return version(node, field)
        case .duration: return duration(node, field)
        case .text, .markdown, .date, .time, .dateTime, .url, .email, .phone, .color, .image, .file, .choice,
            .reference, .html:
            guard let text = scalarText(node, field) else { return .missing }
            return fromText(text, node, field)
        }
    }

    private mutating func fromText(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        switch field.type {
        case .text: self.text(text, node, field)
        case .markdown: markdown(text, node, field)
        case .date: date(text, node, field)
        case .time: time(text, node, field)
        case .dateTime: dateTime(text, node, field)
        case .url: url(text, node, field)
        case .email: email(text, node, field)
        case .phone: phone(text, node, field)
        case .color: color(text, node, field)
        case .image: image(text, node, field)
        case .file: file(text, node, field)
        case .choice(let choice): self.choice(text, choice, node, field)
        case .reference(let collection): reference(text, collection, node, field)
        case .list, .record, .window, .schedule, .point, .boolean, .integer, .decimal, .version, .duration, .html,
            .dictionary, .oneOf:
            .missing
        }
    }
}

// Values are stored as bytes between builds: see `StoredEntry`.

/// The tag that distinguishes the values of a field, if its type does not.
enum ValueTag: Int {
    case missing, text, sitePath, integer, decimal, boolean, date, time, dateTime, version, window, asset, choice, entry
    case list, record, markdown, html, dictionary, byDefault, schedule, point, localized, duration
    case member, null

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
            case .duration: .duration
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
            case .member: .member
            case .null: .null
            }
    }
}

extension Content {
    /// Writes a value. Returns false if its entry must be read again each time.
    ///
    /// - Parameter field: The place of the field that the value is in.
    func write(_ value: Value, in field: SourceSpan, to writer: inout ByteWriter) -> Bool {
        writer.write(ValueTag(value).rawValue)
        switch value {
        case .missing, .null: break
        case .text(let text), .sitePath(let text): writer.write(text)
        case .integer(let number): writer.write(number)
        case .decimal(let number): writer.write(number)
        case .boolean(let flag): writer.write(flag)
        case .date(let date): writer.write(date.daysSinceEpoch)
        case .time(let time): writer.write(time.secondsSinceMidnight)
        case .dateTime(let moment): writer.write(moment)
        case .duration(let duration): writer.write(duration.minutes)
        case .version(let version): writer.write(version.description)
        case .window(let window): writer.write(window)
        case .schedule(let schedule): writer.write(schedule)
        case .point(let point): writer.write(point)
        case .asset(let asset): writer.write(asset)
        case .choice(let index, _): writer.write(index)
        case .entry(let reference): writer.write(self[reference].id)
        case .list(let values), .record(let values, _), .localized(let values):
            writer.write(values.count)
            return values.allSatisfy { write($0, in: field, to: &writer) }
        case .markdown(let text): return write(text, in: field, to: &writer)
        case .dictionary(let pairs):
            writer.write(pairs.count)
            return pairs.allSatisfy { pair in
                writer.write(pair.key)
                return write(pair.value, in: field, to: &writer)
            }
        case .member(let index, let value):
            writer.write(index)
            return write(value, in: field, to: &writer)
        case .html: return false
        }
        return true
    }
}

extension StoredEntryReader {
    func value(
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
        case .duration: return .duration(MinuteDuration(minutes: try reader.readInt()))
        case .version: return .version(try reader.readVersion())
        case .window: return .window(try reader.readWindow())
        case .schedule: return .schedule(try reader.readSchedule())
        case .point: return .point(try reader.readPoint())
        case .asset: return try asset(&reader)
        case .choice: return try choice(of: type, &reader)
        case .entry: return try reference(of: type, &reader)
        case .list: return try list(of: type, at: place, &reader)
        case .record: return try record(of: type, at: place, &reader)
        case .markdown: return .markdown(try markdown(at: place, &reader))
        case .localized: return try localized(type, at: place, &reader)
        case .dictionary: return try map(of: type, at: place, &reader)
        case .member: return try member(of: type, at: place, &reader)
        case .null: return .null
        case .html, .byDefault: throw DamagedBytes()
        }
    }
}
