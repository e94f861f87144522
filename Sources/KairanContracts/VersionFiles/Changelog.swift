internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanReaders
internal import KairanTemplates

extension ContractChange {
    /// - Parameter message: A description of the change for people.
    /// - Parameter why: The reason for a decision to break apps.
    func changelogEntry(_ revision: Int, _ date: LocalDate, _ message: String, _ why: String?) -> JSONValue {
        .object([
            ("revision", .integer(revision)), ("date", .string(date.description)), ("change", .string(rule.rawValue)),
            ("isBreaking", .boolean(isBreaking)), ("endpoint", .string(endpoint)), ("path", .string(path)),
            ("message", .string(message)), ("why", why.map(JSONValue.string) ?? .null),
        ])
    }
}

/// All changes of a version's contract, the newest first.
///
/// - Parameter reserved: The reserved names of a version that is gone. An existing version has them in its contract.
func changelogDocument(_ version: String, _ changes: [JSONValue], reserved: [ReservedName] = []) -> JSONValue {
    let names = reserved.isEmpty ? [] : [(key: "reserved", value: reserved.json)]
    return .object([("version", .string(version)), ("changes", .array(changes))] + names)
}

/// Returns the entries of the published changelog. The list is empty if the file is not a changelog of the version.
func publishedChangelog(of version: String, _ last: PublishedFiles) -> [JSONValue] {
    let path = "api/\(version)/\(VersionFile.changelog.name)"
    guard case .bytes(let bytes) = last[path], let root = readJSON(SourceFile(path: path, bytes: bytes)).value,
        root["version"]?.scalar == version
    else { return [] }
    return root["changes"]?.elements?.map { JSONValue($0) } ?? []
}
