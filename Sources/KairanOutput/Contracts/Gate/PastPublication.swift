package import KairanModel

/// What is known of the publications before this one.
package struct PastPublication: Sendable {
    /// What was promised last: by the files in the folder, or by what is remembered of a newer publication than these.
    package var last: LastPublication
    /// False where the folder holds an older publication than the last one, or none: then nothing in it tells what apps
    /// have.
    package var isInFolder = true
    /// True where the folder holds one that is older than another, or lacks what that promised.
    package var isOlder = false
    /// True where nothing tells of any publication, though somebody asked.
    package var isUnknown = false

    package init(_ last: @escaping LastPublication) { self.last = last }

    /// Of a build that is compared with nothing, on purpose.
    package static let none = PastPublication { _ in .nothing }
}

/// Of a folder whose publication is not the last one.
package let rolledBackRule = "contract.rolledBack"

extension PastPublication {
    /// What is said of a folder that went back to an older publication.
    package var rolledBack: [Diagnostic] {
        guard isOlder else { return [] }
        return [
            Diagnostic(
                .warning, rolledBackRule,
                "what stands in the folder of the publication is older than what was published, or lacks a part of it",
                at: SourceSpan(path: "content/site.yml"),
                help: "nothing is to be done: contracts and agreements are compared with the newest publication, and "
                    + "revisions go on from its numbers")
        ]
    }
}
