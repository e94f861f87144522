package import KairanModel

/// The marks that East Asian keyboards write for the punctuation of YAML, each with the right one.
private let fullWidthPunctuation: [Unicode.Scalar: String] = [
    "：": ":", "，": ",", "、": ",", "“": "\"", "”": "\"", "＂": "\"", "‘": "'", "’": "'", "［": "[", "］": "]",
    "｛": "{", "｝": "}", "－": "-", "＃": "#",
]

/// Returns help that names the full-width punctuation in a wrong name or value, or nil if it has none.
package func fullWidthHelp(_ text: String) -> Help? {
    guard let scalar = text.unicodeScalars.first(where: { fullWidthPunctuation[$0] != nil }),
        let meant = fullWidthPunctuation[scalar]
    else { return nil }
    return Help(
        "'\(scalar)' is full-width: write '\(meant)' in its place",
        .write(withPlainPunctuation(text), for: text, isCertain: false))
}

/// Returns the text with the punctuation of YAML; a colon gets the space that makes it one.
private func withPlainPunctuation(_ text: String) -> String {
    text.unicodeScalars.map { $0 == "：" ? ": " : fullWidthPunctuation[$0] ?? String($0) }.joined()
}

extension YAMLSource {
    /// Returns the error for a character that stands where one of YAML's own marks should be, on one of the lines of a
    /// problem: full-width punctuation, or something invisible in place of a space.
    func foreignMarkError(onLines lines: ClosedRange<Int>) -> Diagnostic? {
        invisibleError(onLines: lines) ?? fullWidthError(onLines: lines)
    }

    /// Returns the error for the last invisible character on the lines that stands where YAML needs a space: at the start
    /// of a line, or after one of its marks.
    private func invisibleError(onLines lines: ClosedRange<Int>) -> Diagnostic? {
        let text = String(decoding: file.bytes[range], as: UTF8.self).unicodeScalars
        var (offset, line, found) = (range.lowerBound, 1, nil as (offset: Int, character: InvisibleCharacter)?)
        // The text before the character: what is not a mark of YAML ends the search on the line.
        var isStructural = true
        for scalar in text {
            if lines.contains(line), isStructural, let character = InvisibleCharacter(scalar) {
                found = (offset, character)
            }
            offset += UTF8.width(scalar)
            if scalar == "\n" {
                (line, isStructural) = (line + 1, true)
            } else {
                isStructural = ":-?,[{|>".unicodeScalars.contains(scalar) || isStructural && scalar == " "
            }
            if line > lines.upperBound { break }
        }
        guard let found else { return nil }
        var locator = SourceLocator(file)
        return .invisible(found.character, at: locator.span(at: found.offset))
    }

    /// Returns the error for full-width punctuation where YAML's own should be, on one of the lines of a problem.
    ///
    /// - Parameter lines: The lines, counted from 1 in this source. The last one with full-width punctuation has to
    ///   be mended.
    private func fullWidthError(onLines lines: ClosedRange<Int>) -> Diagnostic? {
        var start = range.lowerBound
        var found: (offset: Int, scalar: Unicode.Scalar)?
        var line = 1
        while start < range.upperBound, line <= lines.upperBound {
            let end = file.bytes[start..<range.upperBound].firstIndex(of: newline) ?? range.upperBound
            if lines.contains(line), let mark = structuralMark(file.bytes[start..<end]) { found = mark }
            (start, line) = (end + 1, line + 1)
        }
        guard let found, let meant = fullWidthPunctuation[found.scalar] else { return nil }
        var locator = SourceLocator(file)
        let isQuote = meant == "\"" || meant == "'"
        let words = meant == ":" ? "':' and a space in its place" : "'\(meant)' in its place"
        var mistake = Diagnostic(
            .error, .yamlFullWidth, "'\(found.scalar)' is full-width, and YAML takes it for a letter",
            at: locator.span(at: found.offset),
            help: .write(
                "write \(words)\(isQuote ? ", and one at the end of the text" : "")",
                meant == ":" && !isSpace(after: found.offset, found.scalar) ? ": " : meant))
        guard isQuote, let opening = mistake.fix?.changes else { return mistake }
        // A quote that is opened alone would only be another mistake.
        mistake.fix = mark(meaning: meant, after: found.offset + UTF8.width(found.scalar)).map { closing in
            var fix = Fix(.text(locator.span(at: closing.offset), String(closing.scalar), to: meant))
            fix.changes += opening
            return fix
        }
        return mistake
    }

    /// Returns the next full-width mark on the line that stands for one of YAML's.
    private func mark(meaning meant: String, after start: Int) -> (offset: Int, scalar: Unicode.Scalar)? {
        var offset = start
        let line = file.bytes[start..<range.upperBound].prefix { $0 != newline }
        for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
            if fullWidthPunctuation[scalar] == meant { return (offset, scalar) }
            offset += UTF8.width(scalar)
        }
        return nil
    }

    private func isSpace(after offset: Int, _ scalar: Unicode.Scalar) -> Bool {
        let next = offset + UTF8.width(scalar)
        return next < range.upperBound && isYAMLSpace(file.bytes[next])
    }

    /// Returns the mark in a line that should be YAML's own: a full-width colon after the first word, a full-width
    /// quote that begins a value, or one of these or a comma after a bracket.
    private func structuralMark(_ line: ArraySlice<UInt8>) -> (offset: Int, scalar: Unicode.Scalar)? {
        var offset = line.startIndex
        var (isInBrackets, quote, isAfterColon, words) = (false, nil as Unicode.Scalar?, false, 0)
        for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
            defer { offset += UTF8.width(scalar) }
            if let open = quote {
                if scalar == open { quote = nil }
                continue
            }
            switch scalar {
            case "\"", "'": if words == 0 || isInBrackets { quote = scalar }
            case "#": if words == 0 { return nil }
            case "[", "{": if words == 0 { isInBrackets = true }
            case "：": if isInBrackets || !isAfterColon && words <= 1 { return (offset, scalar) }
            case "，", "、": if isInBrackets { return (offset, scalar) }
            case "“", "”", "‘", "’", "＂": if words == 0 || isInBrackets { return (offset, scalar) }
            case "［", "］", "｛", "｝": if words == 0 || isInBrackets { return (offset, scalar) }
            case ":": (isAfterColon, words) = (true, 0)
            case " ": if words == 1 { words = 2 }
            case "-": if words == 0, !isAfterColon { break } else { words = max(words, 1) }
            default: words = max(words, 1)
            }
        }
        return nil
    }
}
