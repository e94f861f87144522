/// Returns the addresses to which the links of a feed lead, as `writeRSS` and `writeAtom` write them.
package func feedAddresses(in bytes: [UInt8]) -> [AddressPlace] {
    var addresses: [AddressPlace] = []
    var index = 0
    // Values cannot hold this byte.
    while let start = bytes[index...].firstIndex(of: UInt8(ascii: "<")),
        let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
    {
        index = end
        let tag = bytes[start + 1..<end]
        if tag.elementsEqual("link".utf8) {
            let text = end + 1..<(bytes[end...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count)
            addresses.append(AddressPlace(range: text))
        } else if tag.starts(with: "link ".utf8) || tag.starts(with: "atom:link ".utf8),
            let href = tag.firstRange(of: Array(" href=\"".utf8)),
            let quote = tag[href.upperBound...].firstIndex(of: UInt8(ascii: "\""))
        {
            addresses.append(AddressPlace(range: href.upperBound..<quote))
        }
    }
    return addresses
}

/// Returns the lines of a calendar that are addresses of events, and the addresses in them. Its long lines are folded
/// (RFC 5545, 3.1).
package func calendarAddresses(in bytes: [UInt8]) -> (lines: [UInt8], addresses: [AddressPlace]) {
    var (lines, addresses): ([UInt8], [AddressPlace]) = ([], [])
    var isAddress = false
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
        let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        if text.first == UInt8(ascii: " ") {
            guard isAddress, let last = addresses.indices.last else { continue }
            lines += text.dropFirst()
            addresses[last].range = addresses[last].range.lowerBound..<lines.count
        } else {
            isAddress = text.starts(with: "URL:".utf8)
            guard isAddress else { continue }
            let start = lines.count
            lines += text.dropFirst("URL:".utf8.count)
            addresses.append(AddressPlace(range: start..<lines.count, form: .plain))
        }
    }
    return (lines, addresses)
}
