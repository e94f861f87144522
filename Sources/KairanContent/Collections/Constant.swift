package import KairanModel
package import KairanReaders

extension DeclarationReader {
    /// Reads a scalar whose type is not declared. Its form decides the type, so a number without quotes is a number.
    ///
    /// A number that would be printed in another form than it is written in is a mistake: `3.10` may mean a version.
    package mutating func constant(_ node: SourceNode, _ what: String) -> (Value, FieldType)? {
        guard case .scalar(let text, let kind) = node.content, kind != .null else {
            error(.declarationType, "\(what) must be a text, a number, or true or false", at: node.span)
            return nil
        }
        diagnostics += unevaluatedNames(
            in: text, at: node.span, help: "write what it should show; in a shape, { text: \"…\" } has values")
        guard kind != .string else { return (.text(text), .text) }
        if text == "true" || text == "false" { return (.boolean(text == "true"), .boolean) }
        if let number = DecimalNumber(text), !wholeNumbersOfJSON.contains(number.wholePart) {
            diagnostics.append(
                numberTooLarge(
                    text, at: node.span,
                    help: Help(
                        "write \"\(text)\" in quotes to make it text",
                        .write("\"\(text)\"", for: text, isCertain: false))))
            return nil
        }
        if let number = Int(text), String(number) == text { return (.integer(number), .integer) }
        if let number = DecimalNumber(text), number.description == text { return (.decimal(number), .decimal) }
        guard text.wholeMatch(of: /[-+]?\.?[0-9][0-9_]*(\.[0-9]*)?([eE][-+]?[0-9]+)?|0[xob][0-9a-fA-F_]+/) == nil else {
            let plain = DecimalNumber(text).map { "\($0) or " } ?? ""
            error(
                .numberForm, "the number '\(text)' would not be kept as it is written", at: node.span,
                help: Help(
                    "write \(plain)\"\(text)\" in quotes to make it text",
                    plain.isEmpty ? .write("\"\(text)\"", for: text, isCertain: false) : nil))
            return nil
        }
        return reportShortDate(node) ? nil : (.text(text), .text)
    }

    /// Reports a date without quotes whose month or day has one digit, such as `2026-5-1`. It would be a text, unlike
    /// `2026-05-01` in the line above it. Returns whether the text is one.
    mutating func reportShortDate(_ node: SourceNode) -> Bool {
        guard case .scalar(let text, .plain) = node.content,
            let match = text.wholeMatch(of: /([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})/), text.utf8.count < 10
        else { return false }
        func twoDigits(_ digits: Substring) -> String { digits.utf8.count == 1 ? "0\(digits)" : String(digits) }
        let date = "\(match.1)-\(twoDigits(match.2))-\(twoDigits(match.3))"
        error(
            .timeInvalid, "'\(text)' is not a date, since month and day have two digits", at: node.span,
            help: "write \(date), or \"\(text)\" in quotes to make it text")
        return true
    }
}
