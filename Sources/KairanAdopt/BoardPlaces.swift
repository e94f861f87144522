internal import KairanModel
internal import KairanReaders
internal import KairanTemplates

/// Decides where the files of a folder stand in the board, so that they belong to versions of its API.
///
/// A version is a folder of `api/`, and apps may rely only on versions. A folder that has an `api/` keeps its paths. One
/// that is `api/`, or has versions side by side, becomes `api/`, and any other one `api/v1/`, unless somebody says where
/// its addresses begin.
struct BoardPlaces {
    let prefix: String
    /// The names of the versions.
    let versions: [String]
    /// The versions that can have no contract, and why.
    private(set) var looseVersions: [String: String] = [:]

    /// - Parameter out: The path in `public/` at which the folder begins, with a slash at its end; nil to find it out.
    init(_ paths: [String], folder: String, out: String?) {
        let json = paths.filter { $0.hasSuffix(".json") }
        let tops = Set(json.map { $0.split(separator: "/") }.filter { $0.count > 1 }.map { String($0[0]) })
        let name = fileName(of: folder.hasSuffix("/") ? String(folder.dropLast()) : folder)
        let areVersions = tops.contains { $0.wholeMatch(of: /v[0-9]+([._-][0-9]+)*/) != nil }
        let usual = tops.contains("api") ? "" : areVersions || name == "api" ? "api/" : "api/v1/"
        prefix = out ?? usual
        let prefix = prefix
        let parts = json.map { (prefix + $0).split(separator: "/").map(String.init) }
        let names = Set(parts.filter { $0.count > 2 && $0[0] == "api" }.map { $0[1] })
            .filter { !$0.hasPrefix(".") && !$0.hasPrefix("_") }
        versions = names.sorted()
        for name in versions {
            guard let path = paths.first(where: { isTaken(prefix + $0, version: name) }) else { continue }
            looseVersions[name] = "\(path): a contract has a file of its own there"
        }
    }

    /// The places of files in a board that is there already.
    init(prefix: String) { (self.prefix, versions) = (prefix, []) }

    /// Returns why nothing can be published under the name of a file; nil if something can.
    func obstacle(_ path: String) -> String? {
        let output = prefix + path
        if output.contains("{") { return "a '{' in the name of a template stands for what differs from file to file" }
        // Apps are verified by what stands in .well-known; .nojekyll is in every board.
        let names = path.split(separator: "/").drop { $0 == ".well-known" }
        if names.contains(where: { $0.hasPrefix(".") && $0 != ".nojekyll" }) {
            return "its name begins with '.', and such files may hold secrets; copy it into templates/ to publish it"
        }
        guard isSupport(output) else { return nil }
        return namesOfHosts.contains(path)
            ? "hosts read it only at the top of public/, and this folder becomes public/\(prefix)"
            : "names that begin with '_' are not published"
    }

    func document(_ path: String, _ root: SourceNode, _ bytes: [UInt8]) -> AdoptedDocument {
        let output = prefix + path
        let parts = output.split(separator: "/").map(String.init)
        let version = parts.count > 2 && parts[0] == "api" ? parts[1] : ""
        var rest = Array(parts.dropFirst(version.isEmpty ? (parts.count > 1 && parts[0] == "api" ? 1 : 0) : 2))
        rest[rest.count - 1] = String(rest[rest.count - 1].dropLast(".json".count))
        if rest.last == "index", rest.count > 1 { rest.removeLast() }
        return AdoptedDocument(
            path: path, output: output, root: root, bytes: bytes, version: version,
            subject: rest.joined(separator: "/"))
    }
}

/// Returns whether a file stands where every version has one of its own.
private func isTaken(_ output: String, version: String) -> Bool {
    if output == "api/versions.json" { return true }
    let own = ["openapi.json", "manifest.json", "changelog.json", "index.html"]
    return own.contains { output == "api/\(version)/\($0)" } || output.hasPrefix("api/\(version)/schemas/")
}
