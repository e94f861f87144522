internal import KairanModel
internal import KairanReaders

extension FieldKind {
    static let integer = FieldKind(
        meaning: "a whole number", example: "1", options: ["minimum", "maximum", "unique", "consecutive", "default"],
        canBeID: true)
    static let decimal = FieldKind(
        meaning: "a number", example: "1", options: ["minimum", "maximum", "unique", "default"])
}

extension ValueReader {
    mutating func number(_ node: SourceNode, _ field: FieldDeclaration) -> Value {
        guard case .scalar(let written, let kind) = node.content, kind == .plain || kind == .number else {
            error(
                .fieldType, "'\(field.name)' must be \(field.type.withArticle), not \(node.kindName)", at: node.span,
                help: node.text.flatMap { quotedHelp($0, node, field) })
            return .missing
        }
        if let table, table.isTwoNumbers(written) { return invalid(written, node, field, twoNumbers(written, field)) }
        let text = table?.plainNumber(written) ?? written
        let number: DecimalNumber
        let value: Value
        if field.type == .integer {
            guard let integer = Int(text), !text.hasPrefix("+") else {
                return invalid(written, node, field, integerHelp(text), isWhole: numberHelp(text) != nil)
            }
            (number, value) = (DecimalNumber(integer), .integer(integer))
        } else {
            guard let decimal = kind == .number ? DecimalNumber(withExponent: text) : DecimalNumber(text) else {
                return invalid(written, node, field, decimalHelp(text), isWhole: numberHelp(text) != nil)
            }
            (number, value) = (decimal, .decimal(decimal))
        }
        if !wholeNumbersOfJSON.contains(number.wholePart) {
            diagnostics.append(numberTooLarge(text, at: node.span, help: "declare '\(field.name)' as text"))
        }
        checkBounds(number, node, field)
        return value
    }

    mutating func checkBounds(_ number: DecimalNumber, _ node: SourceNode, _ field: FieldDeclaration) {
        if let minimum = field.limits.minimum, number < minimum {
            let least = field.type.kind.bounds.written(minimum)
            breaksLimit("'\(field.name)' must be at least \(least)", node, field)
        }
        if let maximum = field.limits.maximum, number > maximum {
            let most = field.type.kind.bounds.written(maximum)
            breaksLimit("'\(field.name)' may be at most \(most)", node, field)
        }
    }

    mutating func breaksLimit(_ message: String, _ node: SourceNode, _ field: FieldDeclaration) {
        error(
            .fieldLimit, message, at: node.span, help: "\(field.span.path):\(field.span.line) sets the limit",
            related: [RelatedPlace(field.span, "the limit is set here")])
    }

    /// Returns help with a number whose points may be those of thousands, or one before decimals.
    private func twoNumbers(_ text: String, _ field: FieldDeclaration) -> Help {
        let whole = text.filter { $0 != "." }
        if field.type == .integer { return .write("write it without separators: \(whole)", whole, for: text) }
        let isOne = text.count { $0 == "." } == 1
        return isOne
            ? "write \(whole), or \(text.replacing(".", with: ",")) if it has decimals"
            : .write("write it without separators: \(whole)", whole, for: text)
    }

    /// Returns help with a text that may be a number in quotes.
    private func quotedHelp(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) -> Help? {
        let number = String(text.trimmingSpaces())
        let isInteger = field.type == .integer
        let isRight = isInteger ? Int(number) != nil && !number.hasPrefix("+") : DecimalNumber(number) != nil
        if isRight { return unquotedHelp(text, true, node, writing: number) }
        guard number.contains(where: \.isNumber) else { return nil }
        return (isInteger ? integerHelp(number) : decimalHelp(number)).unquoted(text, node)
    }

    private func decimalHelp(_ text: String) -> Help {
        let example = table == .semicolons ? "a ',' if any, such as 12,5" : "a '.' if any, such as 12.5"
        return numberHelp(text) ?? "write digits, at most 18, and \(example)"
    }

