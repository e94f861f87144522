/// Reads RFC 9649, 2.3 to 2.7, from chunk to chunk, as far as the first one says.
func readWebP(_ bytes: [UInt8]) -> PictureParts {
    var parts = PictureParts()
    guard bytes.count >= 12 else { return parts }
    let end = 8 + littleEndian(bytes, at: 4, count: 4)
    guard end >= 12, end <= bytes.count, let chunks = webPChunks(bytes[12..<end]) else { return parts }
    let isExtended = chunks.first?.name == "VP8X"
    var kept: [WebPChunk] = []
    for chunk in chunks {
        if parts.size == nil { parts.size = size(of: chunk) }
        switch chunk.name {
        case "VP8X", "ALPH", "ANIM": kept.append(chunk)
        case "VP8 ", "VP8L":
            parts.isLossless = chunk.name == "VP8L"
            kept.append(chunk)
        case "ICCP":
            if isRGBProfile(chunk.data) { parts.colorProfile = chunk.bytes }
            kept.append(chunk)
        case "ANMF":
            parts.isAnimated = true
            kept.append(frame(chunk))
        case "EXIF": if isExtended { parts.orientation = Orientation(exif: chunk.data) }
        default: break
        }
    }
    if isExtended {
        let isTurned = parts.orientation != .upright
        if isTurned { kept.append(WebPChunk(name: "EXIF", data: parts.orientation.exif[...])) }
        var head = Array(kept[0].data)
        // These are the flags of Exif and XMP.
        if let flags = head.first { head[0] = flags & ~0x0C | (isTurned ? 0x08 : 0) }
        kept[0].data = head[...]
    }
    parts.kept = webPFile(kept)
    parts.isWhole = true
    return parts
}

/// Returns an animation's frame with only the chunks that are decoded.
private func frame(_ chunk: WebPChunk) -> WebPChunk {
    guard chunk.data.count >= 16, let chunks = webPChunks(chunk.data.dropFirst(16)) else { return chunk }
    let kept = chunks.filter { ["ALPH", "VP8 ", "VP8L"].contains($0.name) }
    return WebPChunk(name: chunk.name, data: chunk.data.prefix(16) + kept.flatMap(\.bytes))
}

/// Returns the size, which the simple, lossless and extended layouts keep in different places.
private func size(of chunk: WebPChunk) -> (width: Int, height: Int)? {
    let data = Array(chunk.data.prefix(10))
    switch chunk.name {
    case "VP8X" where data.count == 10:
        return (littleEndian(data, at: 4, count: 3) + 1, littleEndian(data, at: 7, count: 3) + 1)
    case "VP8 " where data.count == 10:
        return (littleEndian(data, at: 6, count: 2) & 0x3FFF, littleEndian(data, at: 8, count: 2) & 0x3FFF)
    case "VP8L" where data.count >= 5:
        let bits = littleEndian(data, at: 1, count: 4)
        return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    default: return nil
    }
}

// MARK: Chunks

struct WebPChunk {
    var name: String
    var data: ArraySlice<UInt8>

    /// The bytes of the chunk with its name, its length and, if the length is odd, a zero at the end.
    var bytes: [UInt8] {
        Array(name.utf8) + littleEndianBytes(data.count) + data + (data.count % 2 == 0 ? [] : [0])
    }
}

/// Returns nil if a chunk is longer than the file.
func webPChunks(_ bytes: ArraySlice<UInt8>) -> [WebPChunk]? {
    let all = Array(bytes)
    var chunks: [WebPChunk] = []
    var position = 0
    while position + 8 <= all.count {
        let end = position + 8 + littleEndian(all, at: position + 4, count: 4)
        guard end <= all.count else { return nil }
        let name = String(decoding: all[position..<position + 4], as: UTF8.self)
        chunks.append(WebPChunk(name: name, data: all[position + 8..<end]))
        position = end + end % 2
    }
    return chunks
}

func webPFile(_ chunks: [WebPChunk]) -> [UInt8] {
    let content = Array("WEBP".utf8) + chunks.flatMap(\.bytes)
    return Array("RIFF".utf8) + littleEndianBytes(content.count) + content
}

private func littleEndianBytes(_ number: Int) -> [UInt8] {
    let number = UInt32(number)
    return stride(from: 0, to: 32, by: 8).map { UInt8(truncatingIfNeeded: number >> $0) }
}
