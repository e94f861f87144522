internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

extension OutputPlan {
    /// Returns the bytes of an endpoint, which are the JSON that a checked shape makes of the site. `diagnostics`
    /// receives mistakes that only the data could show.
    func endpoint(
        _ shape: Shape, _ job: OutputJob, _ options: RenderOptions, _ recorder: ReadRecorder,
        _ written: WrittenElements?, _ diagnostics: inout [Diagnostic]
    ) -> [UInt8] {
        let evaluator = evaluator(job, .absolute, recorder)
        var writer = EndpointWriter(
            evaluator: evaluator, recorder: recorder, written: written, json: JSONWriter(options.style))
        _ = writer.write(shape, templates.templates[job.template].addressPlan, evaluator.frames(of: job))
        diagnostics += writer.diagnostics
        recorder.addresses = writer.addresses
        return writer.json.finish()
    }
}

/// Writes the value of a shape without making it first, as `Evaluator.value` would. Making it first takes a twentieth
/// of a cold build of 10,000 entries.
private struct EndpointWriter {
    var evaluator: Evaluator
    let recorder: ReadRecorder
    let written: WrittenElements?
    var json: JSONWriter
    var diagnostics: [Diagnostic] = []
    /// The addresses that were written. To find them in the finished text takes a twelfth of a cold build of 10,000
    /// entries.
    var addresses: [AddressPlace] = []

    /// Returns false if there is no value, and then writes `null`.
    ///
    /// - Parameter plan: The addresses in the shape's JSON.
    mutating func write(_ shape: Shape, _ plan: AddressPlan, _ frames: Frames) -> Bool {
        switch evaluator.result(of: shape, frames, &diagnostics) {
        case .value(let value): return write(value, plan)
        case .object(let shapes, let type):
            json.open(JSONWriter.object)
            for index in shapes.indices {
                writeMember(of: type.fields[index], shapes[index], plan, frames)
            }
            json.close(JSONWriter.object)
        case .array(let shapes):
            json.open(JSONWriter.array)
            for index in shapes.indices {
                json.startItem()
                _ = write(shapes[index].shape, plan.ofElement(index), frames)
            }
            json.close(JSONWriter.array)
        case .list(let elements, let inner, let query):
            if !writeTexts(inner, of: elements, query, frames) { writeArray(inner, of: elements, plan, frames) }
        case .same(let shape, let frames): return write(shape, plan, frames)
        }
        return true
    }

    private mutating func write(_ value: Value, _ plan: AddressPlan) -> Bool {
        let start = json.bytes.count
        guard evaluator.write(value, to: &json) else { return false }
        switch plan {
        case .none: break
        case .address where json.bytes[start] == UInt8(ascii: "\""):
            addresses.append(AddressPlace(ofJSON: start + 1..<json.bytes.count - 1))
        case .address, .srcset, .object, .dictionary, .array, .tuple:
            addresses += JSONAddresses(json.bytes, from: start, plan).addresses
        }
        return true
    }

    private mutating func writeMember(
        of field: RecordType.Field, _ shape: Shape, _ plan: AddressPlan, _ frames: Frames
    ) {
        let start = json.bytes.count
        json.startItem(key: field.name)
        if !write(shape, plan.ofMember(field.name), frames), field.omitsMissing { json.takeBack(to: start) }
    }

    /// Makes room for about this many more bytes, if that saves copying them while the room grows. Room that stays
    /// empty costs nothing, but the system refuses more than it could ever give.
    private mutating func reserveRoom(for count: Int) {
        let count = min(count, 64 << 20)
        let needed = json.bytes.count + count + count / 4
        if needed > json.bytes.capacity * 2 { json.bytes.reserveCapacity(needed) }
    }

