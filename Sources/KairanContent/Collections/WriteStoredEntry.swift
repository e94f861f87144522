package import KairanModel

extension Content {
    /// Returns the bytes that `StoredEntry.read` reads. Returns nil for entries that must be read again each time,
    /// because a part of them is a default in Markdown, which has to stay that of its declaration.
    package func storedBytes(_ entries: [EntryReference]) -> [UInt8]? {
        var writer = ByteWriter(capacity: 512)
        writer.write(entries.count)
        for reference in entries {
            let entry = self[reference]
            guard let content = entry.cached?.stored.bytes ?? storedContent(reference)?[...] else { return nil }
            writer.write(entry.id)
            writer.write(reference.collection)
            writer.writeFixed(entry.row)
            writer.write(aliases[reference] ?? []) { writer, alias in
                writer.write(alias.text)
                writer.write(alias.place)
            }
            writer.write(part: content.span)
        }
        return writer.bytes
    }

    private func storedContent(_ reference: EntryReference) -> [UInt8]? {
        let entry = self[reference]
        let (values, places) = (entry.values, entry.places)
        var writer = ByteWriter(capacity: 512)
        var (head, field) = (ByteWriter(capacity: 128), ByteWriter(capacity: 128))
        head.write(entry.span.place)
        head.write(entry.addresses) { head, address in
            head.write(address.destination)
            head.write(address.span.path)
            head.write(address.span.place)
        }
        head.write(entry.files) { $0.write($1) }
        head.write(entry.pictures) { $0.write($1) }
        writer.write(part: head.bytes)
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
                guard write(values[index], in: entry.span(ofField: index), to: &field) else { return nil }
            }
            writer.write(part: field.bytes)
        }
        return writer.bytes
    }
}

extension ByteWriter {
    mutating func write(_ place: SourcePlace) {
        write(place.line)
        write(place.column)
        write(place.length)
    }

    mutating func write(_ number: Int?) {
        write(number != nil)
        if let number { write(number) }
    }
}
