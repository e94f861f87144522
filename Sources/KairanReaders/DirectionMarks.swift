package import KairanModel

extension SourceFile {
    /// Returns a warning for each line with invisible characters that turn the direction of the text after them (UAX
    /// #9, 2.1 to 2.5). People then read something different from what apps and programs do.
    package func directionMarks() -> [Diagnostic] {
        var warnings: [Diagnostic] = []
        var lastLine = 0
        var locator = SourceLocator(self)
        let text = bytes.span
        var index = 0
        while let found = text.firstOffset(of: 0xE2, in: index..<text.count) {
            index = found + 1
            guard found + 2 < text.count, isDirectionMark(text[found + 1], text[found + 2]) else { continue }
            let span = locator.span(at: found)
            if span.line != lastLine { warnings.append(directionMark(at: span)) }
            lastLine = span.line
        }
        return warnings
    }

    private func directionMark(at span: SourceSpan) -> Diagnostic {
        Diagnostic(
            .warning, .textDirection, "an invisible character changes the direction of the text after it", at: span,
            help: Help.delete())
    }
}

/// Returns whether these are the last two bytes of U+202A to U+202E or U+2066 to U+2069.
private func isDirectionMark(_ second: UInt8, _ third: UInt8) -> Bool {
    second == 0x80 && (0xAA...0xAE).contains(third) || second == 0x81 && (0xA6...0xA9).contains(third)
}
