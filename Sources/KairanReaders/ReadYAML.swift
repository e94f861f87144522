package import KairanModel

/// Reads a YAML file of one document; an empty file gives a null scalar.
///
/// Unquoted scalars stay as written, whatever they look like: the field's type decides what `3.10` or `no` is.
package func readYAML(_ file: SourceFile) -> Diagnosed<SourceNode?> {
    if let error = file.byteOrderMarkError() ?? file.textError() { return Diagnosed(nil, [error]) }
    return readYAML(file, range: 0..<file.bytes.count)
}

/// Reads the YAML that stands in `range` of a file, which starts at the start of the line `firstLine`.
package func readYAML(_ file: SourceFile, range: Range<Int>, firstLine: Int) -> Diagnosed<SourceNode?> {
    if let error = file.textError() { return Diagnosed(nil, [error]) }
    return readYAMLWithLibyaml(YAMLSource(file: file, range: range, firstLine: firstLine))
}

/// Reads the YAML that stands in `range` of a file of valid UTF-8: all of it, or its front matter.
func readYAML(_ file: SourceFile, range: Range<Int>) -> Diagnosed<SourceNode?> {
    let source = YAMLSource(file: file, range: range)
    var flat = FlatYAMLReader(source)
    if let node = flat.read() { return Diagnosed(node) }
    return readYAMLWithLibyaml(source)
}

/// Reads any YAML, which takes longer.
func readYAMLWithLibyaml(_ source: YAMLSource) -> Diagnosed<SourceNode?> {
    if let error = source.controlCharacterError() { return Diagnosed(nil, [error]) }
    // Only libyaml shows whether `&` begins an anchor. If it cannot read the anchor's name, the text is read again with
    // another name in its place.
    var hiddenAnchors: [Range<Int>] = []
    while true {
        var builder = YAMLTreeBuilder(source, hiding: hiddenAnchors)
        do throws(YAMLProblem) {
            let result = try builder.read()
            // No file of a site is only text, so full-width punctuation was probably meant as YAML's.
            if case .scalar(_, .plain)? = result.value?.content,
                let error = source.foreignMarkError(onLines: 1...Int.max)
            {
                return Diagnosed(nil, [error])
            }
            return result
        } catch {
            guard let anchor = source.unreadAnchor(error), hiddenAnchors.count < maximumHiddenAnchors,
                !hiddenAnchors.contains(anchor)
            else { return Diagnosed(nil, [describe(error, openBracket: builder.openBracket, in: source)]) }
            hiddenAnchors.append(anchor)
        }
    }
}

/// The largest number of such anchors, since the text is read again for each.
private let maximumHiddenAnchors = 200

/// YAML text inside a file.
struct YAMLSource: Sendable {
    let file: SourceFile
    let range: Range<Int>
    /// The line of the file at which the text starts.
    let firstLine: Int

    /// - Parameter firstLine: Left out for a whole file, and for front matter, which starts after the line of its opening
    /// marks.
    init(file: SourceFile, range: Range<Int>, firstLine: Int? = nil) {
        (self.file, self.range) = (file, range)
        self.firstLine = firstLine ?? (range.lowerBound == 0 ? 1 : 2)
    }

    /// Returns the error for characters that a text file may hold but YAML may not (YAML 1.2, production 1,
    /// `c-printable`): byte order marks and noncharacters.
    func controlCharacterError() -> Diagnostic? {
        let bytes = file.bytes
        let forbidden: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xEF, 0xBF, 0xBE], [0xEF, 0xBF, 0xBF]]
        let offset = range.first { bytes[$0] == 0xEF && forbidden.contains(Array(bytes[$0...].prefix(3))) }
        guard let offset else { return nil }
        var locator = SourceLocator(file)
        let character = String(decoding: bytes[offset..<offset + 3], as: UTF8.self).unicodeScalars.first
            .flatMap(InvisibleCharacter.init)
        return Diagnostic(
            .error, .yamlControlCharacter,
            character.map { "\($0), which YAML does not allow here" }
                ?? "an invisible character that YAML does not allow",
            at: locator.span(at: offset), help: Help.delete())
    }

    /// Returns the line of an offset, counted from 1.
    func line(of offset: Int) -> Int { file.bytes[range.lowerBound..<offset].count { $0 == newline } + 1 }
}

func isYAMLSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == newline || byte == UInt8(ascii: "\r")
}
