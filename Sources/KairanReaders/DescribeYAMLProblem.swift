internal import KairanModel

/// Says in Kairan's words what is wrong with text that is not YAML, at the place that most likely has to be mended.
///
/// - Parameter openBracket: The offset of the innermost bracket that was not closed yet.
func describe(_ problem: YAMLProblem, openBracket: Int?, in source: YAMLSource) -> Diagnostic {
    var (problem, locator) = (problem, SourceLocator(source.file))
    let offset = problem.offset
    let byte = offset < source.range.upperBound ? source.file.bytes[offset] : nil
    if problem.message == anchorGoesOn || source.unreadAnchor(problem) != nil,
        let anchor = source.anchor(around: offset)
    {
        let name = String(decoding: source.file.bytes[anchor], as: UTF8.self)
        if let cause = Diagnostic.invisibleCharacter(in: name, at: locator.span(anchor)) { return cause }
        return Diagnostic(
            .error, .yamlAlias, "Kairan cannot read '\(name)' as a name for what follows", at: locator.span(anchor),
            help: "use letters, digits, '-' and '_', or put the text in quotes")
    }
    // If nothing follows an open bracket or its last comma, libyaml does not say which bracket it is in.
    if problem.context?.contains("flow node") == true, byte != Byte.comma, let openBracket {
        problem.context = source.file.bytes[openBracket] == Byte.openBracket ? "flow sequence" : "flow mapping"
        problem.contextOffset = openBracket
    }
    let line = source.line(of: offset)
    let firstLine = problem.context == nil ? max(line - 1, 1) : min(source.line(of: problem.contextOffset), line)
    if let error = source.foreignMarkError(onLines: firstLine...line) { return error }
    if problem.message != anotherDocument, let quote = unclosedQuote(before: offset, in: source) {
        var diagnostic = Diagnostic(
            .error, .yamlQuote, "this quote is not closed on its line", at: locator.span(at: quote),
            help: "add the missing quote at the end of the text")
        diagnostic.fix = closing(quote, in: source)
        return diagnostic
    }
    let explanation = explain(problem, byte: byte)
    let place = explanation.isAtContext ? problem.contextOffset : offset
    if explanation.rule == .yamlBracket, let comment = commentAfterBracket(at: place, in: source) { return comment }
    var diagnostic = Diagnostic(
        .error, explanation.rule, explanation.message, at: locator.span(at: place), help: explanation.help)
    diagnostic.fix = explanation.mend?(place, source)
    return diagnostic
}

private struct YAMLMistake {
    var rule: Rule
    var message: String
    var help: String
    /// This is true if the place to mend is the start of what later went wrong.
    var isAtContext = false
    var mend: ((_ offset: Int, YAMLSource) -> Fix?)?
}

private func explain(_ problem: YAMLProblem, byte: UInt8?) -> YAMLMistake {
    let (message, context) = (problem.message, problem.context ?? "")
    if byte == UInt8(ascii: "\t"), !context.contains("quoted") {
        return YAMLMistake(rule: .yamlTab, message: "a tab cannot indent YAML", help: "use spaces", mend: tabAsSpaces)
    }
    if message == anotherDocument || message.contains("<document start>") {
        return YAMLMistake(
            rule: .yamlDocuments, message: "a second document starts here",
            help: "a file holds one document: remove the '---' or '...' above this line, or make two files")
    }
    if message.contains("mapping values are not allowed") {
        return YAMLMistake(
            rule: .yamlColon, message: "a ':' inside unquoted text, or a line with the wrong indentation",
            help: "put the whole text in quotes", mend: quoting)
    }
    return explainStructure(message, context, byte)
}

private func explainStructure(_ message: String, _ context: String, _ byte: UInt8?) -> YAMLMistake {
    if message.contains("cannot start any token"), let byte {
        return YAMLMistake(
            rule: .yamlSyntax, message: "unquoted text cannot start with '\(Unicode.Scalar(byte))'",
            help: "put the whole text in quotes", mend: quoting)
    }
    if message.contains("could not find expected ':'") {
        return YAMLMistake(
            rule: .yamlSyntax, message: "there is no ':' after this key", help: "write 'name: value'",
            isAtContext: true)
    }
    if context.contains("flow node"), byte == UInt8(ascii: ",") {
        return YAMLMistake(
            rule: .yamlSyntax, message: "there is nothing before this ','",
            help: "remove it, or put the text in quotes if it is not meant as a list or mapping")
    }
    if context.contains("flow") {
        let bracket = context.contains("sequence") ? "]" : "}"
        return YAMLMistake(
            rule: .yamlBracket, message: "this bracket is not closed by '\(bracket)' where it should be",
            help: "close it, or put the text in quotes if it is not meant as a list or mapping", isAtContext: true)
    }
    if let byte, byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}"), message.contains("expected key") {
        return YAMLMistake(
            rule: .yamlBracket, message: "this '\(Unicode.Scalar(byte))' closes nothing",
            help: "remove it, or put the whole text in quotes")
    }
    if message.contains("did not find expected key") || message.contains("did not find expected '-'") {
        return YAMLMistake(
            rule: .yamlIndentation, message: "this does not fit the lines above it",
            help:
                "indent it like its neighbours; a value that holds quotes or brackets may need quotes around all of it")
    }
    if context.contains("block scalar") {
        return YAMLMistake(
            rule: .yamlSyntax, message: "nothing may follow a '|' or '>' on its line",
            help: "put the whole text in quotes, or start it on the next line")
    }
    if message.contains("tag handle") || context.contains("tag") {
        return YAMLMistake(
            rule: .yamlTag, message: "a tag that means nothing to Kairan",
            help: "remove it, or put the whole text in quotes", isAtContext: message.contains("tag handle"))
    }
    if message.contains("escape") || message.contains("hexdecimal") {
        return YAMLMistake(
            rule: .yamlEscape, message: "this escape means nothing in double quotes",
            help: "write the backslash twice, or use single quotes", mend: doublingBackslashes)
    }
    let place = context.isEmpty ? message : "\(context), \(message)"
    return YAMLMistake(rule: .yamlSyntax, message: "not YAML: \(place)", help: "compare it with the lines around it")
}

/// Returns the last value or list item, up to the line of `offset`, that starts with a quote and has no closing one on
/// its line.
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

/// Returns where the value of a line such as `  - name: value` starts.
func valueStart(in bytes: [UInt8], _ line: Range<Int>) -> Int? {
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

/// Returns the offset after the quote that closes the one at `start`, or nil if there is none on its line.
private func closingQuote(in bytes: [UInt8], from start: Int) -> Int? {
    let quote = bytes[start]
    var index = start + 1
    while index < bytes.count, bytes[index] != newline {
        if bytes[index] == quote {
            guard quote == UInt8(ascii: "'"), index + 1 < bytes.count, bytes[index + 1] == quote else {
                return index + 1
            }
            index += 1
        } else if bytes[index] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
            index += 1
        }
        index += 1
    }
    return nil
}
