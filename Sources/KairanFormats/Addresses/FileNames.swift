internal import KairanModel
internal import KairanReaders

/// Names of files, to be found in outputs of any format.
///
/// Formats escape characters in many ways. Therefore a name is known by its longest run of letters, digits, full stops, hyphens
/// and `_`, which all formats write as they are. So it may find a name that is not meant.
package struct FileNames: Sendable {
    private var files: [UInt64: [String]] = [:]
    /// The files whose names have no such run. They count as named everywhere.
    private var nameless: [String] = []

    package init() {}

    /// - Parameter path: The path at which the file is published. A file may have several.
    package mutating func add(_ file: String, at path: String) {
        var longest: (hash: UInt64, count: Int) = (0, 0)
        let name = Array(fileName(of: path).utf8)
        forEachRun(in: name.span, escapes: []) { if $1 > longest.count { longest = ($0, $1) } }
        if longest.count == 0 { nameless.append(file) } else { files[longest.hash, default: []].append(file) }
    }

    /// Returns the files whose names the bytes of an output hold.
    ///
    /// - Parameter fileExtension: The ending of the output's path, which tells the format.
    package func files(in bytes: Span<UInt8>, fileExtension: String) -> Set<String> {
        var found = Set(nameless)
        forEachRun(in: bytes, escapes: Escapes(fileExtension: fileExtension)) { hash, _ in
            if let files = files[hash] { found.formUnion(files) }
        }
        return found
    }
}

private struct Escapes: OptionSet {
    let rawValue: Int
    /// `%` and two digits, as in addresses.
    static let percent = Escapes(rawValue: 1)
    /// A backslash and a character, or `\u` and four digits, as in JSON.
    static let backslash = Escapes(rawValue: 2)
    /// A line that goes on after a line end and a space, as in calendars (RFC 5545, 3.1).
    static let fold = Escapes(rawValue: 4)

    init(rawValue: Int) { self.rawValue = rawValue }

    init(fileExtension: String) {
        switch fileExtension {
        case "json", "geojson", "webmanifest": self = [.percent, .backslash]
        case "ics", "vcf": self = [.percent, .backslash, .fold]
        default: self = .percent
        }
    }
}

/// Calls a function with the hash and the length of each longest run of letters, digits, full stops, hyphens and
/// `_`. Full stops and hyphens at its ends do not count, as they may belong to a sentence.
private func forEachRun(in bytes: Span<UInt8>, escapes: Escapes, _ body: (_ hash: UInt64, _ count: Int) -> Void) {
    var (run, runCount, whole): (FactHash, Int, (hash: UInt64, count: Int)) = (FactHash(), 0, (0, 0))
    func end() {
        if whole.count > 0 { body(whole.hash, whole.count) }
        (run, runCount, whole) = (FactHash(), 0, (0, 0))
    }
    var index = 0
    while index < bytes.count {
        let byte = bytes[index]
        if isASCIILetter(byte) || isASCIIDigit(byte) || byte == UInt8(ascii: "_") {
            run.add(byte)
            runCount += 1
            whole = (run.value, runCount)
        } else if byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") {
            if runCount > 0 {
                run.add(byte)
                runCount += 1
            }
        } else if let next = endOfFold(in: bytes, at: index, escapes) {
            index = next
            continue
        } else {
            end()
            index = endOfEscape(in: bytes, at: index, escapes)
            continue
        }
        index += 1
    }
    end()
}

/// Returns where a line goes on that was folded here, or nil.
private func endOfFold(in bytes: Span<UInt8>, at index: Int, _ escapes: Escapes) -> Int? {
    guard escapes.contains(.fold), bytes[index] == 0x0D || bytes[index] == 0x0A else { return nil }
    let start = bytes[index] == 0x0D ? index + 1 : index
    guard start + 1 < bytes.count, bytes[start] == 0x0A, bytes[start + 1] == 0x20 || bytes[start + 1] == 0x09 else {
        return nil
    }
    return start + 2
}

/// Returns the index after a character that ends a run, with all that belongs to it if it is escaped.
private func endOfEscape(in bytes: Span<UInt8>, at index: Int, _ escapes: Escapes) -> Int {
    func areDigits(_ range: Range<Int>) -> Bool {
        range.upperBound <= bytes.count && range.allSatisfy { hexadecimalValue(bytes[$0]) != nil }
    }
    if bytes[index] == UInt8(ascii: "%"), escapes.contains(.percent), areDigits(index + 1..<index + 3) {
        return index + 3
    }
    guard bytes[index] == UInt8(ascii: "\\"), escapes.contains(.backslash), index + 1 < bytes.count else {
        return index + 1
    }
    return bytes[index + 1] == UInt8(ascii: "u") && areDigits(index + 2..<index + 6) ? index + 6 : index + 2
}
