internal import KairanContent
package import KairanModel
internal import KairanReaders

/// A checked text with paths in braces: `月間利用者数:{monthly, number} 人`.
package struct TextPattern: Sendable {
    package enum Part: Sendable {
        case literal(String)
        case path(Path, Format)
        /// The first part that has a text.
        indirect case either([Part])
    }

    package enum Format: Sendable {
        /// The value's own form: ISO 8601 for dates, and no separators in numbers.
        case plain
        /// The digits in groups of three.
        case number
        /// The digits in groups of three, and so many of them after the point, as for prices.
        case decimals(Int)
        /// A date pattern of Unicode TR 35.
        case date(String)
        /// A date pattern for each of the site's locales.
        case localizedDate([String?])
        /// The value as a whole percentage of another number.
        case percent(of: Path)
        /// The text of `_strings.yml` at a position, with the number in it.
        case counted(Int)
        /// The text in another format, changed.
        indirect case changed(Format, [TextChange])
    }

    package var parts: [Part]

    package init(parts: [Part]) {
        self.parts = parts
    }

    /// This is true if a path in the pattern may have no value, and there may then be no text.
    package var isOptional: Bool { parts.contains { $0.optionalPath != nil } }

    package var paths: [Path] { parts.flatMap(\.paths) }

    /// This is true if it is HTML, and nothing else.
    package var isHTML: Bool { !paths.isEmpty && paths.allSatisfy { $0.type.elementOfList == .html } }
}

extension TextPattern.Part {
    var paths: [Path] {
        switch self {
        case .literal: []
        case .path(let path, let format): [path] + [format.whole].compactMap(\.self)
        case .either(let parts): parts.flatMap(\.paths)
        }
    }

    /// A path because of which there may be no text; nil if there always is one.
    var optionalPath: Path? {
        switch self {
        case .literal, .path: paths.first(where: \.isOptional)
        case .either(let parts): parts.allSatisfy { $0.optionalPath != nil } ? parts.last?.optionalPath : nil
        }
    }
}

extension TextPattern.Format {
    /// The other number that is needed.
    var whole: Path? {
        switch self {
        case .percent(of: let whole): whole
        case .changed(let format, _): format.whole
        case .plain, .number, .decimals, .date, .localizedDate, .counted: nil
        }
    }

    /// The date patterns that the format uses.
    var datePatterns: [String] {
        switch self {
        case .date(let pattern): [pattern]
        case .localizedDate(let patterns): patterns.compactMap(\.self)
        case .changed(let format, _): format.datePatterns
        case .plain, .number, .decimals, .percent, .counted: []
        }
    }
}

extension ShapeCompiler {
    /// Reads a pattern. Columns in mistakes are exact if the text stands on one line without escapes.
    mutating func textPattern(_ text: String, in scope: Scope, at span: SourceSpan) -> TextPattern? {
        placedParts(text, in: scope, at: span).map { TextPattern(parts: $0.map(\.part)) }
    }

    /// Compiles a text, and returns each part as it is written, without its braces, and its place.
    ///
    /// - Parameter brace: The way to write a brace that begins no name, for messages.
    mutating func placedParts(
        _ text: String, in scope: Scope, at span: SourceSpan, brace: String = "'{{'"
    ) -> [(part: TextPattern.Part, text: String, span: SourceSpan)]? {
        checkDoubledBraces(text, in: scope, at: span)
        let scalars = Array(text.unicodeScalars)
        var parts: [(part: TextPattern.Part, text: String, span: SourceSpan)] = []
        var literal = String.UnicodeScalarView()
        var index = 0
        var isWhole = true
        while index < scalars.count {
            let scalar = scalars[index]
            let isDoubled = index + 1 < scalars.count && scalars[index + 1] == scalar
            if scalar == "{" || scalar == "}", isDoubled {
                literal.append(scalar)
                index += 2
            } else if scalar == "{" {
                guard let end = closingBrace(scalars[index...]) else {
                    reader.error(
                        .textBrace, "this brace is not closed", at: span.part(at: index, length: 1, of: text),
                        help: "close it with '}', or write \(brace) for a brace")
                    return nil
                }
                if !literal.isEmpty { parts.append((.literal(String(literal)), String(literal), span)) }
                literal = String.UnicodeScalarView()
                let inner = String(String.UnicodeScalarView(scalars[(index + 1)..<end]))
                let place = span.part(at: index + 1, length: end - index - 1, of: text)
                if let part = part(inner, in: scope, at: place) {
                    parts.append((part, inner, place))
                } else {
                    isWhole = false
                }
                index = end + 1
            } else {
                literal.append(scalar)
                index += 1
            }
        }
        if !literal.isEmpty { parts.append((.literal(String(literal)), String(literal), span)) }
        return isWhole ? parts : nil
    }

