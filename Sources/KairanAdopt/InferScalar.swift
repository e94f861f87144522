internal import KairanContent
internal import KairanModel
internal import KairanReaders

// Kinds of single values.
extension FieldInference {
    func scalar(
        _ values: [SourceNode?], at path: String, key: String, isOptional: Bool
    ) throws(Unshaped) -> InferredField {
        let present = values.compactMap(\.self)
        if present.allSatisfy(\.isBoolean) { return field("boolean", values, at: path, isOptional) }
        if !isPlain, let link = reference(values, key: key) {
            let type: SourceNode = .object([(isOptional ? "reference?" : "reference", .word(link.collection))])
            let sources = values.map { $0?.scalar.map(SourceNode.word) }
            return InferredField(type: type, shape: .word("\(path).\(link.view)"), sources: sources, isFlat: true)
        }
        if present.allSatisfy(\.isNumber) {
            let type = try numberType(present, key: key)
            return field(type, values.map { $0.map(withoutExponent) }, at: path, isOptional)
        }
        if !isPlain, let special = specialText(values, at: path, isOptional) { return special }
        return text(values, at: path, isOptional)
    }

    private func field(
        _ type: String, _ values: [SourceNode?], at path: String, _ isOptional: Bool
    ) -> InferredField {
        InferredField(
            type: .word(isOptional ? type + "?" : type), shape: .word(path), sources: values, isFlat: true)
    }

    private func numberType(_ numbers: [SourceNode], key: String) throws(Unshaped) -> String {
        for node in numbers {
            let text = node.scalar ?? ""
            let limit = 9_007_199_254_740_991
            if let number = Int(text), abs(number) <= limit { continue }
            guard let number = DecimalNumber(withExponent: text), abs(number.doubleValue) <= Double(limit) else {
                throw Unshaped(reason: "the number \(text) of '\(key)' cannot be kept exactly", span: node.span)
            }
        }
        return numbers.allSatisfy { Int($0.scalar ?? "") != nil } ? "integer" : "decimal"
    }

    /// Returns a number as every source takes it, since cells of tables have no exponents.
    private func withoutExponent(_ node: SourceNode) -> SourceNode {
        guard let text = node.scalar, Int(text) == nil, text.contains(where: "eE".contains),
            let number = DecimalNumber(withExponent: text)
        else { return node }
        return SourceNode(.scalar(number.description, .number), span: node.span)
    }

    private func text(_ values: [SourceNode?], at path: String, _ isOptional: Bool) -> InferredField {
        let isBlank = values.contains { $0?.scalar?.unicodeScalars.allSatisfy(\.properties.isWhitespace) == true }
        guard isBlank else { return field("text", values, at: path, isOptional) }
        let isEmptyOnly = values.allSatisfy { node in
            node?.scalar.map { $0.isEmpty || !$0.unicodeScalars.allSatisfy(\.properties.isWhitespace) } ?? true
        }
        if !isOptional, !isPlain, isEmptyOnly {
            // An empty text is left out of the source, and comes back as the literal.
            return InferredField(
                type: .word("text?"),
                shape: .object([("firstOf", .list([.word(path), .object([("literal", .word(""))])]))]),
                sources: values.map { $0?.scalar?.isEmpty == true ? nil : $0 }, isFlat: true)
        }
        let type: SourceNode =
            isOptional ? .word("text?") : .object([("text", .object([("minimum", .number(0))]))])
        return InferredField(type: type, shape: .word(path), sources: values)
    }

    // MARK: Texts that are more than texts

    private func specialText(_ values: [SourceNode?], at path: String, _ isOptional: Bool) -> InferredField? {
        let texts = values.compactMap { $0?.scalar }
        if let form = DateForm.all.first(where: { form in texts.allSatisfy { form.isMade($0, in: facts.timeZone) } }) {
            let shape: SourceNode =
                form.pattern.map { .object([("text", .word("{\(path), \($0)}"))]) } ?? .word(path)
            let sources = values.map { $0?.scalar.flatMap(form.plain).map(SourceNode.word) }
            return InferredField(
                type: .word(isOptional ? form.type + "?" : form.type), shape: shape, sources: sources, isFlat: true)
        }
        if let picture = picture(values, at: path, isOptional) { return picture }
        if texts.allSatisfy(isAddress) { return field("url", values, at: path, isOptional) }
        guard let choices = choices(texts) else { return nil }
        return InferredField(
            type: .object([(isOptional ? "choice?" : "choice", .list(choices.map(SourceNode.word)))]),
            shape: .word(path),
            sources: values, isFlat: true)
    }

    private func isAddress(_ text: String) -> Bool {
        guard ["https://", "http://", "mailto:", "tel:"].contains(where: text.hasPrefix),
            !text.hasPrefix(facts.url), text.utf8.allSatisfy({ $0 < 0x80 })
        else { return false }
        let read = readConstant(.word(text), as: .url, named: "url", timeZone: facts.timeZone)
        guard read.diagnostics.isEmpty, case .text(let same) = read.value else { return false }
        return same == text
    }

    /// Returns the values of a choice if a few short values repeat so often that no other is to be expected, in the
    /// order in which they occur.
    ///
    /// A value that is new later breaks what apps rely on, so few texts, or one value alone, show nothing.
    private func choices(_ texts: [String]) -> [String]? {
        var counts: [String: Int] = [:]
        var values: [String] = []
        for text in texts {
            if counts[text] == nil { values.append(text) }
            counts[text, default: 0] += 1
            if values.count > 12 { return nil }
        }
        guard values.count >= 2, texts.count >= 20, texts.count >= values.count * 5,
            counts.values.allSatisfy({ $0 >= 3 })
        else { return nil }
        let areWords = values.allSatisfy { value in
            value.count <= 30 && value.first?.isLetter == true
                && value.allSatisfy { $0.isLetter || $0.isNumber || "-_. &/".contains($0) } && value.last != " "
        }
        return areWords ? values : nil
    }
}
