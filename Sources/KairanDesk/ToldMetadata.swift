internal import KairanModel
internal import KairanReaders

/// The metadata of a file that names people, places or devices. The form tells of it, and nothing is removed.
struct ToldMetadata: Equatable {
    enum Subject: String, CaseIterable { case author, title, place, device }

    /// The words for each subject, as the file has them.
    private(set) var words: [Subject: String] = [:]

    /// Reads a PDF or an MP4; other files say nothing here. What is compressed or encrypted is not found.
    ///
    /// - Parameter ending: The ending of the file's name, in lower case.
    init(of bytes: [UInt8], ending: String) {
        switch ending {
        case "pdf": readPDF(bytes)
        case "mp4": readBoxes(bytes[...], depth: 0)
        default: break
        }
    }

    /// The words by subject, as the page gets them.
    var json: JSONValue {
        .object(Subject.allCases.compactMap { subject in words[subject].map { (subject.rawValue, .string($0)) } })
    }

    private mutating func add(_ text: String?, to subject: Subject) {
        guard let text, words[subject] == nil else { return }
        let shown = String(text.unicodeScalars.filter { $0.properties.generalCategory != .control && $0 != "\0" })
        let words = shown.trimmingSpaces()
        if !words.isEmpty { self.words[subject] = String(words.prefix(longestWords)) }
    }
}

/// The number of characters of a text that a person reads.
private let longestWords = 80

// A PDF names its author and title in a dictionary (ISO 32000-1, 14.3.3).
extension ToldMetadata {
    private mutating func readPDF(_ bytes: [UInt8]) {
        for (key, subject) in [("Author", Subject.author), ("Title", .title), ("Creator", .device)] {
            for end in placesAfter("/\(key)", in: bytes).suffix(mostPlaces) where words[subject] == nil {
                add(string(in: bytes[end...]), to: subject)
            }
        }
        // XMP is XML, and mostly not compressed, so that other programs find it.
        for (name, subject) in [("creator", Subject.author), ("title", .title)] {
            for end in placesAfter("<dc:\(name)>", in: bytes).suffix(mostPlaces) where words[subject] == nil {
                let part = String(decoding: bytes[end...].prefix(longestString), as: UTF8.self)
                add(part.firstMatch(of: /^\s*<rdf:\w+>\s*<rdf:li[^>]*>([^<]*)</).map { String($0.1) }, to: subject)
            }
        }
    }

    /// Returns the string that a part of a PDF begins with (7.3.4), or nil if something else is there.
    private func string(in bytes: ArraySlice<UInt8>) -> String? {
        let rest = bytes.prefix(longestString).drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if rest.first == UInt8(ascii: "(") { return text(literal(rest.dropFirst())) }
        guard rest.first == UInt8(ascii: "<"), rest.dropFirst().first != UInt8(ascii: "<") else { return nil }
        let digits = rest.dropFirst().prefix { $0 != UInt8(ascii: ">") }.compactMap {
            Character(UnicodeScalar($0)).hexDigitValue
        }
        return text(stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
    }

    private func literal(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var (found, depth, rest): ([UInt8], Int, ArraySlice<UInt8>) = ([], 0, bytes)
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: ")") where depth == 0: return found
            case UInt8(ascii: "\\"):
                let octal = rest.prefix(3).prefix { (0x30...0x37).contains($0) }
                if octal.isEmpty {
                    if let next = rest.popFirst() { found.append(next) }
                } else {
                    found.append(UInt8(truncatingIfNeeded: octal.reduce(0) { $0 << 3 | Int($1 - 0x30) }))
                    rest = rest.dropFirst(octal.count)
                }
                continue
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            default: break
            }
            found.append(byte)
        }
        return []
    }

    /// Decodes a text string (7.9.2.2): UTF-16 or UTF-8 if it begins with their marks, and otherwise about Latin 1.
    private func text(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xFE, 0xFF]) {
            let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            return String(decoding: units, as: UTF16.self)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes.dropFirst(3), as: UTF8.self) }
        return String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
    }
}

