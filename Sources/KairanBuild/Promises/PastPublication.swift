internal import KairanOutput

/// What was published in the folder before, by what stands there, what is remembered, and what git has.
func pastPublication(_ options: BuildOptions, workFolder: String) -> PastPublication {
    let folder = options.output
    var past = PastPublication(in: folder)
    let list = past.last(publishedListPath)
    let place = PublicationMemory.path(of: folder, in: workFolder)
    switch list {
    // What nobody promised, or the last one: nearly always.
    case .bytes(let bytes) where place.map { PublicationMemory.isOf(bytes, at: $0) } ?? false: return past
    case .bytes, .nothing: break
    case .unreadable: return past
    }
    if options.isAgainstAnother { return past }
    let standing = KnownPublication(past.last)
    // What is damaged is said, and nothing taken for it.
    if case .bytes = list, standing == nil { return past }
    let remembered = place.flatMap(readMemory).flatMap { KnownPublication($0.last) }
    let history = PublishedHistory(of: folder)
    past.gap = history.gap
    let known = ([remembered].compactMap(\.self) + history.publications).newest
    guard let standing else {
        past.isUnknown = known.isEmpty
        let isThere = known.contains { publication in
            publication.promises.files.keys.contains { if case .nothing = past.last($0) { false } else { true } }
        }
        if !isThere, let together = known.together() { (past.last, past.isInFolder) = (together.last, false) }
        return past
    }
    let newest = ([standing] + known).newest
    guard !known.allSatisfy(standing.isAtLeast), let together = newest.together() else { return past }
    (past.last, past.isInFolder, past.isOlder) = (together.last, false, true)
    if newest.count > 1 { past.branches = newest.map(\.last) }
    return past
}

private func readMemory(at path: String) -> PublicationMemory? {
    do { return PublicationMemory(reading: try readFile(path)) } catch { return nil }
}

extension PastPublication {
    /// What a folder holds, whatever else is known. Much is asked of its list, which is read once.
    init(in folder: String) {
        let list = readPublished(publishedListPath, in: folder)
        self.init { $0 == publishedListPath ? list : readPublished($0, in: folder) }
    }
}
