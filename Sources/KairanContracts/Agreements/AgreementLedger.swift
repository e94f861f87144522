internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders
internal import KairanTemplates

/// For each collection with an agreement, the versions that were in force or shown before, with their published texts.
///
/// The ledger is an output that is made from the content and from the last ledger. It is listed in the manifest and
/// committed with the site, and everyone can read what a version said. It contains texts and not hashes, so that a
/// message can show what changed. Made again from itself and the same content, it stays the same, so an incremental
/// build can keep it like any other output.
struct AgreementLedger {
    struct Version {
        var version: KairanModel.Version
        /// The day from which the version is in force, if that day is still to come and the text is already shown.
        var from: LocalDate?
        var text: AgreedText
        /// The included texts by `collection/id`, as they were with this version.
        var includes: [String: AgreedText] = [:]
    }

    /// The versions by collection.
    var versions: [String: [Version]] = [:]
    /// The locales of the site. A text without a locale is in the first of them.
    private let locales: [String]

    init(_ settings: SiteSettings) { locales = settings.locales.map(\.code) }
}

// MARK: JSON

extension AgreementLedger {
    /// Returns nil if the bytes are not such a ledger.
    init?(reading bytes: [UInt8], _ settings: SiteSettings) {
        self.init(settings)
        // A ledger that Kairan wrote names at least one collection, even while none of its versions is in force.
        guard let members = readJSON(SourceFile(path: agreementsPath, bytes: bytes)).value?.members, !members.isEmpty
        else { return nil }
        for member in members {
            guard let elements = member.value.elements else { return nil }
            let read = elements.compactMap(version)
            guard read.count == elements.count else { return nil }
            versions[member.key] = read
        }
    }

    private func version(_ node: SourceNode) -> Version? {
        guard let version = node["version"]?.scalar.flatMap({ KairanModel.Version($0) }),
            let text = node["text"].flatMap(agreedText), let includes = node["includes"]?.members
        else { return nil }
        let read = includes.compactMap { member in agreedText(member.value).map { (member.key, $0) } }
        guard read.count == includes.count else { return nil }
        let from = node["from"]?.scalar.map { LocalDate($0) }
        // If the day cannot be read, this is not a ledger.
        if case .some(nil) = from { return nil }
        return Version(
            version: version, from: from ?? nil, text: text, includes: Dictionary(read) { first, _ in first })
    }

    private func agreedText(_ node: SourceNode) -> AgreedText? {
        if case .scalar(let text, .string) = node.content { return [locales[0]: text] }
        guard let members = node.members else { return nil }
        let texts = members.compactMap { member in member.value.scalar.map { (member.key, $0) } }
        return texts.count == members.count ? Dictionary(texts) { first, _ in first } : nil
    }

    /// The versions of each collection, from the lowest to the highest.
    var json: JSONValue {
        .object(
            versions.sorted { $0.key < $1.key }.map { name, versions in
                (name, .array(versions.sorted { $0.version < $1.version }.map(json)))
            })
    }

    private func json(_ version: Version) -> JSONValue {
        let includes = version.includes.sorted { $0.key < $1.key }.map { (key: $0, value: json($1)) }
        let from = version.from.map { [("from", JSONValue.string($0.description))] } ?? []
        return .object(
            [("version", .string(version.version.description))] + from
                + [("text", json(version.text)), ("includes", .object(includes))])
    }

    private func json(_ text: AgreedText) -> JSONValue {
        if text.keys.allSatisfy({ $0 == locales[0] }) { return .string(text[locales[0]] ?? "") }
        let codes = locales.filter { text[$0] != nil } + text.keys.filter { !locales.contains($0) }.sorted()
        return .object(codes.map { ($0, .string(text[$0] ?? "")) })
    }
}