    /// Compiles what stands between the braces of a text: a value in a format, or several values with `or` between them.
    ///
    /// - Parameter element: The value that `.` stands for; nil if it means nothing.
    package mutating func value(
        _ text: String, element: Path?, in scope: Scope, at span: SourceSpan
    ) -> TextPattern? {
        (self.element, isTag) = (element, true)
        return part(text, in: scope, at: span).map { TextPattern(parts: [$0]) }
    }

    /// Warns of `{{title}}`, as a Mustache template has it. In a pattern two braces are shown as one, as whoever also
    /// writes `{title}` knows.
    private mutating func checkDoubledBraces(_ text: String, in scope: Scope, at span: SourceSpan) {
        let names = bracedNames(in: text)
        guard names.allSatisfy({ $0.braces > 1 }) else { return }
        for name in names {
            guard case .success = schema.path(String(name.name), in: scope, at: span) else { continue }
            reader.diagnostics.append(
                Diagnostic(
                    .warning, .textUnevaluated, "'\(name.written)' is shown as '{\(name.name)}'",
                    at: span.part(name.written, of: text),
                    help: Help(
                        "write {\(name.name)} for the value",
                        .write("{\(name.name)}", for: String(name.written), isCertain: false))))
        }
    }

    /// Finds the end of a path and its formats, which may have braces in quotes.
    private func closingBrace(_ scalars: ArraySlice<Unicode.Scalar>) -> Int? {
        var isQuoted = false
        for index in scalars.indices {
            if scalars[index] == "\"" { isQuoted.toggle() }
            if scalars[index] == "}", !isQuoted { return index }
        }
        return isQuoted ? scalars.firstIndex(of: "}") : nil
    }

