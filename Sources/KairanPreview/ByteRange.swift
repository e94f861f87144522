internal import KairanModel

/// A request for a part of a file (RFC 9110, 14.1.2).
enum ByteRange: Equatable {
    case part(Range<Int>)
    case outside

    /// The result is nil for a header that a server may ignore: one with other units, several parts or mistakes.
    init?(_ header: String, of size: Int) {
        let parts = header.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0] == "bytes" else { return nil }
        let ends = parts[1].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy(isASCIIDigit) }) else {
            return nil
        }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last?) where first <= last && first < size:
            self = .part(first..<min(size, last == .max ? size : last + 1))
        case (let first?, nil) where ends[1].isEmpty && first < size: self = .part(first..<size)
        case (nil, let count?) where ends[0].isEmpty && count > 0 && size > 0: self = .part(max(0, size - count)..<size)
        case (let first?, let last?) where first > last: return nil
        case (nil, nil): return nil
        default: self = .outside
        }
    }
}
