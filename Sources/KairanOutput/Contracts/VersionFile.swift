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

/// Lists the versions that there are.
let versionsPath = "api/versions.json"
