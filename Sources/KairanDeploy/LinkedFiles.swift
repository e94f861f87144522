internal import KairanContracts
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

/// Finds which files of a site a file leads to, by its bytes alone.
///
/// Nobody has to know the address of the site: of an address such as `/board/news/` or `https://a.example/board/news/`,
/// the longest end counts that is a file. That may name a file too many, which then comes earlier than it has to.
struct LinkedFiles {
    private let numbers: [String: Int]
    /// It takes the site for one at the root of its host, and follows all that stands on no page of the site.
    private let follower = AddressFollower(basePath: "/", siteURL: "\n") { _ in true }

    init(among files: [DeployedFile]) {
        numbers = Dictionary(files.enumerated().map { ($1.path.text, $0) }) { first, _ in first }
    }

    /// Returns the positions of the files that a file leads to.
    func targets(of file: DeployedFile) throws -> Set<Int> {
        let path = file.path.text
        guard let addresses = try addresses(of: file) else { return [] }
        var targets = Set(Set(addresses).compactMap { position(of: $0, on: path) })
        targets.remove(numbers[path] ?? -1)
        return targets
    }

    /// Returns nil if nothing is known of addresses in files of this kind.
    private func addresses(of file: DeployedFile) throws -> [String]? {
        let (path, fileExtension) = (file.path.text, fileExtension(of: file.path.text))
        let isText = ["css", "json", "geojson", "webmanifest", "xml", "atom", "rss", "ics", "txt"].contains(
            fileExtension)
        guard isMarkup(path) || isText else { return nil }
        let name = "\(file.folder)/\(path)"
        let bytes = try failingAt(name) { () throws(SystemError) in try workingFolder.readFile(name) }
        if isMarkup(path) {
            let scan = HTMLScan(bytes, isXML: isXMLMarkup(path))
            return scan.links.map(\.value)
        }
        if fileExtension == "css" { return CSSScan(bytes[...]).links.map(\.value) }
        // The pages in a manifest count for nothing here: copies of them are uploaded before, and they lead to it.
        if isVersionManifest(file.path), let manifest = VersionManifest(reading: bytes) {
            return manifest.files.map(\.path).filter { !isMarkup($0) }
        }
        if fileExtension == "ics" {
            let (lines, addresses) = calendarAddresses(in: bytes)
            return addresses.map { String(decoding: lines[$0.range], as: UTF8.self) }
        }
        return words(of: bytes)
    }

    /// Returns the words of a text that may be addresses.
    private func words(of bytes: [UInt8]) -> [String] {
        let words = bytes.split {
            $0 <= 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">")
        }
        return words.filter { $0.contains(UInt8(ascii: "/")) }.map { attributeText($0) }
    }

    private func position(of address: String, on page: String) -> Int? {
        var local = address[...]
        if let host = address.firstRange(of: "://") {
            let rest = address[host.upperBound...]
            // The root of a host is not known to be that of the site.
            guard let slash = rest.firstIndex(of: "/"), rest[slash...].count > 1 else { return nil }
            local = rest[slash...]
        }
        guard case .internal(let candidates, _) = follower.resolve(String(local), on: page) else { return nil }
        for candidate in candidates {
            if let position = numbers[candidate] { return position }
        }
        guard local.hasPrefix("/") else { return nil }
        return candidates.lazy.compactMap(endPosition).first
    }

    private func endPosition(of path: String) -> Int? {
        var rest = path[...]
        while let slash = rest.firstIndex(of: "/") {
            rest = rest[rest.index(after: slash)...]
            if let position = numbers[String(rest)] { return position }
        }
        return nil
    }
}
