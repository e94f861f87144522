internal import KairanContent
internal import KairanModel
internal import KairanReaders

/// Where is kept what users agreed to, by its path in the publication.
package let agreementsPath = "agreements.json"

/// For each collection with an agreement the versions that were in force or shown before, with their texts as they were
/// published.
///
/// The ledger is an output, written from the content and from the last one of its kind: it stands in the manifest, it
/// is committed with the site, and everyone can read what a version said. It keeps texts and not their hashes, so that
/// a message can show what changed. To make it again from itself and the same content gives the same ledger, so an
/// incremental build takes it over like any other output.
struct AgreementLedger {
    struct Version {
        var version: KairanModel.Version
        /// The day from which it is in force, while that is still to come and the text is shown already.
        var from: LocalDate?
        var text: AgreedText
        /// By `collection/id`, as it was with this version.
        var includes: [String: AgreedText] = [:]
    }

    /// By collection.
    var versions: [String: [Version]] = [:]
    /// Of the site; a text is in the first of them unless something else is said.
    private let locales: [String]

    init(_ settings: SiteSettings) { locales = settings.locales.map(\.code) }
}

// MARK: JSON

extension AgreementLedger {
    /// Nil for bytes that are no such ledger.
    init?(reading bytes: [UInt8], _ settings: SiteSettings) {
        self.init(settings)
        // One that was written is of some collection, even while none of its versions is in force.
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
        // A day that is none is no ledger.
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

    /// Each collection's versions from the lowest to the highest.
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
