package import KairanModel

private let settingNames = [
    "title", "description", "url", "language", "author", "timeZone", "moment", "dateFormat", "values",
]

/// Reads `content/site.yml`.
package func readSiteSettings(_ file: SourceFile) -> Diagnosed<SiteSettings> {
    let read = readYAML(file)
    var settings = SiteSettings()
    guard let node = read.value else { return Diagnosed(settings, read.diagnostics) }
    var reader = DeclarationReader()
    reader.diagnostics = read.diagnostics
    guard node.members != nil || node.isNull else {
        reader.error(
            "declaration.type", "site.yml must be a mapping, not \(node.kindName)", at: node.span,
            help: "write lines such as 'title: Harbour Board'")
        return Diagnosed(settings, reader.diagnostics)
    }
    let missing = ["title", "url"].filter { node[$0] == nil }
    if !missing.isEmpty {
        let names = missing.map { "'\($0)'" }.joined(separator: " and ")
        let examples = ["title": "'title: Harbour Board'", "url": "'url: https://example.org/board/'"]
        reader.error(
            "field.missing", "site.yml must give \(names)", at: node.span,
            help: "write a line such as " + missing.compactMap { examples[$0] }.joined(separator: " and "))
    }
    guard node.members != nil else { return Diagnosed(settings, reader.diagnostics) }
    let members = reader.members(of: node, allowed: settingNames, what: "site.yml")
    // The time zone decides what `moment` means, wherever it stands in the file.
    for member in members where member.key == "timeZone" { reader.timeZone(member.value, of: &settings) }
    for member in members { reader.setting(member, of: &settings) }
    return Diagnosed(settings, reader.diagnostics)
}

extension DeclarationReader {
    fileprivate mutating func setting(_ member: SourceNode.Member, of settings: inout SiteSettings) {
        let node = member.value
        switch member.key {
        case "title": settings.title = text(node, "'title'") ?? ""
        case "description": settings.description = text(node, "'description'") ?? ""
        case "language": settings.language = text(node, "'language'") ?? "en"
        case "author": settings.author = text(node, "'author'")
        case "dateFormat": dateFormat(node, of: &settings)
        case "url": url(node, of: &settings)
        case "moment": moment(node, of: &settings)
        case "values": settings.values = values(node)
        default: break
        }
    }

    private mutating func dateFormat(_ node: SourceNode, of settings: inout SiteSettings) {
        guard let pattern = text(node, "'dateFormat'") else { return }
        guard DatePattern.isValid(pattern) else {
            return error(
                "time.pattern", "'\(pattern)' is not a date pattern", at: node.span,
                help: "write letters such as yyyy-MM-dd or yyyy年M月d日")
        }
        settings.dateFormat = pattern
    }

    private mutating func url(_ node: SourceNode, of settings: inout SiteSettings) {
        guard let text = text(node, "'url'") else { return }
        guard let parts = splitSiteURL(text) else {
            error(
                "url.invalid", "'\(text)' is not the address of a site", at: node.span,
                help: "write where the site will be, such as https://example.org/board/")
            return
        }
        (settings.origin, settings.host, settings.basePath) = parts
    }

    fileprivate mutating func timeZone(_ node: SourceNode, of settings: inout SiteSettings) {
        guard let name = text(node, "'timeZone'") else { return }
        guard let zone = SiteTimeZone(identifier: name) else {
            error(
                "time.zone", "there is no time zone '\(name)'", at: node.span,
                help: "use a name of the IANA time zone database, such as Asia/Tokyo")
            return
        }
        settings.timeZone = zone
    }

    private mutating func moment(_ node: SourceNode, of settings: inout SiteSettings) {
        guard let text = text(node, "'moment'") else { return }
        settings.moment = settings.timeZone.parse(text)
        if settings.moment == nil {
            error("time.invalid", "'\(text)' is not a moment", at: node.span, help: "write it as 2026-04-15T09:00")
        }
    }

    private mutating func values(_ node: SourceNode) -> [(name: String, value: Value, type: FieldType)] {
        guard let members = node.members else {
            error("declaration.type", "'values' must be a mapping, not \(node.kindName)", at: node.span)
            return []
        }
        return members.compactMap { member in
            guard !SiteSettings.reservedValueNames.contains(member.key) else {
                error(
                    "field.reserved", "'site.\(member.key)' has a meaning of its own and cannot name a value",
                    at: member.keySpan, help: "give it another name")
                return nil
            }
            guard let (value, type) = constant(member.value, "a value") else { return nil }
            return (member.key, value, type)
        }
    }
}
