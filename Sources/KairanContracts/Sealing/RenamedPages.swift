internal import KairanContent
internal import KairanModel
internal import KairanTemplates

extension AddressKeeper {
    /// Finds the new ids of entries of which nothing but the id has changed.
    ///
    /// A page that is gone and a new page of the same template belong together if they are equal but for their ids, no
    /// other page that is gone or new is equal to them, and the template says more of an entry than its id.
    ///
    /// - Parameter gone: The pages of ids that are no longer there, with the paths at which they were.
    func renamed(_ gone: [(path: String, page: PublishedPages.Page)]) -> [PublishedPages.Page: String] {
        var renamed: [PublishedPages.Page: String] = [:]
        for (pattern, gone) in Dictionary(grouping: gone, by: \.page.pattern) {
            guard let template = templates[pattern] else { continue }
            let (new, other) = newPages(of: template)
            guard !new.isEmpty else { continue }
            let mark = other.map { hash(ofPage: $0.bytes, without: $0.id) }
            let old = gone.compactMap { path, page in
                kept.publishedBytes(path).map { (page: page, hash: hash(ofPage: $0, without: page.id)) }
            }
            let counts = Dictionary((old.map(\.hash) + new.map(\.hash)).map { ($0, 1) }, uniquingKeysWith: +)
            for (page, hash) in old where counts[hash] == 2 && hash != mark {
                if let found = new.first(where: { $0.hash == hash }) { renamed[page] = found.id }
            }
        }
        return renamed
    }

    /// Returns the pages of a template that were not published before, and one of the others.
    private func newPages(
        of template: Int
    ) -> (new: [(id: String, hash: ContentHash)], other: (id: String, bytes: [UInt8])?) {
        let listed = Set(last.list.pages { _ in true })
        let bytes = Dictionary(made.map { ($0.file.path, $0.file) }) { first, _ in first }
        let pages = plan.pages(ofTemplate: template).sorted { $0.key < $1.key }
        let new = pages.filter { !listed.contains($0.value) }.compactMap { id, path in
            bytes[path].map { (id: id, hash: hash(ofPage: $0.bytes, without: id)) }
        }
        let other = pages.first { listed.contains($0.value) }.flatMap { id, path in
            (bytes[path]?.bytes ?? kept.bytes(path)).map { (id: id, bytes: $0) }
        }
        return (new, other)
    }
}

/// Returns a hash of a page in which a mark stands for each occurrence of an id as a whole word.
private func hash(ofPage page: [UInt8], without id: String) -> ContentHash {
    func isWord(_ byte: UInt8) -> Bool { isASCIILetter(byte) || isASCIIDigit(byte) }
    let id = Array(id.utf8)
    var (rest, index) = ([UInt8](), 0)
    rest.reserveCapacity(page.count)
    while index < page.count {
        let end = index + id.count
        if end <= page.count, page[index] == id[0], page[index..<end].elementsEqual(id),
            index == 0 || !isWord(page[index - 1]), end == page.count || !isWord(page[end])
        {
            rest.append(0)
            index = end
        } else {
            rest.append(page[index])
            index += 1
        }
    }
    return ContentHash(rest)
}
