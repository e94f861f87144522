internal import KairanPublish
internal import KairanSystem

/// The moments at which sources were asked last, whatever they answered: the file `.kairan/asked`.
///
/// It belongs to one copy of the site, and is not committed: a source that stays the same changes no file that is. Each
/// line has a moment, a collection and the address that was asked. A file that is missing, damaged or of other addresses
/// tells nothing; then the time in the lock counts, which is that of the last pull that changed something.
struct AskedTimes: Sendable {
    private var lines: [String: (moment: String, url: String)] = [:]
    private let folder: String

    /// - Parameter site: The folder of the site.
    init(of site: String) {
        folder = site + "/.kairan"
        let bytes = workingFolder.readKnownFile("\(folder)/\(Self.name)") ?? []
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ").map(String.init)
            if parts.count == 3 { lines[parts[1]] = (parts[0], parts[2]) }
        }
    }

    private static let name = "asked"

    func moment(of collection: String, at url: String) -> String? {
        lines[collection].flatMap { $0.url == url ? $0.moment : nil }
    }

    mutating func note(_ collection: String, at url: String, _ moment: String) {
        lines[collection] = (moment, url)
    }

    /// Keeps the moments. A failure is not reported, since a source is then only asked once more.
    func write() {
        let text = lines.sorted { $0.key < $1.key }.map { "\($0.value.moment) \($0.key) \($0.value.url)\n" }.joined()
        let (place, new) = ("\(folder)/\(Self.name)", "\(folder)/\(Self.name).new")
        do {
            try refuseLinks(inWorkFolder: folder)
            try workingFolder.makeFolderIfMissing(folder)
            workingFolder.discardFile(new)
            try workingFolder.createFile(new).writeAndClose([Array(text.utf8)[...]])
            try workingFolder.rename(new, to: place)
        } catch {
            workingFolder.discardFile(new)
        }
    }
}
