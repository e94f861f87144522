package import KairanModel
internal import KairanReaders
internal import KairanSystem

/// Finds the addresses in valid JSON by a plan, which it walks together with the text.
package struct JSONAddresses {
    private let bytes: [UInt8]
    private var index = 0
    /// The addresses, without quotes, in their order.
    package private(set) var addresses: [AddressPlace] = []
    /// The place in a template for each address; empty unless it is asked for.
    package private(set) var spans: [SourceSpan] = []
    private let keepsSpans: Bool
    /// This is true if the last string that was skipped has escapes.
    private var hasEscapes = false

    /// - Parameter start: The position at which the value of the plan begins.
    package init(_ bytes: [UInt8], from start: Int = 0, _ plan: AddressPlan, keepsSpans: Bool = false) {
        (self.bytes, index, self.keepsSpans) = (bytes, start, keepsSpans)
        value(plan)
    }

    private mutating func value(_ plan: AddressPlan) {
        skipSpace()
        guard index < bytes.count else { return }
        switch (plan, bytes[index]) {
        case (.address(let span), UInt8(ascii: "\"")): add(skipString(), span)
        case (.srcset(let span), UInt8(ascii: "\"")): addCandidates(skipString(), span)
        case (.object(let members), UInt8(ascii: "{")):
            // The keys are nearly always in the order of the plan.
            var next = 0
            eachMember { walk, key in
                guard let found = walk.position(of: key, in: members, from: next) else { return walk.skipValue() }
                next = found + 1
                walk.value(members[found].value)
            }
        case (.dictionary(let inner), UInt8(ascii: "{")): eachMember { walk, _ in walk.value(inner) }
        case (.array(let element), UInt8(ascii: "[")): eachElement { walk, _ in walk.value(element) }
        case (.tuple(let elements), UInt8(ascii: "[")):
            eachElement { walk, position in walk.value(position < elements.count ? elements[position] : .none) }
        case (.none, _), (.address, _), (.srcset, _), (.object, _), (.dictionary, _), (.array, _), (.tuple, _):
            skipValue()
        }
    }

    private mutating func add(_ range: Range<Int>, _ span: SourceSpan) {
        addresses.append(AddressPlace(range: range, form: .json))
        if keepsSpans { spans.append(span) }
    }

    /// Adds each address of a text such as `a.jpg 320w, b.jpg 640w`.
    private mutating func addCandidates(_ range: Range<Int>, _ span: SourceSpan) {
        let words = bytes[range].split(separator: UInt8(ascii: " "))
        for (position, word) in words.enumerated() where position.isMultiple(of: 2) {
            add(word.startIndex..<word.endIndex, span)
        }
    }
}

extension JSONAddresses {
    private mutating func eachMember(_ body: (inout JSONAddresses, _ key: Range<Int>) -> Void) {
        index += 1
        while skipToNext() {
            let key = skipString()
            skipSpace()
            index += 1
            body(&self, key)
        }
    }

    private mutating func eachElement(_ body: (inout JSONAddresses, _ position: Int) -> Void) {
        index += 1
        var position = 0
        while skipToNext() {
            body(&self, position)
            position += 1
        }
    }

    /// Goes to the next key or element. Returns false behind the last one.
    private mutating func skipToNext() -> Bool {
        skipSpace()
        if index < bytes.count, bytes[index] == UInt8(ascii: ",") {
            index += 1
            skipSpace()
        }
        guard index < bytes.count else { return false }
        let isEnd = bytes[index] == UInt8(ascii: "}") || bytes[index] == UInt8(ascii: "]")
        if isEnd { index += 1 }
        return !isEnd
    }

    private mutating func skipSpace() {
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    }

    /// Skips a string, and returns the range between its quotes.
    private mutating func skipString() -> Range<Int> {
        let start = index + 1
        (index, hasEscapes) = (start, false)
        while index < bytes.count {
            index = endOfPlainJSON(bytes.span, from: index)
            guard index < bytes.count, bytes[index] != UInt8(ascii: "\"") else { break }
            (index, hasEscapes) = (index + 2, true)
        }
        defer { index += 1 }
        return start..<min(index, bytes.count)
    }

    private mutating func skipValue() {
        var depth = 0
        repeat {
            guard index < bytes.count else { return }
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                _ = skipString()
                continue
            default: break
            }
            index += 1
        } while depth > 0 || index < bytes.count && !isEndOfValue(bytes[index])
    }

    private func isEndOfValue(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }

    private func position(
        of key: Range<Int>, in members: [(key: String, value: AddressPlan)], from next: Int
    ) -> Int? {
        if next < members.count, isText(key, members[next].key) { return next }
        return members.firstIndex { isText(key, $0.key) }
    }

    /// Returns whether a key is a text. Its own bytes are nearly always those of the text.
    private func isText(_ key: Range<Int>, _ text: String) -> Bool {
        hasEscapes
            ? JSONTexts.text(decoding: key, of: bytes) == text
            : areSameBytes(bytes.span.extracting(key), text.utf8.span)
    }
}
