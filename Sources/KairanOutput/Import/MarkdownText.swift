internal import KairanMarkdown
internal import KairanModel

/// A Markdown text of which the plain text is exactly this: as it is where that does, else with its lines kept, else
/// with all that Markdown would understand escaped. Nil where no Markdown shows it.
func markdownText(showing text: String) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let candidates = [text, joined(lines), joined(lines.map(escaped))]
    return candidates.first { plainText(of: MarkdownSource(text: $0 + "\n", path: "")).utf8.elementsEqual(text.utf8) }
}

/// With a hard break between two lines of a paragraph.
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
        // 1. and 1) begin a list.
        let isNumberMark =
            (scalar == "." || scalar == ")") && index > 0
            && line.unicodeScalars.prefix(index).allSatisfy { ("0"..."9").contains($0) }
        if isMark || isListMark || isNumberMark { result += "\\" }
        result.unicodeScalars.append(scalar)
        if scalar != " " { isStart = false }
    }
    return result
}
