internal import KairanContracts
internal import KairanModel
internal import KairanSystem

/// The list of what Kairan made in a folder, as far as it is known before a publication.
struct EarlierList: Sendable {
    /// The list; nil if nothing is known.
    var manifest: PublicationManifest?
    /// This is true if the folder has a list that cannot be read.
    var isDamaged = false
    /// This is true if the folder has no list at all.
    var isMissing = false

    /// Reads the folder's list. If it is damaged, all files are Kairan's that are in other lists: those of publications
    /// to this folder that the build knows, that of its record, and that of the tree before the last publication.
    ///
    /// If the folder has no list at all, it may be somebody else's by now. Then only files of publications to this folder
    /// count that still hold what Kairan wrote, or nothing.
    ///
    /// - Parameter recorded: The outputs of the build's record.
    init(
        at place: PublicationPlace, otherwise lists: [PublicationManifest], recorded: [StampedFile]
    ) throws(PublishError) {
        let own = readPublished(publishedListPath, in: place.target).contents
        manifest = own.flatMap(PublicationManifest.init)
        let claimed = place.claimed
        if let files = manifest?.files {
            if !claimed.isEmpty { manifest?.files = (files + claimed).sorted { $0.path < $1.path } }
            return
        }
        (isDamaged, isMissing) = (own != nil, own == nil)
        var known = lists.flatMap(\.files) + claimed
        if isDamaged {
            let spare = place.spareList.flatMap { _ in readPublished(publishedListPath, in: place.staging).contents }
            known += recorded.map { PublicationManifest.File(path: TreePath($0.path), hash: $0.hash) }
            known += spare.flatMap(PublicationManifest.init)?.files ?? []
        }
        if known.isEmpty { return }
        var files = Dictionary(known.map { ($0.path, $0) }) { first, _ in first }.values.sorted { $0.path < $1.path }
        if !isDamaged {
            let held = Set(try files.divided(in: place.target).same)
            files = files.filter { held.contains($0.path) }
        }
        manifest = PublicationManifest(files: files)
    }
}
