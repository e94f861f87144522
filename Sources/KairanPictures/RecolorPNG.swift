/// Returns a PNG with a palette in other colours (W3C PNG, 11.2.2). One without a palette stays as it is.
package func recoloredPNG(_ bytes: [UInt8], _ change: (_ color: [UInt8]) -> [UInt8]) -> [UInt8] {
    var result = Array(bytes.prefix(8))
    var position = 8
    while position + 12 <= bytes.count {
        let end = min(position + 12 + bigEndian(bytes, at: position, count: 4), bytes.count)
        if bytes[(position + 4)..<(position + 8)].elementsEqual("PLTE".utf8) {
            let colors = stride(from: position + 8, to: end - 6, by: 3).map { Array(bytes[$0..<($0 + 3)]) }
            result += pngChunk("PLTE", colors.flatMap(change))
        } else {
            result += bytes[position..<end]
        }
        position = end
    }
    return result
}
