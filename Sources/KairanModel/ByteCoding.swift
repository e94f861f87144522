/// Writes numbers and texts one after the other, for `ByteReader`.
@usableFromInline package struct ByteWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Removes all bytes, but keeps their memory for new ones.
    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Writes seven bits to a byte, the lowest first, so that a small number takes one byte.
    package mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Writes a number so that a negative number of small magnitude takes one byte too.
    @usableFromInline package mutating func write(_ number: Int) {
        write(UInt64(bitPattern: Int64(number << 1 ^ number >> (Int.bitWidth - 1))))
    }

    package mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    package mutating func write(_ text: String) {
        write(text.utf8.count)
        bytes.append(copying: text.utf8.span)
    }

    package mutating func write(_ hash: ContentHash) {
        writeFixed(hash.low)
        writeFixed(hash.high)
    }

    /// Writes eight bytes, for numbers that are never small, such as hashes.
    package mutating func writeFixed(_ number: UInt64) {
        bytes.append(word: number)
    }

    /// Writes a part without its length.
    package mutating func write(raw part: [UInt8]) { bytes += part }

    /// Writes a part with its length before it, so that a reader can skip it.
    package mutating func write(part: [UInt8]) {
        write(part.count)
        bytes += part
    }

    package mutating func write(part: Span<UInt8>) {
        write(part.count)
        bytes.append(copying: part)
    }

    /// Writes a range of other bytes with its length before it.
    package mutating func write(part range: Range<Int>, of other: [UInt8]) {
        write(range.count)
        write(raw: range, of: other)
    }

    /// Writes a range of other bytes without its length.
    package mutating func write(raw range: Range<Int>, of other: [UInt8]) {
        bytes.append(copying: other.span.extracting(range))
    }

    @inlinable
    package mutating func write<Element>(_ elements: [Element], _ body: (inout ByteWriter, Element) -> Void) {
        write(elements.count)
        for element in elements { body(&self, element) }
    }
}

/// An error that says that the bytes are not what `ByteWriter` wrote.
@usableFromInline package struct DamagedBytes: Error {
    package init() {}
}

/// Returns what `read` reads, or nil if the bytes are damaged.
@inlinable package func undamaged<Value>(_ read: () throws(DamagedBytes) -> Value) -> Value? {
    do {
        return try read()
    } catch {
        return nil
    }
}

/// Reads what `ByteWriter` wrote. Every end is checked, so that damaged bytes only ever cause an error.
@usableFromInline package struct ByteReader: Sendable {
    package let bytes: [UInt8]
    package fileprivate(set) var index: Int
    fileprivate let end: Int

    package init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        self.bytes = bytes
        (index, end) = (range?.lowerBound ?? 0, min(range?.upperBound ?? bytes.count, bytes.count))
    }

    package var isAtEnd: Bool { index >= end }

    /// The bytes that were not read so far.
    package var rest: ArraySlice<UInt8> { bytes[index..<end] }

    package mutating func readByte() throws(DamagedBytes) -> UInt8 {
        guard index < end else { throw DamagedBytes() }
        defer { index += 1 }
        return bytes[index]
    }

    package mutating func readUnsigned() throws(DamagedBytes) -> UInt64 {
        // Most numbers are small.
        if index < end, bytes[index] < 0x80 {
            defer { index += 1 }
            return UInt64(bytes[index])
        }
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try readByte()
            guard shift < 64 else { throw DamagedBytes() }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
    }

    package mutating func readInt() throws(DamagedBytes) -> Int {
        let number = try readUnsigned()
        return Int(truncatingIfNeeded: number >> 1) ^ -Int(truncatingIfNeeded: number & 1)
    }

    package mutating func readFlag() throws(DamagedBytes) -> Bool { try readByte() != 0 }

    package mutating func readText() throws(DamagedBytes) -> String {
        let range = try readPart()
        return String(decoding: bytes.span.extracting(range))
    }

    package mutating func readHash() throws(DamagedBytes) -> ContentHash {
        ContentHash(low: try readFixed(), high: try readFixed())
    }

    package mutating func readFixed() throws(DamagedBytes) -> UInt64 {
        guard end - index >= 8 else { throw DamagedBytes() }
        defer { index += 8 }
        return bytes.span.word(at: index)
    }

    /// Reads a part, and returns its range in all bytes.
    package mutating func readPart() throws(DamagedBytes) -> Range<Int> {
        let count = try readInt()
        guard count >= 0, count <= end - index else { throw DamagedBytes() }
        defer { index += count }
        return index..<(index + count)
    }

    /// Reads a count. It is never more than the bytes left, so that a damaged count cannot ask for all memory.
    @usableFromInline package mutating func readCount() throws(DamagedBytes) -> Int {
        let count = try readInt()
        guard count >= 0, count <= end - index else { throw DamagedBytes() }
        return count
    }

    /// Reads a list of elements, each with the body. It is compiled where it is called, which is faster for long lists.
    @inlinable
    package mutating func readList<Element>(
        _ body: (inout ByteReader) throws(DamagedBytes) -> Element
    ) throws(DamagedBytes) -> [Element] {
        let count = try readCount()
        var elements: [Element] = []
        elements.reserveCapacity(count)
        for _ in 0..<count { elements.append(try body(&self)) }
        return elements
    }
}

