/// The words of the manifest about an endpoint's files.
struct EndpointFacts {
    private var count = 0
    private var sizes = 0...0
    private var revision = 0

    init(_ files: some Sequence<VersionManifest.File>) {
        for file in files {
            sizes =
                count == 0 ? file.size...file.size : min(sizes.lowerBound, file.size)...max(sizes.upperBound, file.size)
            revision = max(revision, file.revision)
            count += 1
        }
    }

    /// A sentence such as `13 KB, last changed in revision 7.`; nil if nothing is published.
    var inWords: String? {
        guard count > 0 else { return nil }
        let (least, most) = (size(sizes.lowerBound), size(sizes.upperBound))
        let size = least == most ? most : "\(least) to \(most)"
        return (count == 1 ? size : "\(count) files, \(size) each") + ", last changed in revision \(revision)."
    }

    private func size(_ bytes: Int) -> String { bytes < 1000 ? "\(bytes) bytes" : "\((bytes + 999) / 1000) KB" }
}
