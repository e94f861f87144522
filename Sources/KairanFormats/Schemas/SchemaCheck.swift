internal import KairanModel
internal import KairanReaders
internal import KairanSystem

/// A value that breaks a schema.
package struct SchemaViolation: Sendable {
    /// The path of the value, such as `prItems[2].imageDescription`; empty for the whole document.
    package var path: String
    package var message: String
    /// The place of the value, in bytes.
    package var range: Range<Int>
}

extension ValueSchema {
    /// Returns the violations of the schema in bytes that are valid JSON.
    ///
    /// - Parameter limit: The number of violations after which the check stops.
    package func violations(in bytes: [UInt8], limit: Int = 20) -> [SchemaViolation] {
        var check = SchemaCheck(bytes: bytes, limit: limit)
        check.skipSpace()
        check.value(self)
        return check.violations
    }
}

/// Walks JSON text and a schema together, without making a value from either.
private struct SchemaCheck {
    let bytes: [UInt8]
    let limit: Int
    var index = 0
    /// The path of the value, for messages.
    var path: [PathPart] = []
    /// The patterns by their text; nil for a pattern that cannot be read.
    var patterns: [String: LinearPattern?] = [:]
    var violations: [SchemaViolation] = []

    enum PathPart {
        case key(String)
        case dataKey(Range<Int>)
        case element(Int)
    }

    init(bytes: [UInt8], limit: Int) { (self.bytes, self.limit) = (bytes, limit) }

    mutating func skipSpace() {
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    }

    mutating func value(_ schema: ValueSchema) {
        guard index < bytes.count, violations.count < limit else { return }
        if case .union(let types) = schema.form, bytes[index] != UInt8(ascii: "n"),
            let type = types.first(where: { $0.jsonType == JSONType(startingWith: bytes[index]) })
        {
            return value(type)
        }
        switch bytes[index] {
        case UInt8(ascii: "{"): object(schema)
        case UInt8(ascii: "["): array(schema)
        case UInt8(ascii: "\""): string(schema)
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            let start = index
            skipWord()
            expect("true or false", schema, at: start) { if case .boolean = $0 { true } else { false } }
        case UInt8(ascii: "n"):
            let start = index
            skipWord()
            if !schema.isNullable { expect("null", schema, at: start) { $0 == .null } }
        default: number(schema)
        }
    }

    private mutating func expect(
        _ found: String, _ schema: ValueSchema, at start: Int, _ isRight: (ValueSchema.Form) -> Bool
    ) {
        if !schema.isAnything, !isRight(schema.form) {
            report("this is \(found), but apps expect \(schema.inWords)", start..<index)
        }
    }

    private mutating func report(_ message: String, _ range: Range<Int>) {
        violations.append(SchemaViolation(path: pathText, message: message, range: range))
    }

    private var pathText: String {
        var text = ""
        for part in path {
            switch part {
            case .key(let key): text += (text.isEmpty ? "" : ".") + key
            case .dataKey(let range): text += (text.isEmpty ? "" : ".") + decoded(range)
            case .element(let index): text += "[\(index)]"
            }
        }
        return text
    }
}

extension SchemaCheck {
    private mutating func object(_ schema: ValueSchema) {
        let start = index
        var properties: [ValueSchema.Property] = []
        var element: ValueSchema?
        switch schema.form {
        case .object(let declared): properties = declared
        case .dictionary(let declared, _): element = declared
        case .any: element = schema
        case .null, .boolean, .integer, .number, .string, .oneOf, .array, .tuple, .union:
            skipValue()
            return report("this is an object, but apps expect \(schema.inWords)", start..<start + 1)
        }
        var seen = [Bool](repeating: false, count: properties.count)
        // The keys are nearly always in the order in which they are declared.
        var next = 0
        var count = 0
        index += 1
        while true {
            skipSpace()
            guard index < bytes.count, bytes[index] != UInt8(ascii: "}") else { break }
            if bytes[index] == UInt8(ascii: ",") {
                index += 1
                continue
            }
            let key = skipString()
            count += 1
            skipSpace()
            index += 1
            skipSpace()
            if let element {
                path.append(.dataKey(key))
                value(element)
                path.removeLast()
            } else if let found = position(of: key, in: properties, from: next) {
                seen[found] = true
                next = found + 1
                path.append(.key(properties[found].name))
                value(properties[found].schema)
                path.removeLast()
            } else {
                skipValue()
            }
            // The limit of violations is reached, so the rest was not skipped.
            if violations.count >= limit { return }
        }
        index += 1
        checkCount(count, schema.keyCount, "key", start..<start + 1)
        for (property, isSeen) in zip(properties, seen) where !isSeen && property.isRequired {
            report("the key '\(property.name)' is missing", start..<start + 1)
        }
    }

    private func position(of key: Range<Int>, in properties: [ValueSchema.Property], from next: Int) -> Int? {
        for position in next..<properties.count where isText(key, properties[position].name) { return position }
        for position in 0..<min(next, properties.count) where isText(key, properties[position].name) { return position }
        return nil
    }

