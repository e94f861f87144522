internal import KairanModel

/// Returns an estimate of a text's width in ems, because there are no fonts at build time.
func textWidth(_ text: String) -> Double {
    text.unicodeScalars.reduce(0) { $0 + ($1.isCJK ? 1 : 0.58) }
}
