internal import KairanContent
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

// The forms that a text has for numbers: `{ one: "{n} user", other: "{n} users" }`, and for places in an order
// `{ ordinal: { one: "{n}st", … } }`.
extension DeclarationReader {
    /// The word for the forms of places in an order.
    static let formWords = ["ordinal"]

    /// Takes the forms out of a text, and leaves that of `other` in their place. The forms are empty if there are none.
    mutating func withoutForms(
        _ member: SourceNode.Member, _ settings: SiteSettings
    ) -> (member: SourceNode.Member, forms: [CountedForms?]) {
        var (member, forms) = (member, [CountedForms?](repeating: nil, count: settings.locales.count))
        if isForms(member.value, settings) {
            forms[0] = take(&member.value, "'\(member.key)'", settings.locales[0])
        } else if settings.namesLocales, var parts = member.value.members {
            for index in parts.indices where parts[index].value.members != nil {
                guard let position = settings.locales.firstIndex(where: { $0.code == parts[index].key }) else {
                    continue
                }
                let what = "'\(member.key)' in '\(parts[index].key)'"
                forms[position] = take(&parts[index].value, what, settings.locales[position])
            }
            member.value = SourceNode(.mapping(parts), span: member.value.span, range: member.value.range)
        }
        return (member, forms.contains { $0 != nil } ? forms : [])
    }

    /// Returns whether a node has forms of the site's own language. A locale may have the same code as a form.
    private func isForms(_ node: SourceNode, _ settings: SiteSettings) -> Bool {
        let known = Self.formWords + PluralCategory.allCases.map(\.rawValue)
        return node.members?.contains { member in
            known.contains(member.key) && !settings.locales.contains { $0.code == member.key }
        } ?? false
    }

    private mutating func take(_ node: inout SourceNode, _ what: String, _ locale: SiteLocale) -> CountedForms {
        let (ordinal, before) = (node["ordinal"], diagnostics.errorCount)
        let isOrdinal = ordinal != nil
        var forms: [PluralCategory: String] = [:]
        let data = LocaleData.of(locale.code)
        let rules = isOrdinal ? data?.ordinals : data?.plurals
        let used = rules?.examples(ofWholeNumbersOnly: isOrdinal) ?? [(.other, DecimalNumber(0))]
        for member in mappingMembers(of: ordinal ?? node, what: what) {
            guard let category = PluralCategory(rawValue: member.key), rules?.has(category) ?? true else {
                error(
                    .localeForms, "'\(locale.code)' has no form '\(member.key)' for numbers", at: member.keySpan,
                    help: "its forms are \(used.map(\.category.rawValue).joined(separator: ", "))")
                continue
            }
            forms[category] = words(member.value, "\(what), '\(member.key)'")
        }
        let missing = used.filter { forms[$0.category] == nil }
        if let first = missing.first, diagnostics.errorCount == before {
            let names = missing.map { "'\($0.category.rawValue)'" }.joined(separator: " and ")
            let forms = missing.count > 1 ? "forms" : "form"
            error(
                .localeForms, "\(what) lacks the \(forms) \(names), such as for \(first.number)", at: node.span,
                help: "'\(locale.code)' has the forms \(used.map(\.category.rawValue).joined(separator: ", "))")
        }
        node = SourceNode(.scalar(forms[.other] ?? what, .string), span: node.span, range: node.range)
        return CountedForms(forms, isOrdinal: isOrdinal)
    }
}
