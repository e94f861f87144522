internal import KairanModel
internal import KairanReaders
internal import KairanSystem

/// The files that Kairan itself makes for a version, besides its endpoints.
package enum VersionFile: Sendable, CaseIterable {
    case openAPI, changelog, page, manifest

    /// The path below the version's folder.
    package var name: String {
        switch self {
        case .openAPI: "openapi.json"
        case .changelog: "changelog.json"
        case .page: "index.html"
        case .manifest: "manifest.json"
        }
    }

    fileprivate static let allNames = allCases.map { Array($0.name.utf8) }
}

/// A path in the publication that belongs, or would belong, to a version, such as `api/v1/ads.json`.
package struct VersionPath {
    package var version: String
    /// The path below the version's folder.
    package var name: String

    package init?(_ path: String) {
        // Most of the thousands of paths belong to no version.
        guard path.utf8.span.hasBytes("api/".utf8.span, at: 0) else { return nil }
        let parts = path.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        (version, name) = (String(parts[1]), String(parts[2]))
    }

    package var file: VersionFile? { VersionFile.allCases.first { $0.name == name } }
}

extension VersionFile {
    /// Returns whether the file of a path describes versions or their endpoints and is not an endpoint itself.
    package static func describesVersions(_ path: String) -> Bool { describesVersions(path.utf8.span) }

    /// Does the same for the bytes of a path. It is called for tens of thousands of paths, and few of them match.
    package static func describesVersions(_ path: Span<UInt8>) -> Bool {
        guard path.hasBytes("api/".utf8.span, at: 0) else { return false }
        guard let slash = path.firstOffset(of: UInt8(ascii: "/"), in: "api/".utf8.count..<path.count) else {
            return areSameBytes(path, versionsPath.utf8.span)
        }
        let name = path.extracting((slash + 1)...)
        return name.hasBytes(schemaFolder.utf8.span, at: 0) || allNames.contains { areSameBytes(name, $0.span) }
    }
}

/// The folder with the schemas of a version's endpoints, below the version's folder.
let schemaFolder = "schemas/"

/// The file that lists all versions.
package let versionsPath = "api/versions.json"
