internal import KairanContent
internal import KairanContracts
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanTemplates

/// A publication that was made at some time. Its list tells it from all others.
struct KnownPublication: Sendable {
    let id: ContentHash
    let promises: PublishedPromises
    let read: ReadPublished
    /// The place that it is known from, in words.
    let origin: String
    /// The reason why not all of it can be read; nil if it can be.
    var failure: @Sendable () -> String? = { nil }

    /// The result is nil if there is no list of Kairan's.
    init?(_ read: @escaping ReadPublished, of origin: String) {
        guard case .bytes(let list) = read(publishedListPath), let promises = PublishedPromises(inList: list) else {
            return nil
        }
        (id, self.promises, self.read, self.origin) = (ContentHash(list), promises, read, origin)
    }

    /// Returns whether both promise the same, whatever their other files are.
    func promisesTheSame(as other: KnownPublication) -> Bool {
        id == other.id || promises.files == other.promises.files && !hasCounts
    }

    /// Returns whether it could have been made after the other one: it has every text that users agreed to by the other
    /// one, and no lower number, and wherever something differs its number is higher.
    func goesBeyond(_ other: KnownPublication) -> Bool {
        let texts = agreedTexts(bytes(agreementsPath))
        guard agreedTexts(other.bytes(agreementsPath)).allSatisfy({ texts[$0.key] == $0.value }) else { return false }
        var isHigher = false
        for (path, theirs) in other.promises.files {
            guard let number = theirs.revision else { continue }
            guard let own = promises.files[path]?.revision else {
                // The changelog stays if a version was removed by a decision.
                let changelog = VersionPath(path).map { "api/\($0.version)/\(VersionFile.changelog.name)" }
                if changelog.flatMap(bytes) == nil { return false }
                continue
            }
            if own < number || own == number && manifest(path)?.files != other.manifest(path)?.files { return false }
            isHigher = isHigher || own > number
        }
        return isHigher || !other.hasCounts
    }

    /// Tells whether there is a number without a hash of what it counted.
    private var hasCounts: Bool {
        promises.files.contains { $0.value.revision != nil && VersionPath($0.key)?.file != .manifest }
    }

    private func manifest(_ path: String) -> VersionManifest? { bytes(path).flatMap { VersionManifest(reading: $0) } }

    private func bytes(_ path: String) -> [UInt8]? { read(path).contents }
}

struct AgreedName: Hashable {
    let collection: String
    let version: String

    init(_ agreed: (collection: String, version: SourceNode)) {
        (collection, version) = (agreed.collection, agreed.version["version"]?.scalar ?? "")
    }
}

/// Returns the text of each version in a ledger. The day of a version is left out, since the ledger has it only until
/// it comes.
func agreedTexts(_ ledger: [UInt8]?) -> [AgreedName: [UInt8]] {
    var texts: [AgreedName: [UInt8]] = [:]
    for agreed in agreedVersions(ledger) {
        texts[AgreedName(agreed)] = agreed.version["text"].map { writeJSON(JSONValue($0)) }
    }
    return texts
}

/// Returns the versions of a ledger, each with its collection, in the ledger's order.
func agreedVersions(_ ledger: [UInt8]?) -> [(collection: String, version: SourceNode)] {
    guard let ledger else { return [] }
    let members = readJSON(SourceFile(path: agreementsPath, bytes: ledger)).value?.members ?? []
    return members.flatMap { member in (member.value.elements ?? []).map { (member.key, $0) } }
}

/// The order of publications, as far as it is known.
struct PublicationOrder: Sendable {
    /// The publications that are known to come before each one.
    private var earlier: [ContentHash: Set<ContentHash>] = [:]
    /// The publications that were committed, so that it is known what came before them.
    private var committed: Set<ContentHash> = []

    mutating func add(_ id: ContentHash, after others: some Sequence<ContentHash>) {
        earlier[id, default: []].formUnion(others)
    }

    mutating func add(_ other: PublicationOrder) {
        earlier.merge(other.earlier) { $0.union($1) }
        committed.formUnion(other.committed)
    }

    mutating func commit(_ id: ContentHash) { committed.insert(id) }

    func isCommitted(_ id: ContentHash) -> Bool { committed.contains(id) }

    /// Returns the publications that no other one was made after.
    func newest(of publications: [KnownPublication]) -> [KnownPublication] {
        var newest: [KnownPublication] = []
        for publication in publications where !newest.contains(where: { follows($0, publication) }) {
            newest.removeAll { follows(publication, $0) }
            newest.append(publication)
        }
        return newest
    }

    /// Returns whether one came after the other. Numbers decide only if nothing else does, since either of two diverged
    /// branches can have the higher ones.
    private func follows(_ one: KnownPublication, _ other: KnownPublication) -> Bool {
        if one.promisesTheSame(as: other) || isEarlier(other.id, than: one.id) { return true }
        if isEarlier(one.id, than: other.id) || isCommitted(one.id) && isCommitted(other.id) { return false }
        return one.goesBeyond(other)
    }

    private func isEarlier(_ id: ContentHash, than other: ContentHash) -> Bool {
        var seen: Set = [other]
        var waiting = [other]
        while let next = waiting.popLast() {
            for before in earlier[next] ?? [] where seen.insert(before).inserted {
                if before == id { return true }
                waiting.append(before)
            }
        }
        return false
    }
}
