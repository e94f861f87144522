/// A summary of what one publication did. Output files are counted; the manifest is not.
package struct PublicationSummary: Equatable, Sendable {
    package var added = 0
    package var changed = 0
    package var removed = 0
    package var unchanged = 0
    /// The files that were listed as Kairan's and are not outputs any more, but stay, as they do not hold what Kairan
    /// wrote.
    package var left: [String] = []
    /// The size of all output files together.
    package var bytes = 0
    /// This is true if the manifest could not be read and a new one took its place; stale outputs may have stayed.
    package var hadDamagedManifest = false
    /// This is false if the work folder could not keep what was published.
    package var isRemembered = true

    /// Returns the summary of a publication that found everything as it is to be.
    package static func unchanged(_ count: Int, bytes: Int) -> Self { Self(unchanged: count, bytes: bytes) }

    /// This is true if the folder already held exactly these files.
    package var isUnchanged: Bool { added == 0 && changed == 0 && removed == 0 && !hadDamagedManifest }
}
