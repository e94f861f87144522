/// Returns whether a byte is a letter from A to Z, in either case.
@inlinable
package func isASCIILetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

/// Returns whether a byte is a digit from 0 to 9.
@inlinable
package func isASCIIDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

/// Returns the number that a hexadecimal digit stands for, in either case, and nil for any other byte.
@inlinable
package func hexadecimalValue(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
}

/// Returns a text as it is written in an address: every byte of its UTF-8 that is not plain becomes `%` and two digits
/// (RFC 3986, 2.1).
package func percentEncoded(_ text: String, keeping isPlain: (UInt8) -> Bool) -> String {
    let bytes = text.utf8.span
    if bytes.allSatisfy(isPlain) { return text }
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count + 16)
    for index in bytes.indices {
        if isPlain(bytes[index]) {
            encoded.append(bytes[index])
        } else {
            appendPercentEncoded(bytes[index], to: &encoded)
        }
    }
    return String(decoding: encoded, as: UTF8.self)
}

package func appendPercentEncoded(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes += [UInt8(ascii: "%"), hexadecimalDigit(byte >> 4), hexadecimalDigit(byte & 15)]
}

private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") - 10)
}

extension StringProtocol {
    package func trimmingSpaces() -> SubSequence {
        var rest = self[...]
        while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
        while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
        return rest
    }
}
