package import KairanModel
package import KairanReaders
internal import Synchronization

/// Reads every entry of the declared collections.
///
/// - Parameter forgetsBytes: If this is true, the bytes of files are released once they were read. Plain text would
///   need them again.
package func readContent(
    _ files: [SourceFile], _ declarations: Declarations, forgetsBytes: Bool = false
) -> Diagnosed<Content> {
    let sources = EntrySources(files, declarations)
    var raw = RawContent(sources, concurrentMap(sources.entries.count) { sources.read($0) })
    let content = raw.made()
    if forgetsBytes { sources.forgetBytes() }
    return content
}

/// Takes over the entries that an earlier build read, and reads all others. If few files changed since and no entry is
/// gone, the earlier entries are made when they are needed, and otherwise here.
///
/// The result is nil if an earlier entry cannot be made. Something that it refers to may be gone, and only reading
/// everything shows what. An entry that is made later calls `cached.noteDamage` instead.
///
/// A table that has not changed may name another entry now, if one came. The earlier build is worthless then, and
/// `cached.noteOtherNames` is called.
///
/// - Parameter forgetsBytes: The same as in `readContent`.
package func takeOverContent(
    _ files: [SourceFile], _ declarations: Declarations, from cached: CachedContent, forgetsBytes: Bool = false
) -> Diagnosed<Content>? {
    let sources = EntrySources(files, declarations)
    var raw = RawContent(
        sources,
        concurrentMap(sources.entries.count) { position in
            let index = sources.entries[position].index
            let known = cached.files[index]?.entries(of: declarations)
            return known.map { sources.takeOver($0, at: position) }
                ?? sources.read(position, after: cached.tables[index] ?? [])
        })
    if raw.hasNewNames(since: cached.keys) { cached.noteOtherNames() }
    let isLazy = cached.changedCount < 100 && cached.mayReferOnly(to: raw.keys)
    let isDamaged = Atomic(false)
    let content =
        isLazy
        ? raw.made(whenNeededFrom: cached, noteDamage: cached.noteDamage)
        : raw.made { isDamaged.store(true, ordering: .relaxed) }
    if isDamaged.load(ordering: .relaxed) { return nil }
    if forgetsBytes { sources.forgetBytes() }
    return content
}
