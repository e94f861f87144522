/// Writes numbers and texts one after the other, for `ByteReader`.
package struct ByteWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Starts anew with the same memory.
    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Seven bits to a byte, the lowest first; small numbers are one byte.
    package mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Negative numbers of small magnitude are small too.
    package mutating func write(_ number: Int) {
        write(UInt64(bitPattern: Int64(number << 1 ^ number >> (Int.bitWidth - 1))))
    }

    package mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    package mutating func write(_ text: String) {
        write(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    package mutating func write(_ hash: ContentHash) {
        writeFixed(hash.low)
        writeFixed(hash.high)
    }

    /// Always eight bytes: hashes are never small.
    package mutating func writeFixed(_ number: UInt64) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Without its length.
    package mutating func write(raw part: [UInt8]) { bytes += part }

    /// With its length before it, so that it can be passed over.
    package mutating func write(part: [UInt8]) {
        write(part.count)
        bytes += part
    }

    package mutating func write(part: UnsafeRawBufferPointer) {
        write(part.count)
        bytes.append(contentsOf: part)
    }

    /// The same for a part of other bytes.
    package mutating func write(part range: Range<Int>, of other: [UInt8]) {
        write(range.count)
        write(raw: range, of: other)
    }

    /// The same without its length.
    package mutating func write(raw range: Range<Int>, of other: [UInt8]) {
        other.withUnsafeBufferPointer { bytes.append(contentsOf: UnsafeBufferPointer(rebasing: $0[range])) }
    }

    package mutating func write<Element>(_ elements: [Element], _ body: (inout ByteWriter, Element) -> Void) {
        write(elements.count)
        for element in elements { body(&self, element) }
    }
}

/// What is read is not what `ByteWriter` wrote.
package struct DamagedBytes: Error {
    package init() {}
}

/// What `read` reads; nil where the bytes are damaged.
package func undamaged<Value>(_ read: () throws(DamagedBytes) -> Value) -> Value? {
    do {
        return try read()
    } catch {
        return nil
    }
}

/// Reads what `ByteWriter` wrote; every end is checked, so that damaged bytes are an error and nothing else.
package struct ByteReader: Sendable {
    package let bytes: [UInt8]
    package private(set) var index: Int
    private let end: Int

    package init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        self.bytes = bytes
        (index, end) = (range?.lowerBound ?? 0, min(range?.upperBound ?? bytes.count, bytes.count))
    }

    package var isAtEnd: Bool { index >= end }

    package mutating func readByte() throws(DamagedBytes) -> UInt8 {
        guard index < end else { throw DamagedBytes() }
        defer { index += 1 }
        return bytes[index]
    }

    package mutating func readUnsigned() throws(DamagedBytes) -> UInt64 {
        // Most are small.
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
        return bytes.withUnsafeBufferPointer {
            String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
        }
    }

    package mutating func readHash() throws(DamagedBytes) -> ContentHash {
        ContentHash(low: try readFixed(), high: try readFixed())
    }

    package mutating func readFixed() throws(DamagedBytes) -> UInt64 {
        guard end - index >= 8 else { throw DamagedBytes() }
        defer { index += 8 }
        return bytes.withUnsafeBytes {
            UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        }
    }

    /// Where the part is among all bytes.
    package mutating func readPart() throws(DamagedBytes) -> Range<Int> {
        let count = try readInt()
        guard count >= 0, count <= end - index else { throw DamagedBytes() }
        defer { index += count }
        return index..<(index + count)
    }

    /// A count never promises more than the bytes can hold, so that a damaged one cannot ask for all memory.
    package mutating func readCount() throws(DamagedBytes) -> Int {
        let count = try readInt()
        guard count >= 0, count <= end - index else { throw DamagedBytes() }
        return count
    }

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
