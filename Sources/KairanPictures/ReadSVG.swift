/// Reads an SVG, and writes again what of it shows something (SVG 2).
///
/// Reads an SVG and writes it anew. A script could hide where a parser understands a file otherwise than a browser
/// does, so no byte of the file is copied: its elements, as a strict parser of XML understood them, are written in the
/// plainest form, without entities, and in UTF-8.
func readSVG(_ bytes: [UInt8]) throws(Picture.Mistake) -> PictureParts {
    let cleaner = try parseSVG(bytes)
    guard cleaner.isSVG else { throw cleaner.lacksNamespace ? .lacksNamespace : .noPicture }
    guard !cleaner.uses.areTooMany else { throw .drawsTooMuch }
    var parts = PictureParts()
    // Browsers give an SVG without a size that of any replaced element (CSS Images 3, 5.3).
    parts.size = cleaner.size ?? (300, 150)
    (parts.kept, parts.removed, parts.isWhole) = (cleaner.kept, cleaner.removed, true)
    return parts
}

extension [UInt8] {
    /// This is true if the first element of an XML text in ASCII's order of bytes is an `svg`, perhaps with a prefix.
    var beginsSVG: Bool {
        var at = starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while at < count {
            if self[at] <= 0x20 {
                at += 1
            } else if self[at...].starts(with: "<!--".utf8) {
                at = end(of: "-->", from: at + 4)
            } else if self[at...].starts(with: "<?".utf8) {
                at = end(of: "?>", from: at + 2)
            } else if self[at...].starts(with: "<!".utf8) {
                at = endOfDeclaration(from: at + 2)
            } else {
                let name = self[at...].prefix(80).dropFirst().prefix { $0 > 0x20 && !"/>".utf8.contains($0) }
                let local = name.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).last ?? []
                return self[at] == UInt8(ascii: "<") && local.elementsEqual("svg".utf8)
            }
        }
        return false
    }

    /// This is true for an SVG whose letters have two bytes each.
    var isSVGInUTF16: Bool {
        guard prefix(4).contains(0) || starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF]) else { return false }
        return prefix(16_384).filter { ![0, 0xFE, 0xFF].contains($0) }.beginsSVG
    }

    private func end(of mark: StaticString, from start: Int) -> Int {
        let mark = Array("\(mark)".utf8)
        var at = start
        while at < count, !self[at...].starts(with: mark) { at += 1 }
        return Swift.min(at + mark.count, count)
    }

    private func endOfDeclaration(from start: Int) -> Int {
        var (at, depth) = (start, 0)
        while at < count {
            if self[at] == UInt8(ascii: "[") { depth += 1 }
            if self[at] == UInt8(ascii: "]") { depth -= 1 }
            if self[at] == UInt8(ascii: ">"), depth <= 0 { return at + 1 }
            at += 1
        }
        return count
    }
}

/// Returns the size in pixels of CSS of a picture whose root has these attributes, or nil if it has none. A browser
/// takes the missing one of two sides from the proportions of the view box (SVG 2, 7.12).
func svgSize(_ attributes: [(name: String, value: String)]) -> (width: Int, height: Int)? {
    func value(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
    let (width, height) = (value("width").flatMap(pixels), value("height").flatMap(pixels))
    let box = (value("viewBox") ?? "").split { $0 == " " || $0 == "," || $0.isNewline || $0 == "\t" }.compactMap {
        Double($0)
    }
    let view = box.count == 4 && box[2] > 0 && box[3] > 0 ? (width: box[2], height: box[3]) : nil
    switch (width, height, view) {
    case (let width?, let height?, _): return whole(width, height)
    case (let width?, nil, let view?): return whole(width, width * view.height / view.width)
    case (nil, let height?, let view?): return whole(height * view.width / view.height, height)
    case (nil, nil, let view?): return whole(view.width, view.height)
    // Browsers take the other side from the size of any replaced element (CSS Images 3, 5.3).
    case (let width?, nil, nil): return whole(width, 150)
    case (nil, let height?, nil): return whole(300, height)
    case (nil, nil, nil): return nil
    }
}

/// Returns a size in whole pixels. A picture of lines may be drawn at any size, so only its proportions must fit.
private func whole(_ width: Double, _ height: Double) -> (width: Int, height: Int)? {
    guard width.isFinite, height.isFinite, width > 0, height > 0 else { return nil }
    let scale = min(1, Double(Picture.maximumSide) / 4 / max(width, height))
    return (max(1, Int((width * scale).rounded())), max(1, Int((height * scale).rounded())))
}

/// Reads a length such as `12`, `12.5px` or `2cm` (CSS Values 4, 6.2). Of a percentage the whole is not known.
private func pixels(_ text: String) -> Double? {
    let units: [(String, Double)] = [
        ("px", 1), ("pt", 4.0 / 3), ("pc", 16), ("mm", 96 / 25.4), ("cm", 96 / 2.54), ("in", 96), ("", 1),
    ]
    let text = text.filter { !$0.isWhitespace }.lowercased()
    guard let (unit, factor) = units.first(where: { text.hasSuffix($0.0) }) else { return nil }
    return Double(text.dropLast(unit.count)).flatMap { $0 > 0 ? $0 * factor : nil }
}
