/// Returns the bytes that a text has in Base64 (RFC 4648, section 4). Line breaks mean nothing.
package func bytes(ofBase64 text: String) -> [UInt8] {
    var (bytes, bits, count) = ([UInt8](), UInt32(0), 0)
    for byte in text.utf8 {
        let value: UInt8
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): value = 62
        case UInt8(ascii: "/"): value = 63
        default: continue
        }
        (bits, count) = (bits << 6 | UInt32(value), count + 6)
        if count >= 8 {
            count -= 8
            bytes.append(UInt8(truncatingIfNeeded: bits >> count))
        }
    }
    return bytes
}
