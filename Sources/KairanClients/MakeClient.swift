package import KairanContracts
internal import KairanFormats
package import KairanPublish
internal import KairanReaders
internal import KairanSystem
internal import KairanTemplates

/// The languages in which a client can be written.
package enum ClientLanguage: String, Sendable, CaseIterable {
    case swift, kotlin, typescript
}

/// The code of one version's client, and the files that it starts from without a network.
package struct GeneratedClient: Sendable {
    package var name: String
    package var version: String
    /// The files by path, sorted.
    package var files: [(path: String, bytes: [UInt8])]
    /// Remarks for the user of the client, such as that the type of an endpoint was inferred.
    package var notes: [String]
}

/// The reason why there can be no client.
package struct NoClient: Error { package var reason: String, help: String }

/// Makes a client from what is published.
///
/// - Parameters:
///   - version: The name of the version; nil if only one is published.
///   - name: The client's name; nil for one such as `BoardV1`.
///   - bundles: Whether to add what is published, for a start without a network.
///   - read: Reads a published file.
package func makeClient(
    _ language: ClientLanguage, of version: String?, name: String?, bundles: Bool, from files: PublishedFiles,
    read: (_ path: String) -> PublishedFile
) throws(NoClient) -> GeneratedClient {
    let versions = PublishedVersions(last: files)
    let version = try chosen(version, of: versions)
    let contract: PublishedContract
    switch versions.version(version).contract {
    case .known(let known): contract = known
    case .none:
        throw NoClient(
            reason: "version \(version) has no contract",
            help: "add templates/api/\(version)/_version.yml with 'status: current', and build")
    case .damaged(let reason): throw NoClient(reason: reason, help: "bring the publication back from its history")
    }
    guard let address = contract.address, let timeZone = contract.timeZone else {
        throw NoClient(reason: "version \(version) was published by an older Kairan", help: "run kairan build")
    }
    let api = ClientAPI(
        contract.endpoints, name: name ?? clientName(of: version), version: version, address: address,
        timeZone: timeZone, title: contract.title)
    let code: [(path: String, text: String)]
    switch language {
    case .swift: code = SwiftClient(api: api, hasBundle: bundles).files
    case .kotlin: code = KotlinClient(api: api).files
    case .typescript: code = TypeScriptClient(api: api, hasBundle: bundles).files
    }
    var made = code.map { (path: $0.path, bytes: Array($0.text.utf8)) }
    if bundles {
        let folder = language.bundleFolder(api.name)
        let published = versions.version(version).manifest
        for path in [VersionFile.manifest.name] + api.files.map(\.path) {
            let hash = published?.files.first { $0.path == path }?.sha256
            guard case .bytes(let bytes) = read("api/\(version)/\(path)"),
                path == VersionFile.manifest.name || sha256(bytes) == hash
            else {
                throw NoClient(
                    reason: "'api/\(version)/\(path)' is not as it was published",
                    help: "bring the publication back from its history, or build again")
            }
            made.append((folder + path, bytes))
        }
    }
    var notes = api.endpoints.filter(\.isInferred).map {
        "\($0.path) has no shape: its types are what its published files have in common"
    }
    if contract.status == .draft { notes.append("\(version) is a draft: what it promises may still change in any way") }
    return GeneratedClient(
        name: api.name, version: version, files: made.sorted { $0.path < $1.path }, notes: notes)
}

/// Returns whether a client may have a name: neither its own code nor a language uses it already.
package func canNameClients(_ name: String) -> Bool {
    let files: Set = [
        "coroutines", "folder", "lenient", "nearest", "package", "reading", "requests", "search", "sources", "store",
        "types",
    ]
    return !ClientNames.reserved.union(files).contains(name.lowercased()) && !isKotlinKeyword(name.lowercased())
}

/// The name that a client has unless somebody gives it another one, such as `BoardV1`.
func clientName(of version: String) -> String {
    let words = version.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return "Board" + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
}

private func chosen(_ version: String?, of versions: PublishedVersions) throws(NoClient) -> String {
    let names = versions.names
    guard let last = names.last else {
        throw NoClient(
            reason: "no version of an API is published",
            help: "add templates/api/v1/_version.yml with 'status: current', and run kairan build")
    }
    let list = names.joined(separator: ", ")
    guard let version else {
        if names.count == 1 { return last }
        throw NoClient(reason: "several versions are published", help: "name one: --version \(last) (of \(list))")
    }
    if names.contains(version) { return version }
    throw NoClient(reason: "no version '\(version)' with a contract is published", help: "published are: \(list)")
}

extension ClientLanguage {
    func bundleFolder(_ name: String) -> String {
        switch self {
        case .swift: "Sources/\(name)/Published/"
        case .kotlin: "resources/\(name.lowercased())/"
        case .typescript: "published/"
        }
    }
}
