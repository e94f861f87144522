package import KairanModel

/// Reads a YAML file of one document; an empty file gives a null scalar.
///
/// Unquoted scalars stay as written whatever they look like: the field's type decides what `3.10` or `no` is.
package func readYAML(_ file: SourceFile) -> Diagnosed<SourceNode?> {
    if let error = file.byteOrderMarkError() ?? file.textError() { return Diagnosed(nil, [error]) }
    return readYAML(file, range: 0..<file.bytes.count)
}

/// Reads the YAML that stands in `range` of a file of valid UTF-8; `range` starts at the start of a line.
func readYAML(_ file: SourceFile, range: Range<Int>) -> Diagnosed<SourceNode?> {
    let source = YAMLSource(file: file, range: range)
    var flat = FlatYAMLReader(source)
    if let node = flat.read() { return Diagnosed(node) }
    return readYAMLWithYams(source)
}

/// The long way, for any YAML.
func readYAMLWithYams(_ source: YAMLSource) -> Diagnosed<SourceNode?> {
    if let error = source.controlCharacterError() { return Diagnosed(nil, [error]) }
    switch composeOnDeepStackIfNeeded(source) {
    case .failure(let problem): return Diagnosed(nil, [describe(problem, in: source)])
    case .success(let result):
        // Text alone is nothing that any file is made of.
        if case .scalar(_, .plain)? = result.value?.content, let error = source.fullWidthError(onLines: 1...Int.max) {
            return Diagnosed(nil, [error])
        }
        return result
    }
}

func composeOnDeepStackIfNeeded(_ source: YAMLSource) -> Result<Diagnosed<SourceNode?>, YAMLProblem> {
    source.mayBeDeep ? runOnDeepStack({ composeYAML(source) }) : composeYAML(source)
}

/// YAML text inside a file.
struct YAMLSource: Sendable {
    let file: SourceFile
    let range: Range<Int>

    /// 1, or 2 for front matter, which starts after the line of its opening marks.
    var firstLine: Int { range.lowerBound == 0 ? 1 : 2 }

    func controlCharacterError() -> Diagnostic? {
        guard let offset = range.first(where: isForbidden) else { return nil }
        var locator = SourceLocator(file)
        return Diagnostic(
            .error, "yaml.controlCharacter", "an invisible character that YAML does not allow",
            at: locator.span(at: offset),
            help: "delete it")
    }

    /// True when brackets or indentation may nest so deep that a small stack overflows. Text counts as if it were YAML,
    /// so this may be true of a shallow file, but never false of a deep one.
    var mayBeDeep: Bool {
        let bytes = file.bytes
        var (openBrackets, indentation, isAtLineStart) = (0, 0, true)
        for index in range {
            switch bytes[index] {
            case newline: (indentation, isAtLineStart) = (0, true)
            case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"), UInt8(ascii: "\r"),
                UInt8(ascii: "\t"):
                if isAtLineStart { indentation += 1 }
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                openBrackets += 1
                isAtLineStart = false
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                openBrackets = max(openBrackets - 1, 0)
                isAtLineStart = false
            default: isAtLineStart = false
            }
            if openBrackets > 16 || indentation > 32 { return true }
        }
        return false
    }

    /// YAML 1.2, production 1 (`c-printable`), of what a text file may hold: byte order marks and noncharacters.
    private func isForbidden(_ offset: Int) -> Bool {
        guard file.bytes[offset] == 0xEF else { return false }
        let next = (file.bytes[offset + 1], file.bytes[offset + 2])
        return next == (0xBB, 0xBF) || next == (0xBF, 0xBE) || next == (0xBF, 0xBF)
    }

    /// The offset of a place counted as YAML counts: a CR ends a line too.
    func offset(line: Int, column: Int) -> Int {
        var places = YAMLPlaces(bytes: file.bytes, range: range)
        return places.offset(line: line, column: column)
    }
}

/// Turns YAML's own lines and columns (from 1) into byte offsets; asked in rising order it walks each line once.
struct YAMLPlaces {
    private let bytes: [UInt8]
    private let end: Int
    private var lineStarts: [Int]
    private var cursor = (line: 1, column: 1, offset: 0)

    init(bytes: [UInt8], range: Range<Int>) {
        self.bytes = bytes
        end = range.upperBound
        lineStarts = [range.lowerBound]
        cursor.offset = range.lowerBound
        for index in range where isLineEnd(index) { lineStarts.append(index + 1) }
    }

    mutating func offset(line: Int, column: Int) -> Int {
        guard line <= lineStarts.count else { return end }
        let line = max(line, 1)
        if line != cursor.line || column < cursor.column { cursor = (line, 1, lineStarts[line - 1]) }
        let limit = line < lineStarts.count ? lineStarts[line] : end
        while cursor.column < column, cursor.offset < limit {
            cursor.offset += 1
            while cursor.offset < limit, isContinuation(bytes[cursor.offset]) { cursor.offset += 1 }
            cursor.column += 1
        }
        return cursor.offset
    }

    /// True at the last byte of a line break (YAML 1.2, 5.4).
    private func isLineEnd(_ index: Int) -> Bool {
        bytes[index] == newline
            || bytes[index] == UInt8(ascii: "\r") && (index + 1 == bytes.count || bytes[index + 1] != newline)
    }
}
