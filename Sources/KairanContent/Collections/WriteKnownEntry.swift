package import KairanModel

extension Content {
    /// The bytes that `KnownEntry.read` reads; nil for entries that must be read again each time: with Markdown
    /// elsewhere than in the body of their file.
    package func knownBytes(_ entries: [EntryReference]) -> [UInt8]? {
        var writer = ByteWriter(capacity: 512)
        writer.write(entries.count)
        for reference in entries {
            guard let content = knownContent(reference) else { return nil }
            writer.write(self[reference].id)
            writer.write(part: content)
        }
        return writer.bytes
    }

    private func knownContent(_ reference: EntryReference) -> [UInt8]? {
        let entry = self[reference]
        let (values, places) = (entry.values, entry.places)
        var writer = ByteWriter(capacity: 512)
        var field = ByteWriter(capacity: 128)
        writer.write(entry.span.place)
        writer.write(entry.addresses) { writer, address in
            writer.write(address.destination)
            writer.write(address.span.path)
            writer.write(address.span.place)
        }
        writer.write(entry.files) { $0.write($1) }
        writer.write(entry.pictures) { $0.write($1) }
        writer.write(values.count)
        let declared = collections[reference.collection].declaration.fields
        for index in values.indices {
            writer.write(places[index])
            field.removeAll()
            if case .markdown(let text) = values[index],
                case .markdown(let given)? = declared[index].defaultValue,
                text === given
            {
                field.write(ValueTag.byDefault.rawValue)
            } else {
                guard write(values[index], to: &field) else { return nil }
            }
            writer.write(part: field.bytes)
        }
        return writer.bytes
    }

    private func write(_ value: Value, to writer: inout ByteWriter) -> Bool {
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
        case .window(let window):
            writer.write(window.from)
            writer.write(window.until)
            writer.write(window.lastDay?.daysSinceEpoch)
        case .schedule(let schedule): writer.write(schedule)
        case .point(let point):
            writer.write(point.latitude)
            writer.write(point.longitude)
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

extension ByteWriter {
    fileprivate mutating func write(_ place: SourcePlace) {
        write(place.line)
        write(place.column)
        write(place.length)
    }

    fileprivate mutating func write(_ number: DecimalNumber) {
        write(number.significand)
        write(number.scale)
    }

    fileprivate mutating func write(_ moment: DateTime) {
        write(moment.date.daysSinceEpoch)
        write(moment.time.secondsSinceMidnight)
        write(moment.offset)
    }

    fileprivate mutating func write(_ asset: Asset) {
        write(asset.path)
        write(asset.byteCount)
        write(asset.mediaType)
        write(asset.picture != nil)
        guard let picture = asset.picture else { return }
        write(picture.hash)
        write(picture.width)
        write(picture.height)
        write(picture.widths) { $0.write($1) }
    }

    fileprivate mutating func write(_ moment: DateTime?) {
        write(moment != nil)
        if let moment { write(moment) }
    }

    mutating func write(_ number: Int?) {
        write(number != nil)
        if let number { write(number) }
    }
}
