internal import KairanReaders

/// The address of a branch at GitHub, below which its files are read as they are.
package struct BranchAddress: Sendable {
    private static let host = "https://raw.githubusercontent.com/"

    /// The address of the branch, with a slash at its end.
    package var address: String
    package var branch: String
    /// The path in the branch at which the adopted folder begins, with a slash at its end; empty for the branch itself.
    package var prefix: String

    /// Takes an address apart, such as `https://raw.githubusercontent.com/OWNER/REPOSITORY/main/api/news.json`.
    fileprivate static func parts(of text: String) -> (address: String, branch: String, path: Substring)? {
        guard text.hasPrefix(host) else { return nil }
        var parts = text.dropFirst(host.count).split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        // The long name of a branch leads to the same files.
        let isLong = parts[2] == "refs" && parts[3].hasPrefix("heads/")
        if isLong {
            let rest = parts[3].dropFirst("heads/".count).split(separator: "/", maxSplits: 1)
            guard rest.count == 2 else { return nil }
            parts = [parts[0], parts[1], rest[0], rest[1]]
        }
        let branch = parts[2]
        let address = "\(host)\(parts[0])/\(parts[1])/\(isLong ? "refs/heads/" : "")\(branch)/"
        return (address, String(branch), parts[3])
    }
}

/// Returns the branch below whose address the board is to be, or by whose addresses JSON names files of the folder.
func branchAddress(
    in documents: [AdoptedDocument], _ url: String, _ paths: [String], prefix: String
) -> BranchAddress? {
    if let parts = BranchAddress.parts(of: url) {
        return BranchAddress(address: parts.address, branch: parts.branch, prefix: prefix)
    }
    let paths = Set(paths)
    for document in documents {
        if let found = document.root.branch(of: paths) { return found }
    }
    return nil
}

extension SourceNode {
    fileprivate func branch(of paths: Set<String>) -> BranchAddress? {
        switch content {
        case .scalar(let text, .string):
            guard let parts = BranchAddress.parts(of: text) else { return nil }
            let starts =
                [parts.path.startIndex]
                + parts.path.indices.filter { parts.path[$0] == "/" }
                .map { parts.path.index(after: $0) }
            guard let start = starts.first(where: { paths.contains(String(parts.path[$0...])) }) else { return nil }
            return BranchAddress(
                address: parts.address, branch: parts.branch, prefix: String(parts.path[..<start]))
        case .scalar: return nil
        case .sequence(let elements): return elements.lazy.compactMap { $0.branch(of: paths) }.first
        case .mapping(let members): return members.lazy.compactMap { $0.value.branch(of: paths) }.first
        }
    }
}
