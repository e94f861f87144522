internal import KairanModel

/// Goes through JSON text once, without recursion, checks it by RFC 8259, and feeds a tree builder if there is one.
///
/// The bytes must be valid UTF-8. Without a tree the scanner stops at the first mistake. With a tree it goes on after a
/// mistake where the next member or element begins. If brackets do not match, nobody knows where that is, and it only
/// looks for mistakes that are wrong in any place.
struct JSONScanner {
    let bytes: [UInt8]
    var index = 0
    var tree: JSONTreeBuilder?
    private(set) var mistakes: [JSONMistake] = []
    var isStopped = false
    /// This is true while what is read does not belong to the tree.
    var isSkipping = false
    /// Tells whether a part that was not understood may have swallowed a comma.
    var mayLackComma = false
    private(set) var open: [Container] = []
    private var keys: [Key] = []

    struct Container {
        var offset: Int
        var isObject: Bool
        var firstKey: Int
        var manyKeys: Set<[UInt8]> = []
    }

    private struct Key {
        var range: Range<Int>
        var hasEscapes: Bool
    }

    enum State {
        case value, firstElement, firstKey, key, afterValue
    }

    private static let maximumDepth = 128
    private static let maximumMistakes = 10_000

    init(_ bytes: [UInt8], tree: JSONTreeBuilder?) { (self.bytes, self.tree) = (bytes, tree) }

    mutating func scan() {
        var state = State.value
        while !isStopped {
            skipSpace()
            if state == .afterValue, open.isEmpty { break }
            guard index < bytes.count else {
                reportEnd()
                break
            }
            switch state {
            case .value: state = value()
            case .firstElement: state = bytes[index] == Byte.closeBracket ? close() : value()
            case .firstKey: state = bytes[index] == Byte.closeBrace ? close() : key()
            case .key: state = key()
            case .afterValue: state = afterValue()
            }
        }
        if !isStopped, index < bytes.count {
            report(.jsonSyntax, "text after the end of the data", index..<bytes.count, help: "remove it")
        }
        tree?.endAll()
    }

