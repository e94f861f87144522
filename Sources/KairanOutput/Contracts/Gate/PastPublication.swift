/// What is known of the publications before this one.
package struct PastPublication: Sendable {
    /// What was promised last: by the files in the folder, or by what is remembered of a newer publication than these.
    package var last: LastPublication
    /// False where the folder holds an older publication than the last one, or none: then nothing in it tells what apps
    /// have.
    package var isInFolder = true
    /// True where nothing tells of any publication, though somebody asked.
    package var isUnknown = false

    package init(_ last: @escaping LastPublication) { self.last = last }

    /// Of a build that is compared with nothing, on purpose.
    package static let none = PastPublication { _ in .nothing }
}
