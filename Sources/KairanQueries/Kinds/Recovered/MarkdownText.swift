internal import KairanMarkdown
internal import KairanModel

/// Returns a Markdown text whose plain text is exactly this one. That is the text itself if possible, or else the text
/// with its lines kept, or else with all Markdown syntax escaped. Returns nil if no Markdown shows the text.
func markdownText(showing text: String) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let candidates = [text, joined(lines), joined(lines.map(escaped))]
    return candidates.first {
        plainText(of: MarkdownSource(text: $0 + "\n", path: "")).text.utf8.elementsEqual(text.utf8)
    }
}

/// Joins lines with a hard break between two lines of a paragraph.
private func joined(_ lines: [String]) -> String {
    lines.indices.map { index in
        let isLast = index + 1 == lines.count || lines[index].isEmpty || lines[index + 1].isEmpty
        return lines[index] + (isLast ? "" : "\\")
    }.joined(separator: "\n")
}

private func escaped(_ line: String) -> String {
    var result = ""
    var isStart = true
    for (index, scalar) in line.unicodeScalars.enumerated() {
        let isMark = "\\`*_[]<>&#|~!".unicodeScalars.contains(scalar)
        let isListMark = "-+=:".unicodeScalars.contains(scalar) && isStart
        // The marks 1. and 1) start a list.
        let isNumberMark =
            (scalar == "." || scalar == ")") && index > 0
            && line.unicodeScalars.prefix(index).allSatisfy { ("0"..."9").contains($0) }
        if isMark || isListMark || isNumberMark { result += "\\" }
        result.unicodeScalars.append(scalar)
        if scalar != " " { isStart = false }
    }
    return result
}
