import KairanBuild
internal import KairanPublish
internal import KairanReaders
import KairanSystem

struct GitError: Error, CustomStringConvertible {
    var description: String
}

/// The `public/` of a revision, in a folder of its own that is removed with the value. It is empty if the revision has
/// none.
struct PublicationOfRevision: ~Copyable {
    private let folder: String
    /// The path of the publication; there may be nothing at it.
    private(set) var path: String

    /// Throws `OptionError` if there is no such revision, and `GitError`.
    init(_ revision: String, site: String) throws {
        let folder: String
        do {
            folder = try makeProcessFolder("kairan-diff-")
        } catch {
            throw GitError(description: "no temporary folder can be made: \(error)")
        }
        try self.init(revision, site: site, in: folder)
    }

    private init(_ revision: String, site: String, in folder: String) throws {
        self.folder = folder
        path = "\(folder)/public"
        let git = Git(folder: site, index: "\(folder)/index")
        guard git.hasRepository else { throw GitError(description: "git: the site is not in a git repository") }
        // A name that starts with a hyphen would be an option.
        guard !revision.hasPrefix("-"),
            let commit = try git.line(["rev-parse", "--verify", "--quiet", revision + "^{commit}"]),
            let below = try git.line(["rev-parse", "--show-prefix"]), let root = git.top
        else {
            throw OptionError(description: "'\(revision)' is neither a folder nor a revision of the site's repository")
        }
        guard let tree = try git.line(["rev-parse", "--verify", "--quiet", "\(commit):./public"]) else { return }
        path = "\(folder)/\(below)public"
        // Git writes the files as in a checkout, with an index of its own. Links become plain files, since a link could
        // lead anywhere.
        let top = git.at(root)
        guard try top.line(["read-tree", "--prefix=\(below)public/", tree]) != nil,
            try top.line(["-c", "core.symlinks=false", "checkout-index", "--all", "--prefix=\(folder)/"]) != nil
        else { throw GitError(description: "git cannot read the public/ of '\(revision)'") }
    }

    deinit {
        do {
            try removeTree(folder)
        } catch {
            Terminal.standardError.write("warning: \(folder) is left behind: \(error)\n")
        }
    }
}

extension Git {
    /// Returns what git prints, without the line break, or nil if it says no.
    fileprivate func line(_ arguments: [String]) throws -> String? {
        switch ask(arguments) {
        case .output(let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            return text.hasSuffix("\n") ? String(text.dropLast()) : text
        case .nothing: return nil
        case .failure(let reason): throw GitError(description: "git: " + reason)
        }
    }
}
