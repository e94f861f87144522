internal import KairanModel

// How values are kept as bytes between builds: see `KnownEntry`.

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

extension Content {
    /// False for a value whose entry must be read again each time.
    func write(_ value: Value, to writer: inout ByteWriter) -> Bool {
        writer.write(ValueTag(value).rawValue)
        switch value {
        case .missing: break
        case .text(let text), .sitePath(let text): writer.write(text)
        case .integer(let number): writer.write(number)
        case .decimal(let number): writer.write(number)
        case .boolean(let flag): writer.write(flag)
        case .date(let date): writer.write(date.daysSinceEpoch)
        case .time(let time): writer.write(time.secondsSinceMidnight)
        case .dateTime(let moment): writer.write(moment)
        case .version(let version): writer.write(version.description)
        case .window(let window): writer.write(window)
        case .schedule(let schedule): writer.write(schedule)
        case .point(let point): writer.write(point)
        case .asset(let asset): writer.write(asset)
        case .choice(let index, _): writer.write(index)
        case .entry(let reference): writer.write(self[reference].id)
        case .list(let values), .record(let values, _), .localized(let values):
            writer.write(values.count)
            return values.allSatisfy { write($0, to: &writer) }
        case .markdown(let text):
            guard let hash = text.sourceHash else { return false }
            writer.write(text.span.place)
            writer.write(hash)
        case .html, .dictionary: return false
        }
        return true
    }
}

extension KnownEntryReader {
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
        case .version: return .version(try reader.readVersion())
        case .window: return .window(try reader.readWindow())
        case .schedule: return .schedule(try reader.readSchedule())
        case .point: return .point(try reader.readPoint())
        case .asset: return try asset(&reader)
        case .choice: return try choice(of: type, &reader)
        case .entry: return try reference(of: type, &reader)
        case .list: return try list(of: type, at: place, &reader)
        case .record: return try record(of: type, at: place, &reader)
        case .markdown: return .markdown(body(at: try reader.readPlace(), try reader.readHash()))
        case .localized: return try localized(type, at: place, &reader)
        case .html, .dictionary, .byDefault: throw DamagedBytes()
        }
    }
}
