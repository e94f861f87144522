/// The files that every version has besides its endpoints.
package enum VersionFile: Sendable, CaseIterable {
    case openAPI, changelog, page, manifest

    /// Below the version's folder.
    package var name: String {
        switch self {
        case .openAPI: "openapi.json"
        case .changelog: "changelog.json"
        case .page: "index.html"
        case .manifest: VersionManifest.fileName
        }
    }
}

/// Whether all that was checked against a version's contract has to be checked again when somebody changed the file.
package func isOfContract(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    return parts.count == 3 && parts[0] == "api" && VersionFile.allCases.contains { $0.name == parts[2] }
}

/// Lists the versions that there are.
let versionsPath = "api/versions.json"
