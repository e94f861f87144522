internal import KairanContent
package import KairanFormats
package import KairanModel

extension Evaluator {
    /// Returns the bytes of an endpoint, which are the JSON that a checked shape makes of the site. `diagnostics`
    /// receives mistakes that only the data could show.
    package func endpoint(
        _ shape: Shape, _ frames: Frames, _ style: JSONStyle, _ diagnostics: inout [Diagnostic]
    ) -> [UInt8] {
        var writer = EndpointWriter(evaluator: self, json: JSONWriter(style))
        _ = writer.write(shape, frames)
        diagnostics += writer.diagnostics
        return writer.json.finish()
    }
}

/// Writes the value of a shape without making it first, as `Evaluator.value` would. Making it first takes a twentieth
/// of a cold build of 10,000 entries.
private struct EndpointWriter {
    let evaluator: Evaluator
    var json: JSONWriter
    var diagnostics: [Diagnostic] = []

    /// Returns false if there is no value, and then writes `null`.
    mutating func write(_ shape: Shape, _ frames: Frames) -> Bool {
        switch shape {
        case .object(let shapes, let type):
            json.open(JSONWriter.object)
            for index in shapes.indices {
                writeMember(of: type, index, shapes[index], frames)
            }
            json.close(JSONWriter.object)
        case .array(let shapes):
            json.open(JSONWriter.array)
            for index in shapes.indices {
                json.startItem()
                _ = write(shapes[index].shape, frames)
            }
            json.close(JSONWriter.array)
        case .each(let query, let inner): writeArray(inner, of: evaluator.elements(query, frames), frames)
        case .eachGroup(let query, let by, let type, let inner):
            writeArray(inner, of: evaluator.groups(query, by: by, type, frames), frames)
        case .first(let query, let inner?, let isRequired, let span):
            var narrowed = query
            narrowed.limit = 1
            if let found = evaluator.elements(narrowed, frames).first { return write(inner, frames.entering(found)) }
            if isRequired { diagnostics.append(evaluator.nothingMatches(query, at: span)) }
            return evaluator.write(.missing, to: &json)
        case .either(let conditions, let then, let otherwise):
            let chosen = evaluator.hold(conditions, frames) ? then : otherwise
            return chosen.map { write($0.shape, frames) } ?? evaluator.write(.missing, to: &json)
        case .path(let path): return evaluator.write(evaluator.value(path, frames), to: &json)
        default: return evaluator.write(evaluator.value(shape, frames, &diagnostics), to: &json)
        }
        return true
    }

    private mutating func writeMember(of type: RecordType, _ index: Int, _ shape: Shape, _ frames: Frames) {
        let start = json.bytes.count
        json.startItem(key: type.fields[index].name)
        if !write(shape, frames), type.fields[index].omitsMissing { json.takeBack(to: start) }
    }

    private mutating func writeArray(_ shape: Shape?, of elements: [Value], _ frames: Frames) {
        guard let shape else {
            _ = evaluator.write(.list(elements), to: &json)
            return
        }
        var inner = frames.entering(.missing)
        json.open(JSONWriter.array)
        for (position, element) in elements.enumerated() {
            json.startItem()
            inner.replaceInnermost(element, at: position)
            _ = write(shape, inner)
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
