package import KairanContracts
package import KairanModel
internal import KairanReaders

/// One thing that another publication would bring, in people's words.
package struct PublicationChange: Sendable {
    package enum Weight: String, Sendable, CaseIterable {
        /// A build is refused for this change.
        case breaking
        /// A build would be refused for this change, but somebody accepted it.
        case accepted
        /// Users will be asked to agree to another text.
        case asking
        /// A draft promises something else, which it may.
        case changing
        /// Clients may rely on more than before.
        case growing
        /// The promises are the same; only entries differ.
        case data
        /// Nothing changes yet.
        case notice
    }

    package var weight: Weight
    /// The rule, such as `contract.keyRemoved` or `data.lost`.
    package var rule: String
    /// The version, such as `v1`; empty if the change belongs to no version.
    package var version = ""
    /// The endpoint below the version's folder, such as `deals/{id}.json`; empty for the whole version or site.
    package var endpoint = ""
    /// The path in the JSON, such as `prItems[].imageDescription`.
    package var path = ""
    package var message: String
    /// For a change of a contract, what clients that are out would do.
    package var clients: ClientEffect?
    /// The ids of the elements that the change is about.
    package var elements: [String] = []
    /// For a text that users agree to, the removed lines after `-` and the added lines after `+`.
    package var difference: [String] = []
    package var span: SourceSpan
}

/// A comparison of a site as it is published somewhere with what a build would make.
package struct PublicationComparison: Sendable {
    package struct FileCounts: Sendable {
        package var added = 0
        package var changed = 0
        package var removed = 0

        package var sum: Int { added + changed + removed }
    }

    /// A file that a build would add, change or remove.
    package struct FileChange: Sendable {
        package enum Kind: String, Sendable { case added, changed, removed }

        package var path: String
        package var kind: Kind
    }

    /// The changes by version, the version with the heaviest first.
    package var changes: [PublicationChange] = []
    /// The status of every version that templates declare.
    package var statuses: [String: String] = [:]
    /// Warnings about the options.
    package var warnings: [Diagnostic] = []
    /// The files that would come, go or be others, in the order of their paths.
    package var files: [FileChange] = []
    package var pages = FileCounts()
    /// The counts of files that are neither pages nor compared JSON.
    package var otherFiles = FileCounts()

    package enum Outcome: String, Sendable {
        case nothing, growing, breaking
    }

    package var outcome: Outcome {
        if changes.contains(where: { $0.weight == .breaking }) { return .breaking }
        return changes.contains { $0.weight != .notice } || pages.sum + otherFiles.sum > 0 ? .growing : .nothing
    }
}

extension PublicationComparison {
    /// Gives every change the path of its file as seen from the user's working folder.
    package mutating func locate(in folder: String) {
        for index in changes.indices {
            changes[index].span.path = located(changes[index].span.path, in: folder)
        }
    }
}
