internal import KairanModel
internal import KairanReaders

extension ValueReader {
    mutating func text(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        if text.unicodeScalars.allSatisfy(\.properties.isWhitespace), !field.isOptional,
            (field.limits.minimumLength ?? 1) > 0
        {
            error(
                "field.missing", "'\(field.name)' is empty", at: node.span,
                help: "write something, or declare it as 'text?'")
        }
        checkEntities(text, node)
        guard field.limits.minimumLength != nil || field.limits.maximumLength != nil else { return .text(text) }
        // What people count, as Swift's apps do: Unicode's extended grapheme clusters.
        let length = text.count
        if let minimum = field.limits.minimumLength, length < minimum {
            error(
                "field.limit", "'\(field.name)' must have at least \(minimum) characters, but has \(length)",
                at: node.span)
        }
        if let maximum = field.limits.maximumLength, length > maximum {
            error(
                "field.limit", "'\(field.name)' may have at most \(maximum) characters, but has \(length)",
                at: node.span
            )
        }
        return .text(text)
    }

    /// What was copied out of HTML: people would read it as it stands.
    private mutating func checkEntities(_ text: String, _ node: SourceNode) {
        guard text.utf8.contains(UInt8(ascii: "&")), let entity = htmlEntity(in: text) else { return }
        diagnostics.append(
            Diagnostic(
                .warning, "text.entity", "'\(entity.written)' is shown literally, as a text is not HTML",
                at: node.span, help: "write \(entity.meant)"))
    }

    mutating func boolean(_ node: SourceNode, _ field: FieldDeclaration) -> Value {
        if case .scalar(let text, let kind) = node.content, kind != .string {
            if text == "true" || text == "false" { return .boolean(text == "true") }
            let meant = ["no", "on"].contains(text.lowercased()) ? nil : nearestName(to: text, in: ["true", "false"])
            error(
                "field.type", "'\(text)' is not true or false", at: node.span,
                help: meant.map { "did you mean '\($0)'?" } ?? "write true or false")
        } else {
            error(
                "field.type", "'\(field.name)' must be true or false, not \(node.kindName)", at: node.span,
                help: "write it without quotes")
        }
        return .missing
    }

    mutating func number(_ node: SourceNode, _ field: FieldDeclaration) -> Value {
        guard case .scalar(let text, let kind) = node.content, kind == .plain || kind == .number else {
            let help = node.scalar.flatMap { text in
                DecimalNumber(text) == nil ? numberHelp(text) : "write it without quotes"
            }
            error(
                "field.type", "'\(field.name)' must be \(field.type.withArticle), not \(node.kindName)", at: node.span,
                help: help
            )
            return .missing
        }
        let number: DecimalNumber
        let value: Value
        if field.type == .integer {
            guard let integer = Int(text), !text.hasPrefix("+") else {
                return invalid(text, node, field, integerHelp(text))
            }
            (number, value) = (DecimalNumber(integer), .integer(integer))
        } else {
            guard let decimal = kind == .number ? DecimalNumber(withExponent: text) : DecimalNumber(text) else {
                return invalid(
                    text, node, field,
                    numberHelp(text) ?? "write digits, at most 18, and a '.' if any, such as 12.5")
            }
            (number, value) = (decimal, .decimal(decimal))
        }
        if !wholeNumbersOfJSON.contains(number.wholePart) {
            diagnostics.append(numberTooLarge(text, at: node.span, help: "declare '\(field.name)' as text"))
        }
        if let minimum = field.limits.minimum, number < minimum {
            error("field.limit", "'\(field.name)' must be at least \(minimum)", at: node.span)
        }
        if let maximum = field.limits.maximum, number > maximum {
            error("field.limit", "'\(field.name)' may be at most \(maximum)", at: node.span)
        }
        return value
    }

    private func integerHelp(_ text: String) -> String {
        if text.wholeMatch(of: /-?[0-9]+/) != nil {
            let (least, most) = (wholeNumbersOfJSON.lowerBound, wholeNumbersOfJSON.upperBound)
            return "write a number from \(least) to \(most), or declare it as text"
        }
        if text.hasPrefix("+"), Int(text) != nil { return "write it without the '+'" }
        let isPart = DecimalNumber(withExponent: text).map { $0.scale > 0 } ?? false
        return isPart
            ? "round it, or declare the field as decimal"
            : numberHelp(text) ?? "write a whole number without separators, such as 1200"
    }

