internal import KairanContent
internal import KairanModel

/// Tags where HTML's escapes do not protect a page: what a script holds is never text, and without quotes a value
/// may go on as further attributes. A value with `alert(1)` in it would run for every reader.
///
/// A partial or layout is looked at alone, as what stands around it differs from page to page.
func checkScriptTags(_ source: MustacheSource) -> [Diagnostic] {
    let suffix = ".mustache"
    guard source.path.hasSuffix(suffix), isMarkup(String(source.path.dropLast(suffix.count))) else { return [] }
    let bytes = Array(source.text.utf8)
    let scan = HTMLScan(withoutTags(bytes), isTemplate: true)
    var locator = SourceLocator(SourceFile(path: source.path, bytes: bytes))
    func report(_ ranges: [Range<Int>], _ rule: String, _ message: String, _ help: String) -> [Diagnostic] {
        ranges.flatMap { printingTags(in: bytes[$0]) }.map { range in
            var span = locator.span(range)
            span.line += source.firstLine - 1
            return Diagnostic(.error, rule, message, at: span, help: help)
        }
    }
    let code = report(
        scan.code, "template.script", "a value inside a script could run as a part of it",
        "put it into a data- attribute, data-name=\"{{name}}\", and let the script read that")
    return code
        + report(
            scan.unquoted.filter { range in !scan.code.contains { $0.contains(range.lowerBound) } },
            "template.quotes", "a value outside quotes could go on as another attribute",
            "put quotes around it: name=\"{{value}}\"")
}

/// All but sections and comments.
private func printingTags(in bytes: ArraySlice<UInt8>) -> [Range<Int>] {
    let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    var found: [Range<Int>] = []
    var rest = bytes
    while let start = rest.firstIndex(of: open) {
        rest = rest[(start + 1)...]
        guard rest.first == open, let sigil = rest.dropFirst().first else { continue }
        let end = rest.firstIndex(of: close) ?? rest.endIndex
        rest = rest[end...]
        let closed = rest.drop { $0 == close }.startIndex
        if !"#^/!".utf8.contains(sigil) { found.append(start..<closed) }
    }
    return found
}
