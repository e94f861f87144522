package import KairanModel

/// What is known of the publications before this one.
package struct PastPublication: Sendable {
    /// What was promised last: by the files in the folder, or by what is remembered of a newer publication than these.
    package var last: LastPublication
    /// False where the folder holds an older publication than the last one, or none: then nothing in it tells what apps
    /// have.
    package var isInFolder = true
    /// In words, what was published besides what the folder holds: after it, or in a branch of its own.
    package var others: [String] = []
    /// True where nothing tells of any publication, though somebody asked.
    package var isUnknown = false
    /// Publications of branches that went apart, where none has followed all others; `last` is what they promised together.
    package var branches: [LastPublication] = []
    /// Why an older publication may be taken for the last one; nil where it is known to be none.
    package var gap: String?

    package init(_ last: @escaping LastPublication) { self.last = last }

    /// Of a build that is compared with nothing, on purpose.
    package static let none = PastPublication { _ in .nothing }
}

extension PastPublication {
    /// Rules of what is said of a folder that is not as the last publication left it, or perhaps is not. Once something is
    /// published in it, there is no more to say.
    package static let rules = [uncomparedRule, rolledBackRule, historyRule]

    /// What is said of a folder that went back to an older publication, or of which that cannot be known.
    package var warnings: [Diagnostic] {
        let site = SourceSpan(path: "content/site.yml")
        var warnings: [Diagnostic] = []
        if !others.isEmpty {
            warnings.append(
                Diagnostic(
                    .warning, rolledBackRule,
                    "what stands in the folder is not all that was published: compared with it is also "
                        + others.joined(separator: ", and "), at: site,
                    help: "publish, and nothing more has to be done: contracts and agreements keep what all of them "
                        + "promised, and revisions go on from the highest number; if you use --strict, build once "
                        + "without it"))
        }
        if let gap {
            warnings.append(
                Diagnostic(
                    .warning, historyRule,
                    "git's history of the publication cannot be read whole, so a build may not notice that the folder "
                        + "holds an older one: \(gap)", at: site,
                    help: helpToRead(gap)))
        }
        return warnings
    }
}

private func helpToRead(_ gap: String) -> String {
    if gap.contains("shallow") {
        return "fetch all of it: git fetch --unshallow, and fetch-depth: 0 for the checkout of a workflow"
    }
    if gap.contains("ownership") { return "trust it: git config --global --add safe.directory FOLDER" }
    if gap.contains("not installed") { return "install git" }
    return "make git log work in this folder"
}

private let rolledBackRule = "contract.rolledBack"
private let historyRule = "contract.history"
