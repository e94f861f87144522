internal import KairanReaders

/// What Kairan itself makes of a version, besides its endpoints.
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

    fileprivate static let allNames = allCases.map { Array($0.name.utf8) }
}

/// A path of the publication that is, or would be, of a version: `api/v1/ads.json`.
package struct VersionPath {
    package var version: String
    /// Below the version's folder.
    package var name: String

    package init?(_ path: String) {
        // Of thousands of paths most are of no version.
        guard path.utf8.starts(with: "api/".utf8) else { return nil }
        let parts = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        (version, name) = (String(parts[1]), String(parts[2]))
    }

    package var file: VersionFile? { VersionFile.allCases.first { $0.name == name } }
}

extension OutputPlan {
    /// Whether a file tells of versions and their endpoints, and is none of these.
    package static func isOfVersion(_ path: String) -> Bool {
        var path = path
        return path.withUTF8 { isOfVersion($0[...]) }
    }

    /// The same of a path's bytes, as it is asked of tens of thousands and holds for few.
    static func isOfVersion(_ path: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard path.starts(with: "api/".utf8) else { return false }
        let rest = path.dropFirst("api/".utf8.count)
        guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else {
            return path.elementsEqual(versionsPath.utf8)
        }
        let name = rest[slash...].dropFirst()
        return name.starts(with: schemaFolder.utf8)
            || VersionFile.allNames.contains { $0.count == name.count && name.elementsEqual($0) }
    }
}

/// Of the schemas of a version's endpoints, below its folder.
let schemaFolder = "schemas/"

/// Lists the versions that there are.
let versionsPath = "api/versions.json"