// An MP4 is a tree of boxes (ISO/IEC 14496-12, 4.2). Cameras and phones write into 'udta', and Apple's into 'meta'.
extension ToldMetadata {
    private mutating func readBoxes(_ bytes: ArraySlice<UInt8>, depth: Int) {
        var (rest, count) = (bytes, 0)
        while rest.count >= 8, count < mostBoxes, depth < deepestBox {
            count += 1
            let short = number(rest.prefix(4))
            let isLong = short == 1 && rest.count >= 16
            let head = isLong ? 16 : 8
            let size = short == 0 ? rest.count : isLong ? number(rest.dropFirst(8).prefix(8)) : short
            guard size >= head, size <= rest.count else { return }
            let content = rest.prefix(size).dropFirst(head)
            switch Array(rest.dropFirst(4).prefix(4)) {
            case Array("moov".utf8), Array("udta".utf8), Array("trak".utf8): readBoxes(content, depth: depth + 1)
            case [0xA9] + Array("xyz".utf8): add(string(after: 4, in: content), to: .place)
            case [0xA9] + Array("mod".utf8): add(string(after: 4, in: content), to: .device)
            case [0xA9] + Array("nam".utf8): add(string(after: 4, in: content), to: .title)
            case [0xA9] + Array("aut".utf8), [0xA9] + Array("ART".utf8): add(string(after: 4, in: content), to: .author)
            case Array("meta".utf8): readKeys(content)
            default: break
            }
            rest = rest.dropFirst(size)
        }
    }

    /// Returns the text of a box whose first bytes are its length and language.
    private func string(after skipped: Int, in content: ArraySlice<UInt8>) -> String? {
        guard content.count > skipped else { return nil }
        let length = number(content.prefix(2))
        return String(decoding: content.dropFirst(skipped).prefix(min(length, longestString)), as: UTF8.self)
    }

    /// Reads names and values as QuickTime has them: 'keys' names what 'ilst' holds, in the same order.
    private mutating func readKeys(_ content: ArraySlice<UInt8>) {
        let subjects: [(String, Subject)] = [
            ("location.ISO6709", .place), ("quicktime.model", .device), ("quicktime.author", .author),
            ("quicktime.title", .title),
        ]
        let bytes = Array(content.prefix(largestMeta))
        let values = placesAfter("data", in: bytes).map { place -> String in
            let length = place >= 8 ? number(bytes[(place - 8)..<(place - 4)]) - 16 : 0
            return String(
                decoding: bytes[place...].dropFirst(8).prefix(max(0, min(length, longestString))), as: UTF8.self)
        }
        let names = placesAfter("mdta", in: bytes).map { place -> String in
            let length = place >= 8 ? number(bytes[(place - 8)..<(place - 4)]) - 8 : 0
            return String(decoding: bytes[place...].prefix(max(0, min(length, longestString))), as: UTF8.self)
        }.filter { $0.hasPrefix("com.") }
        for (name, value) in zip(names, values) {
            for (ending, subject) in subjects where name.hasSuffix(ending) { add(value, to: subject) }
        }
    }
}

/// Returns the number that bytes are, the largest first; a very large one counts as the largest.
private func number(_ bytes: ArraySlice<UInt8>) -> Int {
    let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value) ?? .max
}

/// Returns where a word ends, at each place where it stands.
private func placesAfter(_ word: String, in bytes: [UInt8]) -> [Int] {
    let word = Array(word.utf8)
    guard bytes.count >= word.count else { return [] }
    var places: [Int] = []
    for start in 0...(bytes.count - word.count) where bytes[start] == word[0] {
        if bytes[start..<(start + word.count)].elementsEqual(word) { places.append(start + word.count) }
    }
    return places
}

/// Bounds of what is read of a file that somebody made to be expensive.
private let (mostPlaces, longestString, mostBoxes, deepestBox, largestMeta) = (100, 4096, 10_000, 8, 1 << 20)
