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
        guard kind != .string else { return (.text(text), .text) }
        if text == "true" || text == "false" { return (.boolean(text == "true"), .boolean) }
        if let number = DecimalNumber(text), !wholeNumbersOfJSON.contains(number.wholePart) {
            diagnostics.append(
                numberTooLarge(text, at: node.span, help: "write \"\(text)\" in quotes to make it text"))
            return nil
        }
        if let number = Int(text), String(number) == text { return (.integer(number), .integer) }
        if let number = DecimalNumber(text), number.description == text { return (.decimal(number), .decimal) }
        guard text.wholeMatch(of: /[-+]?\.?[0-9][0-9_]*(\.[0-9]*)?([eE][-+]?[0-9]+)?|0[xob][0-9a-fA-F_]+/) == nil else {
            let plain = DecimalNumber(text).map { "\($0) or " } ?? ""
            error(
                .numberForm, "the number '\(text)' would not be kept as it is written", at: node.span,
                help: "write \(plain)\"\(text)\" in quotes to make it text")
            return nil
        }
        return (.text(text), .text)
    }
}
