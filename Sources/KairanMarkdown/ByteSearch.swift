internal import KairanSystem

extension UnsafeBufferPointer<UInt8> {
    func hasBytes(_ wanted: some Collection<UInt8>, at start: Int) -> Bool {
        guard start >= 0, start + wanted.count <= count else { return false }
        var at = start
        for byte in wanted {
            guard self[at] == byte else { return false }
            at += 1
        }
        return true
    }

    /// Returns the first offset of `byte` in `range`.
    package func firstOffset(of byte: UInt8, in range: Range<Int>) -> Int? {
        guard let start = baseAddress, !range.isEmpty else { return nil }
        return KairanSystem.firstOffset(of: byte, from: start + range.lowerBound, count: range.count).map {
            range.lowerBound + $0
        }
    }

    /// Returns the first offset of `wanted` in `range`.
    package func firstOffset(of wanted: some RandomAccessCollection<UInt8>, in range: Range<Int>) -> Int? {
        guard let first = wanted.first else { return nil }
        var at = range.lowerBound
        let end = range.upperBound - wanted.count + 1
        while at < end, let found = firstOffset(of: first, in: at..<end) {
            if hasBytes(wanted, at: found) { return found }
            at = found + 1
        }
        return nil
    }
}