    private mutating func array(_ schema: ValueSchema) {
        let start = index
        var elements: [ValueSchema] = []
        var other = ValueSchema(.any)
        var range = CountRange.any
        switch schema.form {
        case .array(let element, let count): (other, range) = (element, count)
        case .tuple(let declared):
            elements = declared
            range = CountRange(minimum: declared.count, maximum: declared.count)
        case .any: break
        case .null, .boolean, .integer, .number, .string, .oneOf, .object, .dictionary, .union:
            skipValue()
            return report("this is an array, but apps expect \(schema.inWords)", start..<start + 1)
        }
        var count = 0
        index += 1
        while true {
            skipSpace()
            guard index < bytes.count, bytes[index] != UInt8(ascii: "]") else { break }
            if bytes[index] == UInt8(ascii: ",") {
                index += 1
                continue
            }
            path.append(.element(count))
            value(count < elements.count ? elements[count] : other)
            path.removeLast()
            count += 1
            // The limit of violations is reached, so the rest was not skipped.
            if violations.count >= limit { return }
        }
        index += 1
        checkCount(count, range, "element", start..<start + 1)
    }

    private mutating func checkCount(_ count: Int, _ limits: CountRange, _ noun: String, _ range: Range<Int>) {
        if let minimum = limits.minimum, count < minimum {
            report("it has \(amount(count, of: noun)), but apps expect at least \(minimum)", range)
        }
        if let maximum = limits.maximum, count > maximum {
            report("it has \(amount(count, of: noun)), but apps expect at most \(maximum)", range)
        }
    }
}

extension SchemaCheck {
    private mutating func string(_ schema: ValueSchema) {
        let start = index
        let content = skipString()
        switch schema.form {
        case .any: break
        case .string(let form):
            if form.length != .any {
                checkCount(decoded(content).unicodeScalars.count, form.length, "character", start..<index)
            }
            if let format = form.format, KnownFormat.all[format]?.isKept?(decoded(content)) == false {
                report("'\(decoded(content))' is not \(StringForm.inWords(format))", start..<index)
            }
            if let pattern = form.pattern, !matches(pattern, decoded(content)) {
                report("'\(decoded(content))' is not \(StringForm.inWords(pattern))", start..<index)
            }
        case .oneOf(let values):
            let isKnown = values.contains { if case .string(let text) = $0 { isText(content, text) } else { false } }
            if !isKnown { report("'\(decoded(content))' is not \(schema.inWords)", start..<index) }
        case .null, .boolean, .integer, .number, .object, .dictionary, .array, .tuple, .union:
            report("this is a string, but apps expect \(schema.inWords)", start..<index)
        }
    }

    private mutating func number(_ schema: ValueSchema) {
        let start = index
        skipWord()
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        // Strict parsers of integers refuse 1.0 and 1e3.
        let isInteger = bytes[start..<index].allSatisfy {
            $0 == UInt8(ascii: "-") || isASCIIDigit($0)
        }
        switch schema.form {
        case .any: break
        case .integer(let range) where isInteger: checkRange(text, range, start..<index)
        case .number(let range): checkRange(text, range, start..<index)
        case .oneOf(let values):
            let number = isInteger ? Int(text) : nil
            if number == nil || !values.contains(.integer(number ?? 0)) {
                report("\(text) is not \(schema.inWords)", start..<index)
            }
        case .null, .boolean, .integer, .string, .object, .dictionary, .array, .tuple, .union:
            report("this is the number \(text), but apps expect \(schema.inWords)", start..<index)
        }
    }

    private mutating func checkRange(_ text: String, _ limits: NumberRange, _ range: Range<Int>) {
        if limits.size == .int32, Int32(text) == nil { return report("\(text) needs more than 32 bits", range) }
        guard limits != .any, let number = Double(text) else { return }
        if let minimum = limits.minimum, number < minimum.doubleValue {
            report("\(text) is less than \(minimum)", range)
        }
        if let maximum = limits.maximum, number > maximum.doubleValue {
            report("\(text) is more than \(maximum)", range)
        }
    }

    /// Returns whether a text matches a pattern. A pattern that cannot be read matches everything, because `lint`
    /// reports it at its place.
    private mutating func matches(_ pattern: String, _ text: String) -> Bool {
        if let known = patterns[pattern] { return known?.isFound(in: text) ?? true }
        do throws(PatternMistake) {
            patterns[pattern] = try LinearPattern(pattern)
        } catch {
            patterns[pattern] = .some(nil)
        }
        return matches(pattern, text)
    }
}

extension SchemaCheck {
    /// Skips a string and returns the range between its quotes.
    private mutating func skipString() -> Range<Int> {
        let start = index + 1
        index = start
        while index < bytes.count {
            index = endOfPlainJSON(bytes.span, from: index)
            guard index < bytes.count, bytes[index] != UInt8(ascii: "\"") else { break }
            index += 2
        }
        defer { index += 1 }
        return start..<min(index, bytes.count)
    }

    private mutating func skipWord() {
        while index < bytes.count, !isEndOfWord(bytes[index]) { index += 1 }
    }

    private func isEndOfWord(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
    }

    private mutating func skipValue() {
        var depth = 0
        repeat {
            skipSpace()
            guard index < bytes.count else { return }
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                index += 1
            case UInt8(ascii: "\""): _ = skipString()
            case UInt8(ascii: ","), UInt8(ascii: ":"): index += 1
            default: skipWord()
            }
        } while depth > 0
    }

    private func isText(_ content: Range<Int>, _ text: String) -> Bool {
        // Walking the view of a string takes longer than comparing the bytes.
        areSameBytes(bytes.span.extracting(content), text.utf8.span)
            || bytes[content].contains(UInt8(ascii: "\\")) && decoded(content) == text
    }

    private func decoded(_ content: Range<Int>) -> String {
        guard bytes[content].contains(UInt8(ascii: "\\")) else {
            return String(decoding: bytes[content], as: UTF8.self)
        }
        let quoted = Array(bytes[content.lowerBound - 1..<content.upperBound + 1])
        return readJSON(SourceFile(path: "", bytes: quoted)).value?.scalar ?? ""
    }
}
