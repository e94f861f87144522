internal import KairanContracts
package import KairanModel
internal import KairanPublish
internal import KairanReaders

extension ReadyPublication {
    /// The names of the versions of the API that promise nothing: those that are published as drafts, and folders such
    /// as `api/v1` that hold JSON and are no version.
    func drafts() throws -> [String] {
        let statuses = try publishedStatuses()
        let names = files.compactMap { file -> String? in
            let parts = file.path.text.split(separator: "/")
            guard parts.count > 2, parts[0] == "api", parts[1].first == "v",
                parts[1].dropFirst().first?.isNumber == true,
                file.path.text.hasSuffix(".json") || file.path.text.hasSuffix(".geojson")
            else { return nil }
            return String(parts[1])
        }
        return Set(names + statuses.keys).filter { (statuses[$0] ?? Self.draft) == Self.draft }.sorted()
    }

    private static let draft = "draft"

    private func publishedStatuses() throws -> [String: String] {
        guard let file = files.first(where: { $0.path.text == versionsPath }),
            case .bytes(let bytes) = readPublished(versionsPath, in: file.folder)
        else { return [:] }
        let versions = readJSON(SourceFile(path: versionsPath, bytes: bytes)).value?["versions"]?.elements ?? []
        let pairs = versions.compactMap { version in
            version["version"]?.scalar.flatMap { name in version["status"]?.scalar.map { (name, $0) } }
        }
        return Dictionary(pairs) { first, _ in first }
    }
}

private let versionsPath = "api/versions.json"

extension Deploy {
    /// Warnings about drafts that the host has had for more than a day. By then somebody may have an app that reads them.
    package func warnings(at now: Int) -> [Diagnostic] {
        record.drafts.sorted { $0.key < $1.key }.filter { now - $0.value > 24 * 3600 }.map { name, _ in
            Diagnostic(
                .warning, .contractDraft,
                "\(name) has been served for more than a day and is a draft: a build may break every app that reads it",
                at: SourceSpan(path: "templates/api/\(name)/_version.yml"),
                help: "write 'status: current' into that file before an app that reads it is out")
        }
    }
}