/// Returns the bytes of a file of a cache, to be written one after the other: a mark that says what it is, the hash of
/// the parts, and the parts.
package func sealed(_ mark: String, _ parts: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
    var (start, hash) = (ByteWriter(), ContentHash())
    for part in parts { hash.combine(part.span) }
    start.write(raw: Array(mark.utf8))
    start.write(hash)
    start.write(parts) { $0.write($1.count) }
    return [start.bytes[...]] + parts
}

/// Does the same with pieces at the end that are only made when they are written, so that memory never holds them all.
/// Behind them stands a hash of them and of what comes before the parts, so that the end of one file does not fit behind
/// the start of another. They are read as one part.
package func sealed(
    _ mark: String, _ parts: [ArraySlice<UInt8>], ending pieces: some Sequence<ArraySlice<UInt8>>
) -> some Sequence<ArraySlice<UInt8>> {
    let known = sealed(mark, parts)
    let start = (rest: pieces.makeIterator(), hash: ContentHash(known[0]), counts: [Int]?.some([]))
    let ending = sequence(state: start) { state -> ArraySlice<UInt8>? in
        if let piece = state.rest.next() {
            state.hash.combine(piece.span)
            state.counts?.append(piece.count)
            return piece
        }
        guard let counts = state.counts else { return nil }
        state.counts = nil
        var end = ByteWriter()
        end.write(state.hash)
        end.write(counts) { $0.write($1) }
        end.writeFixed(UInt64(end.bytes.count))
        return end.bytes[...]
    }
    return [AnySequence(known), AnySequence(ending)].joined()
}

/// Returns the parts of a file that `sealed` made, or nil if it is not whole or has another mark.
package func unsealed(_ mark: String, _ bytes: [UInt8]) -> [ByteReader]? {
    guard bytes.starts(with: mark.utf8) else { return nil }
    var reader = ByteReader(bytes, in: mark.utf8.count..<bytes.count)
    return undamaged { () throws(DamagedBytes) in
        let seal = try reader.readSeal()
        let start = bytes[..<reader.index]
        let parts = try reader.readSealed(seal, after: ContentHash())
        if reader.isAtEnd { return parts }
        // The last word says how long the seal of the pieces is.
        let (pieces, lastWord) = (reader.index, bytes.count - 8)
        guard lastWord >= pieces, let length = Int(exactly: bytes.span.word(at: lastWord)) else { throw DamagedBytes() }
        guard length <= lastWord - pieces else { throw DamagedBytes() }
        var end = ByteReader(bytes, in: lastWord - length..<lastWord)
        _ = try reader.readSealed(try end.readSeal(), after: ContentHash(start))
        guard end.isAtEnd, reader.index == lastWord - length else { throw DamagedBytes() }
        return parts + [ByteReader(bytes, in: pieces..<reader.index)]
    }
}

extension ByteReader {
    fileprivate typealias Seal = (hash: ContentHash, counts: [Int])

    fileprivate mutating func readSeal() throws(DamagedBytes) -> Seal {
        (try readHash(), try readList { reader throws(DamagedBytes) in try reader.readInt() })
    }

    /// Reads parts that have this hash if it goes on from an earlier one.
    fileprivate mutating func readSealed(
        _ seal: Seal, after earlier: ContentHash
    ) throws(DamagedBytes) -> [ByteReader] {
        var (found, parts): (ContentHash, [ByteReader]) = (earlier, [])
        for count in seal.counts {
            guard (0...(end - index)).contains(count) else { throw DamagedBytes() }
            parts.append(ByteReader(bytes, in: index..<index + count))
            found.combine(bytes.span.extracting(index..<index + count))
            index += count
        }
        guard found == seal.hash else { throw DamagedBytes() }
        return parts
    }
}
