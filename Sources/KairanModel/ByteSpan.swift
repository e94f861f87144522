internal import KairanSystem

extension Span<UInt8> {
    @inlinable
    package func hasBytes(_ wanted: some Collection<UInt8>, at start: Int) -> Bool {
        guard start >= 0, start + wanted.count <= count else { return false }
        var at = start
        for byte in wanted {
            guard self[at] == byte else { return false }
            at += 1
        }
        return true
    }

    package func hasBytes(_ wanted: Span<UInt8>, at start: Int) -> Bool {
        guard start >= 0, start + wanted.count <= count else { return false }
        return areSameBytes(extracting(start..<(start + wanted.count)), wanted)
    }

    package func contains(_ byte: UInt8) -> Bool { KairanSystem.firstOffset(of: byte, in: self) != nil }

    @inlinable
    package func allSatisfy(_ isWanted: (UInt8) -> Bool) -> Bool {
        for index in indices where !isWanted(self[index]) { return false }
        return true
    }

    /// Returns the eight bytes at `offset` as a number, the first of them as the lowest.
    @inlinable
    package func word(at offset: Int) -> UInt64 { unsafe bytes.word(at: offset) }

    /// Returns the first offset of `byte` in `range`.
    package func firstOffset(of byte: UInt8, in range: Range<Int>) -> Int? {
        KairanSystem.firstOffset(of: byte, in: extracting(range)).map { range.lowerBound + $0 }
    }

    /// Returns the first offset of `wanted` in `range`.
    package func firstOffset(of wanted: Span<UInt8>, in range: Range<Int>) -> Int? {
        guard !wanted.isEmpty else { return nil }
        var at = range.lowerBound
        let end = range.upperBound - wanted.count + 1
        while at < end, let found = firstOffset(of: wanted[0], in: at..<end) {
            if hasBytes(wanted, at: found) { return found }
            at = found + 1
        }
        return nil
    }

    package func firstOffset(of wanted: [UInt8], in range: Range<Int>) -> Int? {
        firstOffset(of: wanted.span, in: range)
    }
}

// The standard library checks the bounds of these loads too, and any bytes are a number.
extension RawSpan {
    @inlinable
    package subscript(offset: Int) -> UInt8 { unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self) }

    @inlinable
    package func word(at offset: Int) -> UInt64 {
        unsafe UInt64(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}

extension String {
    /// Decodes UTF-8 with replacement characters for what is not.
    @inlinable
    package init(decoding bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Returns whether two names are the same byte for byte: two normal forms are equal as texts, but not as names of
    /// files.
    package func isSameName(as other: String) -> Bool { areSameBytes(utf8.span, other.utf8.span) }
}

extension Array where Element: BitwiseCopyable {
    @inlinable
    package init(copying elements: Span<Element>) {
        self = unsafe elements.withUnsafeBufferPointer { unsafe Array($0) }
    }
}

extension [UInt8] {
    @inlinable
    package mutating func append(copying bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }

    /// Appends the eight bytes of a number, the lowest first, as `word(at:)` reads them.
    @inlinable
    package mutating func append(word: UInt64) {
        unsafe Swift.withUnsafeBytes(of: word.littleEndian) { unsafe append(contentsOf: $0) }
    }
}
