internal import KairanModel

/// Says in Kairan's words what is wrong with text that is not YAML, at the place that most likely is to be mended.
func describe(_ problem: YAMLProblem, in source: YAMLSource) -> Diagnostic {
    var locator = SourceLocator(source.file)
    let problem = unclosedBracket(problem, in: source) ?? problem
    let firstLine = problem.context == nil ? max(problem.line - 1, 1) : min(problem.contextLine, problem.line)
    if let error = source.fullWidthError(onLines: firstLine...problem.line) { return error }
    let offset = source.offset(line: problem.line, column: problem.column)
    if !problem.message.contains("another document"), let quote = unclosedQuote(before: offset, in: source) {
        return Diagnostic(
            .error, "yaml.quote", "this quote is not closed on its line", at: locator.span(at: quote),
            help: "add the missing quote at the end of the text")
    }
    let context = source.offset(line: problem.contextLine, column: problem.contextColumn)
    let explanation = explain(problem, byte: offset < source.range.upperBound ? source.file.bytes[offset] : nil)
    return Diagnostic(
        .error, explanation.rule, explanation.message,
        at: locator.span(at: explanation.isAtContext ? context : offset), help: explanation.help)
}

private struct Explanation {
    var rule: String
    var message: String
    var help: String
    /// True when the place to mend is where the thing began that went wrong later.
    var isAtContext = false
}

private func explain(_ problem: YAMLProblem, byte: UInt8?) -> Explanation {
    let (message, context) = (problem.message, problem.context ?? "")
    if byte == UInt8(ascii: "\t"), !context.contains("quoted") {
        return Explanation(rule: "yaml.tab", message: "a tab cannot indent YAML", help: "use spaces")
    }
    if message.contains("another document") || message.contains("<document start>") {
        return Explanation(
            rule: "yaml.documents", message: "a second document starts here",
            help: "a file holds one document: remove the '---' or '...' above this line, or make two files")
    }
    if message.contains("mapping values are not allowed") {
        return Explanation(
            rule: "yaml.colon", message: "a ':' inside unquoted text, or a line with the wrong indentation",
            help: "put the whole text in quotes")
    }
    if message.contains("nested too deeply") || message.contains("nesting level") || message.contains("parsing depth") {
        return Explanation(rule: "yaml.depth", message: "nested too deeply", help: "use fewer levels")
    }
    if message.contains("given more than once") {
        return Explanation(rule: "yaml.duplicateKey", message: message, help: "keep one of them")
    }
    return explainStructure(message, context, byte)
}

private func explainStructure(_ message: String, _ context: String, _ byte: UInt8?) -> Explanation {
    if message.contains("cannot start any token"), let byte {
        return Explanation(
            rule: "yaml.syntax", message: "unquoted text cannot start with '\(Unicode.Scalar(byte))'",
            help: "put the whole text in quotes")
    }
    if message.contains("could not find expected ':'") {
        return Explanation(
            rule: "yaml.syntax", message: "there is no ':' after this key", help: "write 'name: value'",
            isAtContext: true)
    }
    if context.contains("flow node"), byte == UInt8(ascii: ",") {
        return Explanation(
            rule: "yaml.syntax", message: "there is nothing before this ','",
            help: "remove it, or put the text in quotes if it is not meant as a list or mapping")
    }
    if context.contains("flow") {
        let bracket = context.contains("sequence") ? "]" : "}"
        return Explanation(
            rule: "yaml.bracket", message: "this bracket is not closed by '\(bracket)' where it should be",
            help: "close it, or put the text in quotes if it is not meant as a list or mapping", isAtContext: true)
    }
    if let byte, byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}"), message.contains("expected key") {
        return Explanation(
            rule: "yaml.bracket", message: "this '\(Unicode.Scalar(byte))' closes nothing",
            help: "remove it, or put the whole text in quotes")
    }
    if message.contains("did not find expected key") || message.contains("did not find expected '-'") {
        return Explanation(
            rule: "yaml.indentation", message: "this does not fit the lines above it",
            help:
                "indent it like its neighbours; a value that holds quotes or brackets may need quotes around all of it")
    }
    if context.contains("block scalar") {
        return Explanation(
            rule: "yaml.syntax", message: "nothing may follow a '|' or '>' on its line",
            help: "put the whole text in quotes, or start it on the next line")
    }
    if message.contains("tag handle") || context.contains("tag") {
        return Explanation(
            rule: "yaml.tag", message: "a tag that means nothing to Kairan",
            help: "remove it, or put the whole text in quotes", isAtContext: message.contains("tag handle"))
    }
    if message.contains("escape") || message.contains("hexdecimal") {
        return Explanation(
            rule: "yaml.escape", message: "this escape means nothing in double quotes",
            help: "write the backslash twice, or use single quotes")
    }
    let place = context.isEmpty ? message : "\(context), \(message)"
    return Explanation(rule: "yaml.syntax", message: "not YAML: \(place)", help: "compare it with the lines around it")
}

/// Where nothing follows an open bracket or its last comma, the parser does not say which bracket it is in; it does if
/// something follows.
private func unclosedBracket(_ problem: YAMLProblem, in source: YAMLSource) -> YAMLProblem? {
    guard problem.context?.contains("flow node") == true else { return nil }
    let end = source.offset(line: problem.line, column: problem.column)
    if end < source.range.upperBound, source.file.bytes[end] == UInt8(ascii: ",") { return nil }
    let bytes = source.file.bytes[..<end] + Array("\nx".utf8)
    let longer = YAMLSource(
        file: SourceFile(path: source.file.path, bytes: Array(bytes)), range: source.range.lowerBound..<bytes.count)
    guard case .failure(let found) = composeOnDeepStackIfNeeded(longer),
        let context = found.context, context.contains("flow sequence") || context.contains("flow mapping")
    else { return nil }
    return found
}

/// The last value or list item up to the line of `offset` that starts with a quote and has no closing one on its line.
private func unclosedQuote(before offset: Int, in source: YAMLSource) -> Int? {
    let bytes = source.file.bytes
    var lineStart = source.range.lowerBound
    while lineStart <= offset, lineStart < source.range.upperBound {
        let lineEnd = bytes[lineStart..<source.range.upperBound].firstIndex(of: newline) ?? source.range.upperBound
        if let start = valueStart(in: bytes, lineStart..<lineEnd),
            bytes[start] == UInt8(ascii: "\"") || bytes[start] == UInt8(ascii: "'"),
            closingQuote(in: bytes, from: start) == nil
        {
            return start
        }
        lineStart = lineEnd + 1
    }
    return nil
}

/// Where the value of a line `  - name: value` starts.
private func valueStart(in bytes: [UInt8], _ line: Range<Int>) -> Int? {
    var index = line.lowerBound
    func skipSpaces() { while index < line.upperBound, bytes[index] == UInt8(ascii: " ") { index += 1 } }
    skipSpaces()
    while index + 1 < line.upperBound, bytes[index] == UInt8(ascii: "-"), bytes[index + 1] == UInt8(ascii: " ") {
        index += 1
        skipSpaces()
    }
    var colon = index
    while colon + 1 < line.upperBound {
        if bytes[colon] == UInt8(ascii: "\"") || bytes[colon] == UInt8(ascii: "'") { break }
        if bytes[colon] == UInt8(ascii: ":"), bytes[colon + 1] == UInt8(ascii: " ") {
            index = colon + 1
            skipSpaces()
            break
        }
        colon += 1
    }
    return index < line.upperBound ? index : nil
}
