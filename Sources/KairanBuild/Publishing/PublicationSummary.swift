/// What one publication did. Counts are of output files; the manifest is not counted.
package struct PublicationSummary: Equatable, Sendable {
    package var added = 0
    package var changed = 0
    package var removed = 0
    package var unchanged = 0
    /// Files that were listed as Kairan's and are no outputs any more, but hold something else than what it wrote, or of
    /// which the list does not say what that was: they stay.
    package var left: [String] = []
    /// The size of all output files together.
    package var bytes = 0
    /// The manifest could not be read, so stale outputs may have stayed; a new one took its place.
    package var hadDamagedManifest = false
    /// False where it could not be kept in the work folder what was published.
    package var isRemembered = true

    /// The folder already held exactly these files.
    package var isUnchanged: Bool { added == 0 && changed == 0 && removed == 0 && !hadDamagedManifest }
}
