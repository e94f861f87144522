package import KairanModel
internal import KairanReaders

/// One thing that another publication would bring, in people's words.
package struct PublicationChange: Sendable {
    package enum Weight: String, Sendable, CaseIterable {
        /// A build is refused for it.
        case breaking
        /// It would be refused, and was decided.
        case accepted
        /// Users will be asked to agree to another text.
        case asking
        /// A draft promises something else, as it may.
        case changing
        /// What clients may rely on becomes more.
        case growing
        /// The same promises, other entries.
        case data
        /// Nothing changes by it yet.
        case notice
    }

    package var weight: Weight
    /// `contract.keyRemoved`, `data.lost`.
    package var rule: String
    /// `v1`; empty for what is of no version.
    package var version = ""
    /// `deals/{id}.json` below the version's folder; empty for the whole version or site.
    package var endpoint = ""
    /// Where in the JSON: `prItems[].imageDescription`.
    package var path = ""
    package var message: String
    /// The ids of what it is about.
    package var elements: [String] = []
    /// Of texts that users agree to: lines that went after `-`, lines that came after `+`.
    package var difference: [String] = []
    package var span: SourceSpan
}

/// A site as it is published somewhere and as a build would make it.
package struct PublicationComparison: Sendable {
    package struct FileCounts: Sendable {
        package var added = 0
        package var changed = 0
        package var removed = 0

        package var sum: Int { added + changed + removed }
    }

    /// By version, the heaviest first.
    package var changes: [PublicationChange] = []
    /// Of every version that templates declare.
    package var statuses: [String: String] = [:]
    /// About the options.
    package var warnings: [Diagnostic] = []
    package var pages = FileCounts()
    /// Everything that is neither a page nor JSON that is compared.
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
    /// Gives every change the path that leads to its file from where the user stands.
    package mutating func locate(in folder: String) {
        for index in changes.indices {
            changes[index].span.path = located(changes[index].span.path, in: folder)
        }
    }
}
