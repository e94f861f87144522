internal import KairanContent
internal import KairanModel
internal import KairanOutput
internal import KairanReaders

/// Reads a file of a publication, wherever that is kept.
typealias ReadPublished = @Sendable (_ path: String) -> PublishedFile

/// A publication that was made once. Its list tells it from all others.
struct KnownPublication: Sendable {
    let id: ContentHash
    let promises: PublishedHashes
    let read: ReadPublished
    /// In words, where it is known from.
    let origin: String
    /// Why not all of it can be read; nil where it can be.
    var failure: @Sendable () -> String? = { nil }

    /// Nil without a list of Kairan's.
    init?(_ read: @escaping ReadPublished, of origin: String) {
        guard case .bytes(let list) = read(publishedListPath), let promises = PublishedHashes(inList: list) else {
            return nil
        }
        (id, self.promises, self.read, self.origin) = (ContentHash(list), promises, read, origin)
    }

    /// Whether both promise the same, be other files what they may.
    func promisesTheSame(as other: KnownPublication) -> Bool {
        id == other.id || promises.files == other.promises.files && !hasCounts
    }

    /// Whether it has every text that users agreed to by the other one, no lower number, and another one wherever something
    /// differs: as if it had been made after the other one.
    func goesBeyond(_ other: KnownPublication) -> Bool {
        let texts = agreedTexts(bytes(agreementsPath))
        guard agreedTexts(other.bytes(agreementsPath)).allSatisfy({ texts[$0.key] == $0.value }) else { return false }
        var isHigher = false
        for (path, theirs) in other.promises.files {
            guard let number = theirs.revision else { continue }
            guard let own = promises.files[path]?.revision else {
                // Of a version that was removed by a decision the changelog stays.
                let changelog = VersionPath(path).map { "api/\($0.version)/\(VersionFile.changelog.name)" }
                if changelog.flatMap(bytes) == nil { return false }
                continue
            }
            if own < number || own == number && manifest(path)?.files != other.manifest(path)?.files { return false }
            isHigher = isHigher || own > number
        }
        return isHigher || !other.hasCounts
    }

    /// Whether there is a number of which no hash tells what it counted.
    private var hasCounts: Bool {
        promises.files.contains { $0.value.revision != nil && VersionPath($0.key)?.file != .manifest }
    }

    private func manifest(_ path: String) -> VersionManifest? { bytes(path).flatMap { VersionManifest(reading: $0) } }

    private func bytes(_ path: String) -> [UInt8]? {
        if case .bytes(let bytes) = read(path) { bytes } else { nil }
    }
}

struct AgreedName: Hashable {
    let collection: String
    let version: String

    init(_ agreed: (collection: String, version: SourceNode)) {
        (collection, version) = (agreed.collection, agreed.version["version"]?.scalar ?? "")
    }
}

/// The text of each version that a ledger has; besides it, a day that is still to come is told until it comes.
func agreedTexts(_ ledger: [UInt8]?) -> [AgreedName: [UInt8]] {
    var texts: [AgreedName: [UInt8]] = [:]
    for agreed in agreedVersions(ledger) {
        texts[AgreedName(agreed)] = agreed.version["text"].map { writeJSON(JSONValue($0)) }
    }
    return texts
}

/// The versions of a ledger, each with its collection, in its order.
func agreedVersions(_ ledger: [UInt8]?) -> [(collection: String, version: SourceNode)] {
    guard let ledger else { return [] }
    let members = readJSON(SourceFile(path: agreementsPath, bytes: ledger)).value?.members ?? []
    return members.flatMap { member in (member.value.elements ?? []).map { (member.key, $0) } }
}

/// Which publications came after which.
struct PublicationOrder: Sendable {
    /// By the one that came after them.
    private var earlier: [ContentHash: Set<ContentHash>] = [:]
    /// Those that were committed: what came before them is known.
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

    /// Those that none of the others was made after.
    func newest(of publications: [KnownPublication]) -> [KnownPublication] {
        var newest: [KnownPublication] = []
        for publication in publications where !newest.contains(where: { follows($0, publication) }) {
            newest.removeAll { follows(publication, $0) }
            newest.append(publication)
        }
        return newest
    }

    /// Numbers tell only where nothing else does: of branches that went apart either can have the higher one.
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
