internal import KairanFormats
package import KairanPublish
internal import KairanTemplates

extension PublishedList {
    /// The files that record what apps and users rely on, including files that were lost since.
    package var promisingPaths: Set<String> {
        versionPaths.union(promises.map { Set($0.files.keys) } ?? []).union([publishedListPath])
    }

    /// The files that describe versions.
    var versionPaths: Set<String> {
        var paths: Set<String> = []
        forEachFile { list, line in
            let path = list.extracting(line.path)
            if VersionFile.describesVersions(path) { paths.insert(String(decoding: path)) }
        }
        return paths
    }

    /// Returns the paths of the listed pages that are chosen, in the order of the list.
    func pages(where isChosen: (_ fact: UInt64) -> Bool) -> [String] {
        var pages: [String] = []
        forEachFile { list, line in
            let path = list.extracting(line.path)
            guard path.hasBytes(".html".utf8.span, at: path.count - 5) else { return }
            var fact = FactHash()
            fact.add(path)
            if isChosen(fact.value) { pages.append(String(decoding: path)) }
        }
        return pages
    }
}

extension SeenPublications {
    package init() { self.init(promisingPaths: \.promisingPaths) }
}

extension PublicationMemory {
    /// Keeps the list of a publication, the files that the list has hashes of, and the files that tell about versions.
    package init(of read: ReadPublished) { self.init(of: read, \.promisingPaths) }
}
