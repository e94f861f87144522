internal import KairanContent
internal import KairanModel
internal import KairanQueries
internal import KairanReaders

/// The file with the texts that templates show in addition to the content, in every language.
package let stringsPath = "templates/_strings.yml"

/// One of these texts, with its place.
struct WrittenString {
    var string: TemplateString
    var span: SourceSpan
}

/// Reads `near: { ja: 近い順, en: Nearest }`. A text without languages is in the site's language.
func readStrings(_ files: [SourceFile], _ settings: SiteSettings) -> Diagnosed<[WrittenString]> {
    guard let file = files.first(where: { $0.path == stringsPath }) else { return Diagnosed([]) }
    let read = readYAML(file)
    var reader = DeclarationReader()
    reader.diagnostics = read.diagnostics
    guard let node = read.value, !node.isNull else { return Diagnosed([], reader.diagnostics) }
    let members = reader.mappingMembers(of: node, what: "_strings.yml")
    return Diagnosed(members.compactMap { reader.string($0, settings) }, reader.diagnostics)
}

extension DeclarationReader {
    fileprivate mutating func string(_ member: SourceNode.Member, _ settings: SiteSettings) -> WrittenString? {
        let locales = settings.locales
        guard member.key.wholeMatch(of: /[A-Za-z0-9_\-]+/) != nil else {
            error(
                .fieldName, "'\(member.key)' cannot name a text", at: member.keySpan,
                help: "use letters, digits and '_'")
            return nil
        }
        let what = "'\(member.key)'"
        let before = diagnostics.errorCount
        let own = OwnWord(rawValue: member.key)
        // Kairan writes its own words without a number.
        valueNames = own == nil ? ["n"] : []
        defer { valueNames = [] }
        let (member, forms) = withoutForms(member, settings)
        if own != nil, !forms.isEmpty {
            error(
                .localeForms, "\(what) is a word of Kairan's own, which stands without a number", at: member.value.span,
                help: "write one text, or give a text with forms another name")
        }
        if diagnostics.errorCount > before {
            let forms: [CountedForms?] =
                forms.isEmpty ? locales.map { _ in CountedForms([:], isOrdinal: false) } : forms
            let texts = locales.map { _ in String?.none }
            return WrittenString(
                string: TemplateString(name: member.key, texts: texts, forms: forms), span: member.keySpan)
        }
        var texts = localizedWords(member, what, settings.namesLocales ? locales : [], insteadOf: own)
        if texts == nil {
            let text = words(member.value, what, help: "write one text, or one for each locale that site.yml names")
            texts = locales.indices.map { $0 == 0 ? text : nil }
            if text != nil { warnUntranslated(member, texts ?? [], locales, insteadOf: own) }
        }
        // After a mistake, the name still counts as known.
        return WrittenString(
            string: TemplateString(name: member.key, texts: texts ?? [], forms: forms), span: member.keySpan)
    }
}

extension [WrittenString] {
    /// - Parameter used: The names in use. An empty name means that a template takes all texts.
    func unused(_ used: Set<String>) -> [Diagnostic] {
        if used.contains("") { return [] }
        let own = OwnWord.allCases.map(\.rawValue)
        return filter { !used.contains($0.string.name) && !own.contains($0.string.name) }.map {
            let near = nearestName(to: $0.string.name, in: own)
                .map { "did you mean '\($0)', a word of Kairan's own? If not, " }
            return Diagnostic(
                .warning, .templateUnused, "no template uses the text '\($0.string.name)'", at: $0.span,
                help: (near ?? "") + "use it as strings.\($0.string.name), or remove it")
        }
    }
}
