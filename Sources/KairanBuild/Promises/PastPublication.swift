internal import KairanOutput

/// What was published in the folder before, by what stands there and what is remembered.
func pastPublication(_ options: BuildOptions, workFolder: String) -> PastPublication {
    let folder = options.output
    let list = readPublished(publishedListPath, in: folder)
    var past = PastPublication { $0 == publishedListPath ? list : readPublished($0, in: folder) }
    guard case .nothing = list else { return past }
    if let memory = PublicationMemory.path(of: folder, in: workFolder).flatMap(readMemory) {
        // What is left of that publication, and not as it was, is damage; all of it gone is none.
        let isThere = memory.files.keys.contains { if case .nothing = past.last($0) { false } else { true } }
        if !isThere { (past.last, past.isInFolder) = (memory.last, false) }
    } else {
        past.isUnknown = true
    }
    return past
}

private func readMemory(at path: String) -> PublicationMemory? {
    do { return PublicationMemory(reading: try readFile(path)) } catch { return nil }
}