    private mutating func value() -> State {
        let start = index
        switch bytes[index] {
        case Byte.openBrace, Byte.openBracket: return begin(isObject: bytes[index] == Byte.openBrace)
        case Byte.quote, UInt8(ascii: "'"):
            let hasEscapes = string()
            addScalar(.string, start..<index, hasEscapes)
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"): number()
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): word()
        case Byte.comma:
            report(
                .jsonSyntax, "there is no value before this comma", index..<(index + 1),
                help: .delete("remove the comma"))
            tree?.damage()
            if let last = open.last, last.isObject { return .afterValue }
            index += 1
            return .value
        default: return unexpected("a value")
        }
        return .afterValue
    }

    private mutating func begin(isObject: Bool) -> State {
        guard open.count < Self.maximumDepth else {
            lose(
                .jsonDepth, "nested more than \(Self.maximumDepth) levels deep", index..<(index + 1),
                help: "use fewer levels")
            return .value
        }
        open.append(Container(offset: index, isObject: isObject, firstKey: keys.count))
        tree?.begin(isObject: isObject, at: index)
        index += 1
        return isObject ? .firstKey : .firstElement
    }

    private mutating func close() -> State {
        mayLackComma = false
        if let closed = open.popLast() { keys.removeSubrange(closed.firstKey...) }
        index += 1
        tree?.end(at: index)
        return .afterValue
    }

    private mutating func afterValue() -> State {
        guard let container = open.last else { return .afterValue }
        switch bytes[index] {
        case Byte.comma: return comma(container)
        case Byte.closeBrace, Byte.closeBracket:
            if (bytes[index] == Byte.closeBrace) == container.isObject { return close() }
            reportWrongBracket(container)
            return .value
        default:
            if container.isObject ? bytes[index] == Byte.quote : startsValue(bytes[index]) {
                if !mayLackComma {
                    report(
                        .jsonComma, "there is no comma before this", tokenRange(),
                        help: .write("write a comma between the two", textBefore() + ","),
                        mended: beforeSpace()..<beforeSpace() + 1)
                }
                mayLackComma = false
                return container.isObject ? .key : .value
            }
            return unexpected("a comma or '\(container.isObject ? "}" : "]")'")
        }
    }

    /// Returns the offset of the last character before the spaces above the index.
    private func beforeSpace() -> Int { bytes[..<index].lastIndex { !isYAMLSpace($0) } ?? 0 }

    private func textBefore() -> String { String(decoding: [bytes[beforeSpace()]], as: UTF8.self) }

    private mutating func comma(_ container: Container) -> State {
        let comma = index
        mayLackComma = false
        index += 1
        skipSpace()
        guard index < bytes.count, bytes[index] == (container.isObject ? Byte.closeBrace : Byte.closeBracket) else {
            return container.isObject ? .key : .value
        }
        reportTrailingComma(comma)
        return close()
    }

    private mutating func key() -> State {
        let start = index
        var hasEscapes = false
        switch bytes[index] {
        case Byte.quote, UInt8(ascii: "'"): hasEscapes = string()
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
            index = tokenRange().upperBound
            report(
                .jsonQuote, "a key needs double quotes", start..<index,
                help: .write("write \"\(text(start..<index))\"", "\"\(text(start..<index))\""))
        default:
            return unexpected("a key in double quotes")
        }
        let key = Key(range: start..<index, hasEscapes: hasEscapes)
        let isDuplicate = isDuplicate(key)
        if tree?.skips == false {
            let text = text(key.range, hasEscapes)
            tree?.key(text, key.range, isDuplicate: isDuplicate)
        }
        skipSpace()
        guard index < bytes.count, !isStopped else { return .key }
        guard bytes[index] == UInt8(ascii: ":") else {
            return unexpected("a ':'")
        }
        index += 1
        return .value
    }

    /// Returns whether the object has the key already. Bytes are compared, unless an escape makes the same text look
    /// different.
    private mutating func isDuplicate(_ key: Key) -> Bool {
        guard let last = open.indices.last else { return false }
        let isNew: Bool
        if keys.count - open[last].firstKey < 16 {
            isNew = !keys[open[last].firstKey...].contains { isSame($0, key) }
        } else {
            if open[last].manyKeys.isEmpty {
                open[last].manyKeys = Set(
                    keys[open[last].firstKey...].map { Array(text($0.range, $0.hasEscapes).utf8) })
            }
            isNew = open[last].manyKeys.insert(Array(text(key.range, key.hasEscapes).utf8)).inserted
        }
        if isNew {
            keys.append(key)
        } else {
            report(
                .jsonDuplicateKey, "'\(text(key.range, key.hasEscapes))' is given more than once", key.range,
                help: "keep one of them")
        }
        return !isNew
    }

    private func isSame(_ first: Key, _ second: Key) -> Bool {
        if first.hasEscapes || second.hasEscapes {
            return text(first.range, first.hasEscapes).utf8.elementsEqual(text(second.range, second.hasEscapes).utf8)
        }
        return first.range.count == second.range.count && bytes[first.range].elementsEqual(bytes[second.range])
    }

    private mutating func reportEnd() {
        guard !isStopped else { return }
        guard let container = open.last else {
            return report(.jsonSyntax, "there is no data in this file", 0..<0, help: "write at least {} or []")
        }
        let bracket = container.isObject ? "{" : "["
        report(
            .jsonSyntax, "this '\(bracket)' is never closed", container.offset..<(container.offset + 1),
            help: "add '\(container.isObject ? "}" : "]")' where it ends")
    }

    private mutating func reportWrongBracket(_ container: Container) {
        let line = bytes[..<container.offset].reduce(1) { $0 + ($1 == newline ? 1 : 0) }
        let (opening, closing) = container.isObject ? ("{", "}") : ("[", "]")
        lose(
            .jsonSyntax, "this does not close the '\(opening)' of line \(line)", index..<(index + 1),
            help: "write '\(closing)' there")
    }

    mutating func reportTrailingComma(_ comma: Int) {
        let bracket = bytes[index] == Byte.closeBrace ? "}" : "]"
        report(
            .jsonTrailingComma, "a comma before the closing '\(bracket)'", comma..<(comma + 1),
            help: .delete("remove the comma"))
    }

    mutating func report(
        _ rule: Rule, _ message: String, _ range: Range<Int>, help: Help? = nil, hasOneMeaning: Bool? = nil,
        mended: Range<Int>? = nil
    ) {
        guard !isStopped else { return }
        mistakes.append(
            JSONMistake(
                rule: rule, message: message, range: range, help: help,
                hasOneMeaning: hasOneMeaning ?? JSONMistake.rulesWithOneMeaning.contains(rule), mended: mended))
        if tree == nil || mistakes.count == Self.maximumMistakes { isStopped = true }
    }

    /// Leaves only the words of the help with the mistakes of a rule behind the first ones.
    mutating func withdrawMends(of rule: Rule, after count: Int) {
        for index in mistakes.indices.dropFirst(count) where mistakes[index].rule == rule {
            mistakes[index].help?.mend = nil
        }
    }

    mutating func addScalar(_ kind: SourceNode.ScalarKind, _ range: Range<Int>, _ hasEscapes: Bool = false) {
        guard tree?.skips == false, !isSkipping else { return }
        let text = text(range, hasEscapes)
        tree?.scalar(text, kind, range)
    }
}

/// The bytes that have a meaning in JSON.
enum Byte {
    static let quote = UInt8(ascii: "\""), comma = UInt8(ascii: ","), backslash = UInt8(ascii: "\\")
    static let openBrace = UInt8(ascii: "{"), closeBrace = UInt8(ascii: "}")
    static let openBracket = UInt8(ascii: "["), closeBracket = UInt8(ascii: "]")
}
