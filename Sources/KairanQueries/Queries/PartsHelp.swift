internal import KairanContent
package import KairanModel

extension Schema {
    /// Returns help with the parts of a value that has no single text. Of a picture, most pages need the address.
    ///
    /// - Parameter ofElements: If this is true, these are the parts of the elements of a list.
    package func partsHelp(_ name: String, _ type: FieldType, ofElements: Bool = false) -> String? {
        var parts = offeredNames(on: type)
        if ofElements { parts.removeAll { step(named: $0, on: type)?.type.traits.text == FieldTraits.Text.none } }
        guard !parts.isEmpty else { return nil }
        for first in firstParts(of: type).reversed() where parts.contains(first) {
            parts.removeAll { $0 == first }
            parts.insert(first, at: 0)
        }
        return "name one of its parts: " + parts.prefix(12).map { "\(name).\($0)" }.joined(separator: ", ")
    }

    /// Returns help with a pattern for dates that stands behind a text, such as the month of a page for each month. Of
    /// the entries of the page, each has the date itself. Returns nil for every other format.
    func dateFormatHelp(_ format: String, of text: Path, in scope: Scope) -> String? {
        guard DatePattern.isValid(format, letters: DatePattern.letters), format.contains(where: \.isLetter) else {
            return nil
        }
        guard text.slot != nil, case .success(let entries) = path("entries", in: scope, at: SourceSpan(path: "")),
            case .reference(let name) = entries.type.elementOfList,
            let field = declarations.collection(name)?.fields.first(where: { [.date, .dateTime].contains($0.type) })
        else { return "'\(format)' is for dates: name a date" }
        return "'\(format)' is for dates: write first: { first: entries, value: \(field.name) } under 'data', and "
            + "{first, \(format)}"
    }

    /// Returns the names that advice may offer of a type. The ways to reach a person are not among them, as no advice may
    /// lead to publishing them: whoever wants that writes the name without help.
    func offeredNames(on type: FieldType) -> [String] {
        names(on: type).filter { name in step(named: name, on: type)?.type.reachesPeople != true }
    }

    private func firstParts(of type: FieldType) -> [String] {
        if type == .image { return ["path", "srcset", "sizes"] }
        guard case .reference(let collection) = type else { return [] }
        return (declarations.collection(collection)?.titleField.map { [$0] } ?? []) + ["title", "name"]
    }
}

extension FieldType {
    /// This is true for e-mail addresses and telephone numbers.
    fileprivate var reachesPeople: Bool { [.email, .phone].contains(elementOfEach ?? self) }
}
