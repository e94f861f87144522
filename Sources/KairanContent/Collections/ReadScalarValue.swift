internal import KairanModel

extension ValueReader {
    mutating func text(_ text: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        let length = text.unicodeScalars.count
        if text.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x0A }), !field.isOptional, (field.limits.minimumLength ?? 1) > 0
        {
            error(
                "field.missing", "'\(field.name)' is empty", at: node.span,
                help: "write something, or declare it as text?")
        }
        if let minimum = field.limits.minimumLength, length < minimum {
            error(
                "field.limit", "'\(field.name)' must have at least \(minimum) characters, it has \(length)",
                at: node.span)
        }
        if let maximum = field.limits.maximumLength, length > maximum {
            error(
                "field.limit", "'\(field.name)' may have at most \(maximum) characters, it has \(length)", at: node.span
            )
        }
        return .text(text)
    }

    mutating func boolean(_ node: SourceNode, _ field: FieldDeclaration) -> Value {
        if case .scalar(let text, let kind) = node.content, kind != .string {
            if text == "true" || text == "false" { return .boolean(text == "true") }
            let help =
                ["yes", "on", "no", "off"].contains(text.lowercased())
                ? "write true or false" : suggestion(for: text, in: ["true", "false"], kind: "write")
            error("field.type", "'\(text)' is not true or false", at: node.span, help: help)
        } else {
            error(
                "field.type", "'\(field.name)' must be true or false, not \(node.kindName)", at: node.span,
                help: "write it without quotes")
        }
        return .missing
    }

    mutating func number(_ node: SourceNode, _ field: FieldDeclaration) -> Value {
        guard case .scalar(let text, let kind) = node.content, kind == .plain || kind == .number else {
            let help = node.scalar.flatMap { DecimalNumber($0) } == nil ? nil : "write it without quotes"
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
                return invalid(text, node, field, "write a whole number without separators, such as 1200")
            }
            (number, value) = (DecimalNumber(integer), .integer(integer))
        } else {
            guard let decimal = DecimalNumber(text) else {
                return invalid(text, node, field, "write a number of at most 18 digits, such as 12.5")
            }
            (number, value) = (decimal, .decimal(decimal))
        }
        if let minimum = field.limits.minimum, number < minimum {
            error("field.limit", "'\(field.name)' must be at least \(minimum)", at: node.span)
        }
        if let maximum = field.limits.maximum, number > maximum {
            error("field.limit", "'\(field.name)' may be at most \(maximum)", at: node.span)
        }
        return value
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

    mutating func choice(_ text: String, _ choice: Choice, _ node: SourceNode, _ field: FieldDeclaration) -> Value {
        if let index = choice.index(of: text) { return .choice(index, choice) }
        error(
            "field.choice", "'\(text)' is not a value of '\(field.name)'", at: node.span,
            help: suggestion(for: text, in: choice.options.map(\.value), kind: "values"))
        return .missing
    }

    mutating func reference(_ id: String, _ collection: String, _ node: SourceNode, _ field: FieldDeclaration) -> Value
    {
        guard let ids = surroundings.entryIDs[collection] else {
            // A mistake in the declaration or in a file of the collection is reported where it was made.
            return .missing
        }
        if let index = ids[id] { return .entry(EntryReference(collection: collection, index: index)) }
        error(
            "reference.unknown", "there is no '\(id)' in \(collection)", at: node.span,
            help: wantsSuggestion ? suggestion(for: id, in: ids.keys.sorted(), kind: "ids") : nil)
        return .missing
    }

    func isEmail(_ text: String) -> Bool {
        let halves = text.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2, !halves[0].isEmpty, halves[1].contains("."), !halves[1].hasPrefix("."),
            !halves[1].hasSuffix(".")
        else {
            return false
        }
        return text.unicodeScalars.allSatisfy {
            $0.isASCII && $0.value > 0x20 && !"<>()[],;:\\\"\u{7F}".unicodeScalars.contains($0)
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