    /// Writes the elements as they were written elsewhere. Returns false, and writes nothing, if no texts are kept.
    private mutating func writeTexts(
        _ shape: Shape?, of elements: [Value], _ query: Query?, _ frames: Frames
    ) -> Bool {
        // A short list is written sooner than a key is made.
        guard elements.count > 16, let written, let shape, let query,
            let element = PlainElement(shape, of: query, by: evaluator, frames)
        else { return false }
        let total = evaluator.site.content.collections[element.collection].entries.count
        let key = WrittenElements.Key(element: element, depth: json.depth)
        let kept = written.texts(key, writing: elements.count, of: total) {
            let entries = (0..<total).lazy.map { EntryReference(collection: element.collection, index: $0) }
            return texts(shape, of: entries, upTo: written.limit, frames)
        }
        guard let texts = kept else { return false }
        let (bytes, fields) = (texts.bytes.span, element.fields)
        json.open(JSONWriter.array)
        for case .entry(let entry) in elements {
            guard recorder.count(size: json.bytes.count) else { break }
            json.startItem()
            json.bytes.append(copying: bytes.extracting(texts.range(of: entry.index)))
            if !fields.isEmpty { recorder.note(entry, fields) }
        }
        json.close(JSONWriter.array)
        return true
    }

    /// Returns nil if the texts take more than `limit` bytes.
    private func texts(
        _ shape: Shape, of entries: some Sequence<EntryReference>, upTo limit: Int, _ frames: Frames
    ) -> WrittenElements.Texts? {
        var writer = self
        writer.evaluator = Evaluator(
            site: evaluator.site, form: .absolute, locale: evaluator.localePosition, recorder: nil)
        // The elements are indented as in the list that is about to be opened. Nothing else is kept of it.
        writer.json.bytes = []
        writer.json.open(JSONWriter.array)
        writer.json.bytes = []
        var (texts, inner) = (WrittenElements.Texts(), frames.entering(.missing))
        for entry in entries {
            inner.replaceInnermost(.entry(entry))
            // A plain value is no address.
            _ = writer.write(shape, .none, inner)
            texts.ends.append(writer.json.bytes.count)
            if writer.json.bytes.count > limit { return nil }
        }
        texts.bytes = writer.json.bytes.trimmed
        return texts
    }

    private mutating func writeArray(
        _ shape: Shape?, of elements: [Value], _ plan: AddressPlan, _ frames: Frames
    ) {
        guard let shape else {
            _ = write(.list(elements), plan)
            return
        }
        let plan = plan.ofElement(0)
        var inner = frames.entering(.missing)
        json.open(JSONWriter.array)
        let start = json.bytes.count
        for (position, element) in elements.enumerated() {
            guard recorder.count(size: json.bytes.count) else { break }
            if position == 64 { reserveRoom(for: elements.count / 64 * (json.bytes.count - start)) }
            json.startItem()
            inner.replaceInnermost(element, at: position)
            _ = write(shape, plan, inner)
        }
        json.close(JSONWriter.array)
    }
}

extension Evaluator {
    /// Writes the JSON that endpoints publish for a value. Returns false for `null`, which stands for a missing value.
    fileprivate func write(_ value: Value, to json: inout JSONWriter) -> Bool {
        switch value {
        case .missing:
            json.writeNull()
            return false
        case .boolean(let flag): json.write(flag)
        case .integer, .decimal: _ = appendDigits(of: value, to: &json.bytes)
        case .date:
            json.bytes.append(UInt8(ascii: "\""))
            _ = appendDigits(of: value, to: &json.bytes)
            json.bytes.append(UInt8(ascii: "\""))
        case .text(let text), .html(let text): json.write(text)
        case .list(let elements):
            json.open(JSONWriter.array)
            for element in elements {
                json.startItem()
                _ = write(element, to: &json)
            }
            json.close(JSONWriter.array)
        case .record(let values, let type):
            json.open(JSONWriter.object)
            for index in values.indices {
                let start = json.bytes.count
                json.startItem(key: type.fields[index].name)
                if !write(values[index], to: &json), type.fields[index].omitsMissing { json.takeBack(to: start) }
            }
            json.close(JSONWriter.object)
        case .dictionary(let pairs):
            json.open(JSONWriter.object)
            for pair in pairs {
                json.startItem(key: pair.key)
                _ = write(pair.value, to: &json)
            }
            json.close(JSONWriter.object)
        case .member(_, let value): return write(value, to: &json)
        case .null: json.writeNull()
        default: json.write(plainText(value))
        }
        return true
    }
}
