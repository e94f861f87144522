internal import KairanContent
internal import KairanModel

extension Evaluator {
    /// The bytes of an endpoint: the JSON that a checked shape makes of the site. `diagnostics` gets what only the data
    /// could show.
    func endpoint(
        _ shape: Shape, _ frames: Frames, _ style: JSONStyle, _ diagnostics: inout [Diagnostic]
    ) -> [UInt8] {
        var writer = EndpointWriter(evaluator: self, json: JSONWriter(style))
        _ = writer.write(shape, frames)
        diagnostics += writer.diagnostics
        return writer.json.finished()
    }
}

/// Writes what `Evaluator.value` would make of a shape, without making it.
private struct EndpointWriter {
    let evaluator: Evaluator
    var json: JSONWriter
    var diagnostics: [Diagnostic] = []

    /// False when there is no value, for which `null` stands then.
    mutating func write(_ shape: Shape, _ frames: Frames) -> Bool {
        switch shape {
        case .object(let shapes, let type):
            json.open(JSONWriter.object)
            for index in shapes.indices {
                writeMember(type, index) { $0.write(shapes[index], frames) }
            }
            json.close(JSONWriter.object)
        case .array(let shapes):
            json.open(JSONWriter.array)
            for index in shapes.indices {
                json.startItem()
                _ = write(shapes[index], frames)
            }
            json.close(JSONWriter.array)
        case .each(let query, let inner): writeArray(inner, of: evaluator.elements(query, frames), frames)
        case .eachGroup(let query, let by, let type, let inner):
            let elements = evaluator.elements(query, frames)
            writeArray(inner, of: evaluator.groups(elements, by: by, query, type, frames), frames)
        case .first(let query, let inner?, let isRequired, let span):
            var narrowed = query
            narrowed.limit = 1
            if let found = evaluator.elements(narrowed, frames).first { return write(inner, frames.entering(found)) }
            if isRequired { diagnostics.append(evaluator.nothingMatches(query, at: span)) }
            return write(.missing)
        default: return write(evaluator.value(shape, frames, &diagnostics))
        }
        return true
    }

    private mutating func writeArray(_ shape: Shape?, of elements: [Value], _ frames: Frames) {
        var inner = frames.entering(.missing)
        json.open(JSONWriter.array)
        for element in elements {
            json.startItem()
            guard let shape else {
                _ = write(element)
                continue
            }
            inner.replaceInnermost(element)
            _ = write(shape, inner)
        }
        json.close(JSONWriter.array)
    }

    /// `value` writes the member's value and tells whether there is one.
    private mutating func writeMember(
        _ type: RecordType, _ index: Int, _ value: (inout EndpointWriter) -> Bool
    ) {
        let start = json.bytes.count
        json.startItem(key: type.fields[index].name)
        let isThere = value(&self)
        if !isThere, type.fields[index].omitsMissing { json.bytes.removeLast(json.bytes.count - start) }
    }

    /// False when the value is missing.
    private mutating func write(_ value: Value) -> Bool {
        switch value {
        case .missing:
            json.writeNull()
            return false
        case .boolean(let flag): json.write(flag)
        case .integer, .decimal: _ = evaluator.appendDigits(of: value, to: &json.bytes)
        case .date: writeDay(value)
        case .text(let text), .html(let text): json.write(text)
        case .list(let elements): writeArray(nil, of: elements, Frames(frames: []))
        case .record(let values, let type):
            json.open(JSONWriter.object)
            for index in values.indices { writeMember(type, index) { $0.write(values[index]) } }
            json.close(JSONWriter.object)
        case .dictionary(let pairs):
            json.open(JSONWriter.object)
            for pair in pairs {
                json.startItem(key: pair.key)
                _ = write(pair.value)
            }
            json.close(JSONWriter.object)
        default: json.write(evaluator.plainText(value))
        }
        return true
    }

    private mutating func writeDay(_ value: Value) {
        json.bytes.append(UInt8(ascii: "\""))
        _ = evaluator.appendDigits(of: value, to: &json.bytes)
        json.bytes.append(UInt8(ascii: "\""))
    }
}