    /// Reads a path, or several with `or` between them, and formats.
    private mutating func part(_ text: String, in scope: Scope, at span: SourceSpan) -> TextPattern.Part? {
        guard text.filter({ $0 == "\"" }).count.isMultiple(of: 2) else {
            let quote = text[(text.lastIndex(of: "\"") ?? text.startIndex)...]
            reader.error(
                .textFormat, "this quote is not closed", at: span.part(quote, of: text),
                help: "close it before the brace, as in \"none\"")
            return nil
        }
        let names = Self.pieces(of: text)[0]
        let matches = names.matches(of: /\s*("[^"]*"|[^"]+?)\s*(?:\sor\s|$)/)
        let alternatives = matches.map(\.output.1)
        guard alternatives.count > 1 else { return valuePart(text, in: scope, at: span) }
        let ends = [names.startIndex] + matches.map(\.range.upperBound)
        guard zip(matches, ends).allSatisfy({ $0.range.lowerBound == $1 }), ends.last == names.endIndex else {
            reader.error(
                .textFormat, "'\(names.trimmingSpaces())' does not have 'or' between each two of its parts",
                at: span.part(names.trimmingSpaces(), of: text),
                help: names.contains("}")
                    ? "close each quote before its brace, as in {room or \"none\"}"
                    : isTag ? "write {{room or \"none\"}}" : "write {room or \"none\"}")
            return nil
        }
        let formats = text[names.endIndex...]
        let parts = alternatives.compactMap { alternative -> TextPattern.Part? in
            let place = span.part(alternative, of: text)
            guard alternative.hasPrefix("\"") else {
                if let quoted = inOtherQuotes(alternative) {
                    reader.error(
                        .textFormat, "\(alternative) does not have double quotes", at: place,
                        help: doubleQuotesHelp("\"\(quoted)\""))
                    return nil
                }
                return valuePart("\(alternative)\(formats)", in: scope, at: place)
            }
            return .literal(String(alternative.dropFirst().dropLast()))
        }
        guard parts.count == alternatives.count else { return nil }
        if !isShared, let index = parts.dropLast().firstIndex(where: { $0.optionalPath == nil }) {
            reader.error(
                .textFormat, "this always has a value, so what follows it is never used",
                at: span.part(alternatives[index], of: text), help: "remove what follows, or put it last")
            return nil
        }
        return .either(parts)
    }

    /// Returns what stands in single or curly quotes, which have no meaning here; nil if nothing does.
    private func inOtherQuotes(_ text: some StringProtocol) -> String? {
        let quotes = "'‘’“”„‚«»「」"
        guard text.count > 1, let first = text.first, let last = text.last, quotes.contains(first) else { return nil }
        return String(quotes.contains(last) ? text.dropFirst().dropLast() : text.dropFirst())
    }

    private func doubleQuotesHelp(_ example: String) -> String {
        "write \(example)" + (isTag ? "" : ", and in YAML put the whole text into single quotes")
    }

    private mutating func valuePart(_ text: String, in scope: Scope, at span: SourceSpan) -> TextPattern.Part? {
        let halves = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(halves[0].trimmingSpaces())
        let nameSpan = span.part(halves[0].trimmingSpaces(), of: text)
        guard var path = path(name, in: scope.lookingIntoLists, at: nameSpan) else { return nil }
        if path.type.elementOfList.allowsNull {
            reader.error(
                .pathType, "'\(name)' may be null, which has no text", at: nameSpan,
                help: path.ofOneType ?? "leave null out of its type")
            return nil
        }
        guard halves.count == 2 else {
            if case .list(let element) = path.type, element.traits.isPlainText {
                reader.error(
                    .textFormat, "'\(name)' is \(path.type.withArticle), which is not a single text", at: nameSpan,
                    help: isTag
                        ? Help(
                            "write {{\(name), join \", \"}}",
                            .write("\(name), join \", \"", for: name, isCertain: false))
                        : "write {\(name), join \", \"}")
                return nil
            }
            return isPrintable(path.type, name, at: nameSpan) ? .path(path, .plain) : nil
        }
        guard let format = formats(String(halves[1]), path, in: scope, at: span) else { return nil }
        for pattern in format.datePatterns {
            path.noticeMoment(ofPattern: pattern)
            if !DatePattern.showsTime(pattern), isTag || !DatePattern.isISODay(pattern) { path.showLastDay() }
            if DatePattern.showsNames(pattern) { needs.insert(.dateNames) }
        }
        return .path(path, format)
    }

    /// Reads a format of the value, followed by changes of its text.
    private mutating func formats(_ text: String, _ path: Path, in scope: Scope, at span: SourceSpan)
        -> TextPattern.Format?
    {
        let pieces = Self.pieces(of: text)
        let first = pieces.firstIndex(where: TextChange.isMeant) ?? pieces.count
        let word = String(pieces[..<first].joined(separator: ",").trimmingSpaces())
        let type = path.type.elementOfList
        guard type.traits.text != .none else {
            _ = isPrintable(path.type, path.text, at: span)
            return nil
        }
        guard let format = first == 0 ? .plain : format(word, path, in: scope, at: span) else { return nil }
        if first == pieces.count, type == path.type { return format }
        return changes(pieces[first...], of: path.type, at: span).map { .changed(format, $0) }
    }

    private mutating func changes(_ pieces: ArraySlice<Substring>, of type: FieldType, at span: SourceSpan)
        -> [TextChange]?
    {
        let changes = pieces.compactMap { TextChange($0) }
        if changes.count < pieces.count, let wrong = pieces.first(where: { TextChange($0) == nil }) {
            reader.error(
                .textFormat, "'\(wrong.trimmingSpaces())' is not a format", at: span,
                help: wrong.contains("'")
                    ? doubleQuotesHelp(TextChange.quotedExample(of: wrong)) : TextChange.help(on: wrong))
        } else if type.elementOfList == .html {
            reader.error(
                .textFormat, "HTML has no formats", at: span, help: "remove the comma and what follows")
        } else {
            return areInOrder(changes, of: type, at: span) ? changes : nil
        }
        return nil
    }

    /// Checks that each change is for what the changes before it make: a text or a list.
    private mutating func areInOrder(_ changes: [TextChange], of type: FieldType, at span: SourceSpan) -> Bool {
        var isList = type != type.elementOfList
        for change in changes {
            guard let next = change.makesList(of: isList) else {
                reader.error(
                    .textFormat,
                    isList
                        ? "'\(change.text)' is not for lists"
                        : "\(type.elementOfList.withArticle) has no '\(change.text)'",
                    at: span,
                    help: isList
                        ? "first write join \", \", first or last" : "only lists have it; split \" \" makes one")
                return false
            }
            isList = next
        }
        guard isList else { return true }
        reader.error(
            .textFormat, "a list is not a single text", at: span, help: "write join \", \", first or last at the end")
        return false
    }

    /// Divides formats at the commas outside quotes.
    private static func pieces(of text: String) -> [Substring] {
        var isQuoted = false
        return text.split(omittingEmptySubsequences: false) { character in
            if character == "\"" { isQuoted.toggle() }
            return character == "," && !isQuoted
        }
    }

    private mutating func format(
        _ word: String, _ path: Path, in scope: Scope, at span: SourceSpan
    ) -> TextPattern.Format? {
        let type = path.type.elementOfList
        if type == .integer || type == .decimal { return numberFormat(word, in: scope, at: span) }
        guard let letters = Self.letters(of: type) else {
            reader.error(
                .textFormat, "\(type.withArticle) has no format '\(word)'", at: span,
                help: path.ofOneType ?? schema.dateFormatHelp(word, of: path, in: scope) ?? TextChange.help)
            return nil
        }
        if word.hasPrefix("strings.") { return localizedDate(word, type, letters, at: span) }
        if DatePattern.isValid(word, letters: letters) { return .date(word) }
        let mistake = DatePattern.mistake(in: word, letters: letters)
        reader.error(
            .textFormat, "'\(word)' is not a pattern for \(type.withArticle): \(mistake.reason)", at: span,
            help: mistake.help)
        return nil
    }

    private func isNumber(_ path: Path) -> Bool { path.type == .integer || path.type == .decimal }

    private mutating func numberFormat(_ word: String, in scope: Scope, at span: SourceSpan) -> TextPattern.Format? {
        if word == "number" { return .number }
        if let found = word.wholeMatch(of: /0(\.(0{1,6}))?/) { return .decimals(found.2?.count ?? 0) }
        if let string = schema.countedString(word) {
            usedStrings.insert(schema.strings[string].name)
            return .counted(string)
        }
        if word.hasPrefix("strings.") {
            reader.error(
                .textFormat, "'\(word)' is no text with a number in it", at: span,
                help: suggestion(for: word, in: schema.countedStrings, kind: "texts with {n}"))
            return nil
        }
        if word.hasPrefix("percent of ") {
            guard let whole = path(String(word.dropFirst("percent of ".count)), in: scope, at: span) else { return nil }
            if isNumber(whole) { return .percent(of: whole) }
            reader.error(.textFormat, "'\(whole.text)' is \(whole.type.withArticle), not a number", at: span)
            return nil
        }
        reader.error(
            .textFormat, "a number has no format '\(word)'", at: span,
            help:
                "formats: number, 0.00, percent of PATH, strings.NAME, and those of texts: upper, cut 80, replace \"a\" with \"b\""
        )
        return nil
    }

    /// Returns the letters that stand for a part of a value in a pattern, or nil for a type that has no patterns.
    private static func letters(of type: FieldType) -> Set<Unicode.Scalar>? {
        if type == .date { return DatePattern.dateLetters }
        if type == .time { return DatePattern.timeLetters }
        return type == .dateTime ? DatePattern.letters : nil
    }

    package mutating func isPrintable(_ type: FieldType, _ name: String, at span: SourceSpan) -> Bool {
        guard type.traits.text == .none else { return true }
        reader.error(
            .pathType, "'\(name)' is \(type.withArticle), which has no single text", at: span,
            help: type.elementOfList != type && type.elementOfList.traits.text == .plain
                ? "write {\(name), join \", \"}"
                : schema.partsHelp(name, type.elementOfList, ofElements: type.elementOfList != type))
        return false
    }
}
