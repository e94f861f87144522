internal import KairanModel
internal import KairanSystem

/// The list of what Kairan made in a folder, as far as it is known before a publication.
struct EarlierList: Sendable {
    /// The list; nil if nothing is known.
    var list: WholeList?
    /// This is true if the folder has a list that cannot be read.
    var isDamaged = false
    /// This is true if the folder has no list at all.
    var isMissing = false
    /// The paths of files that were published here once, if the folder has no whole list; sorted.
    var published: [TreePath] = []

    /// Reads the folder's list. If it is damaged, all files are Kairan's that are in other lists: those of publications
    /// to this folder that the build knows, that of its record, and that of the tree before the last publication.
    ///
    /// If the folder has no list at all, it may be somebody else's by now. Then only files count that still hold what
    /// Kairan wrote, or nothing.
    ///
    /// - Parameter recorded: The outputs of the build's record.
    init(
        at place: PublicationPlace, otherwise lists: [WholeList], recorded: [StampedFile]
    ) throws(PublishError) {
        let own = readPublished(publishedListPath, in: place.target).contents
        list = own.flatMap(WholeList.init)
        let claimed = place.claimed
        if let files = list?.files {
            if !claimed.isEmpty { list?.files = (files + claimed).sorted { $0.path < $1.path } }
            return
        }
        (isDamaged, isMissing) = (own != nil, own == nil)
        let spare = place.spareList.flatMap { _ in readPublished(publishedListPath, in: place.staging).contents }
        var known = lists.flatMap(\.files) + claimed + (spare.flatMap(WholeList.init)?.files ?? [])
        known += recorded.map { WholeList.File(path: TreePath($0.path), hash: $0.hash) }
        if known.isEmpty { return }
        known.sort { $0.path < $1.path }
        published = known.map(\.path)
        if isMissing {
            let held = Set(try known.divided(in: place.target).same)
            known.removeAll { !held.contains($0.path) }
        }
        list = WholeList(files: known)
    }

    /// Returns whether nobody loses anything with what stands at the path of an output: a power failure left only some
    /// of the output's bytes there, and nothing or zeros in the place of the others.
    func isRemnant(of file: Publication.File, below root: FileDescriptor) throws(PublishError) -> Bool {
        let index = published.partitioningIndex { $0 >= file.path }
        guard isDamaged || index < published.count && published[index] == file.path else { return false }
        let found = try failingAt(file.path.text) { () throws(SystemError) in try root.readFile(file.path) }
        let wanted = file.bytes
        return found.indices.allSatisfy { found[$0] == 0 || $0 < wanted.count && found[$0] == wanted[$0] }
    }
}