    /// What to write in the place of a number in a form that others know.
    private func numberHelp(_ text: String) -> String? {
        if text.wholeMatch(of: /[-+]?(inf|nan)/) != nil {
            return "JSON has neither infinity nor NaN, and Kairan reads no number that it cannot publish"
        }
        if text.wholeMatch(of: /-?[0-9]{1,3}([,'’_ \u{A0}\u{202F}，][0-9]{3})+(\.[0-9]+)?/) != nil {
            return "write it without separators: \(text.filter { "-.0123456789".contains($0) })"
        }
        if text.wholeMatch(of: /[-+]?[0-9.]+([eE][-+]?[0-9]+)?/) != nil, text.contains(where: "eE.".contains) {
            return DecimalNumber(withExponent: text).map { "Kairan reads it when it is written as \($0)" }
                ?? "Kairan keeps at most 18 digits"
        }
        let halfWidth = String(
            text.map { character in
                character.isWholeNumber
                    ? character.wholeNumberValue.map { Character(String($0)) } ?? character : character
            })
        return halfWidth != text && DecimalNumber(halfWidth) != nil ? "write \(halfWidth), with the digits 0 to 9" : nil
    }

    /// In YAML and CSV `3.10` keeps its zero; a JSON or TOML number is one that other tools rewrite as 3.1.
    mutating func version(_ node: SourceNode, _ field: FieldDeclaration) -> Value {
        guard case .scalar(let text, let kind) = node.content, kind == .plain || kind == .string else {
            error(
                "field.type", "a version must be text, not \(node.kindName)", at: node.span,
                help: "write it in quotes, so that 3.10 stays 3.10")
            return .missing
        }
        return Version(text).map(Value.version) ?? invalid(text, node, field, "write it as 3.1 or 3.1.0")
    }

    mutating func date(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        if let date = LocalDate(text) { return .date(date) }
        let parts = text.split(separator: "-").compactMap { Int($0) }
        if parts.count == 3, text.utf8.count == 10 {
            return invalid(text, node, field, "there is no such day in the calendar")
        }
        return invalid(text, node, field, "write it as 2026-04-01")
    }

    mutating func time(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        if let time = LocalTime(text) { return .time(time) }
        guard let whole = withoutFraction(text), LocalTime(whole) != nil else {
            return invalid(text, node, field, "write it as 18:30")
        }
        let mistake = MomentMistake.fraction(without: whole)
        error(mistake.rule, mistake.message(for: text), at: node.span, help: mistake.help)
        return .missing
    }

    mutating func dateTime(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        switch surroundings.timeZone.read(text) {
        case .success(let moment): return .dateTime(moment)
        case .failure(.form): return invalid(text, node, field, "write it as 2026-04-01T09:00")
        case .failure(let mistake):
            error(mistake.rule, mistake.message(for: text), at: node.span, help: mistake.help)
            return .missing
        }
    }

    mutating func choice(_ text: String, _ choice: Choice, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        if let index = choice.index(of: text) { return .choice(index, choice) }
        error(
            "field.choice", "'\(text)' is not a value of '\(field.name)'", at: node.span,
            help: fullWidthHelp(text) ?? suggestion(for: text, in: choice.options.map(\.value), kind: "values"))
        return .missing
    }

    mutating func reference(_ id: String, _ collection: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value
    {
        guard let ids = surroundings.entryIDs[collection] else {
            // A mistake in the declaration or in a file of the collection is reported where it was made.
            return .missing
        }
        if let index = ids.entries[id] { return .entry(EntryReference(collection: ids.collection, index: index)) }
        if readsTrash { return .missing }
        if let deletion = surroundings.deletions[collection]?[id] {
            diagnostics.append(deletion.mistake(id, in: collection, at: node.span))
            return .missing
        }
        if let place = surroundings.previews[collection]?[id] {
            error(
                "reference.preview", "'\(id)' of \(collection) is only in the preview", at: node.span,
                help: "write channel: preview here too, or remove it from \(place.path):\(place.line)")
            return .missing
        }
        if surroundings.hiddenIDs[collection]?.mayHold(id) == true { return .missing }
        error(
            "reference.unknown", "there is no '\(id)' in \(collection)", at: node.span,
            help: wantsSuggestion ? suggestion(for: id, in: ids.entries.keys.sorted(), kind: "ids") : nil)
        return .missing
    }

    func isEmail(_ text: String) -> Bool {
        let halves = text.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2, !halves[0].isEmpty, isDomain(halves[1]) else { return false }
        return text.unicodeScalars.allSatisfy {
            $0.isASCII && $0.value > 0x20 && !"<>()[],;:\\\"\u{7F}".unicodeScalars.contains($0)
        }
    }

    /// Of at least two labels (RFC 1123, 2.1).
    private func isDomain(_ text: Substring) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1
            && labels.allSatisfy { label in
                !label.isEmpty && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.utf8.allSatisfy { isASCIILetter($0) || isASCIIDigit($0) || $0 == UInt8(ascii: "-") }
            }
    }

    func isPhone(_ text: String) -> Bool {
        let digits = text.utf8.count { isASCIIDigit($0) }
        let allowed = text.utf8.enumerated().allSatisfy { index, byte in
            isASCIIDigit(byte) || " -()".utf8.contains(byte) || (byte == UInt8(ascii: "+") && index == 0)
        }
        return allowed && (3...15).contains(digits)
    }

    /// `#rgb` or `#rrggbb`, as `#rrggbb` in lower case.
    func color(_ text: String) -> String? {
        let digits = text.dropFirst().lowercased()
        guard text.first == "#", digits.utf8.count == 3 || digits.utf8.count == 6,
            digits.utf8.allSatisfy({ isASCIIDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) })
        else { return nil }
        return "#" + (digits.utf8.count == 6 ? digits : digits.map { "\($0)\($0)" }.joined())
    }
}

/// The first reference to a character, of those that programs write (HTML, 13.1.4), and the character.
private func htmlEntity(in text: String) -> (written: Substring, meant: String)? {
    var rest = text[...]
    while let start = rest.firstIndex(of: "&") {
        rest = rest[rest.index(after: start)...]
        guard let end = rest.prefix(9).firstIndex(of: ";") else { continue }
        if let meant = character(ofEntity: rest[..<end]) { return (text[start...end], meant) }
    }
    return nil
}

private func character(ofEntity name: Substring) -> String? {
    if let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "a space"][name] {
        return known
    }
    guard name.hasPrefix("#") else { return nil }
    let isHexadecimal = name.dropFirst().lowercased().hasPrefix("x")
    let number = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
    return number.flatMap(Unicode.Scalar.init).map { isControlCharacter($0.value) ? "a space" : String($0) }
}