    private func integerHelp(_ text: String) -> Help {
        if text.wholeMatch(of: /-?[0-9]+/) != nil {
            let (least, most) = (wholeNumbersOfJSON.lowerBound, wholeNumbersOfJSON.upperBound)
            return "write a number from \(least) to \(most), or declare it as text"
        }
        if text.hasPrefix("+"), Int(text) != nil {
            return .write("write it without the '+'", String(text.dropFirst()), for: text)
        }
        let isPart = DecimalNumber(withExponent: text).map { $0.scale > 0 } ?? false
        return isPart
            ? "round it, or declare the field as decimal"
            : numberHelp(text) ?? "write a whole number without separators, such as 1200"
    }

    /// Returns what to write instead of a number in a form that other programs know.
    private func numberHelp(_ text: String) -> Help? {
        if text.wholeMatch(of: /[-+]?(inf|nan)/) != nil {
            return "JSON has neither infinity nor NaN, and Kairan reads no number that it cannot publish"
        }
        if text.wholeMatch(of: /-?[0-9]{1,3}(\.[0-9]{3}){2,}/) != nil {
            let plain = text.filter { $0 != "." }
            return .write("write it without separators: \(plain)", plain, for: text)
        }
        if text.wholeMatch(of: /-?[0-9]{1,3}([,'’_ \u{A0}\u{202F}，][0-9]{3})+(\.[0-9]+)?/) != nil {
            let plain = text.filter { "-.0123456789".contains($0) }
            return .write("write it without separators: \(plain)", plain, for: text)
        }
        // In the languages that write so, points stand between thousands.
        if text.wholeMatch(of: /-?([0-9]+|[0-9]{1,3}(\.[0-9]{3})+),[0-9]+/) != nil {
            let plain = text.filter { $0 != "." }.replacing(",", with: ".")
            return .write("write \(plain), with a '.' before the decimals", plain, for: text)
        }
        if text.hasPrefix("\u{2212}"), DecimalNumber(String(text.dropFirst())) != nil {
            return .write("write -\(text.dropFirst()), with the '-' of the keyboard", "-\(text.dropFirst())", for: text)
        }
        if text.wholeMatch(of: /[-+]?[0-9.]+([eE][-+]?[0-9]+)?/) != nil, text.contains(where: "eE.".contains) {
            return DecimalNumber(withExponent: text).map {
                .write("Kairan reads it when it is written as \($0)", $0.description, for: text)
            }
                ?? "Kairan keeps at most 18 digits"
        }
        if let help = unitHelp(text) { return help }
        let halfWidth = String(
            text.map { character in
                character.isWholeNumber
                    ? character.wholeNumberValue.map { Character(String($0)) } ?? character : character
            })
        guard halfWidth != text, DecimalNumber(halfWidth) != nil else { return nil }
        return .write("write \(halfWidth), with the digits 0 to 9", halfWidth, for: text)
    }

    /// Returns what to write instead of a number with `%`, the sign of a currency, or its three letters.
    private func unitHelp(_ text: String) -> Help? {
        let sign = text.first { $0 == "%" || $0.isCurrencySymbol }.map(String.init)
        let before = text.prefixMatch(of: /([A-Z]{3})\s?-?[0-9]/)
        let letters = before ?? text.wholeMatch(of: /.*[0-9]\s?([A-Z]{3})/)
        guard let unit = sign ?? letters.map({ String($0.output.1) }) else { return nil }
        let rest = text.replacing(unit, with: "").filter { !$0.isWhitespace }
        if table == nil, rest.wholeMatch(of: /-?[0-9]{1,3}\.[0-9]{3}/) != nil {
            return "write \(rest.filter { $0 != "." }), or \(rest) if these are decimals, without the '\(unit)'"
        }
        if DecimalNumber(table?.plainNumber(rest) ?? rest) != nil {
            return .write("write it without the '\(unit)'", rest, for: text)
        }
        guard rest != text, case .write(let plain, _, _)? = numberHelp(rest)?.mend else { return nil }
        return .write("write \(plain), without the '\(unit)'", plain, for: text)
    }
}

extension ByteWriter {
    mutating func write(_ number: DecimalNumber) {
        write(number.significand)
        write(number.scale)
    }
}

extension ByteReader {
    mutating func readDecimal() throws(DamagedBytes) -> DecimalNumber {
        DecimalNumber(significand: try readInt(), scale: try readInt())
    }
}
