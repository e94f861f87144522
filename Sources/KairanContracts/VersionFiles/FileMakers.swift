internal import KairanFormats
internal import KairanTemplates

extension VersionContract {
    /// The paths of the endpoints that made the files which the paths of other endpoints fit too, by the paths of the files.
    /// Clients take every other file for one of the only endpoint whose path fits. A file that Kairan itself makes for the
    /// version is of no other endpoint than itself.
    var makersOfAmbiguousFiles: [String: String] {
        let families = endpoints.filter { !$0.parameters.isEmpty }
        let alone =
            endpoints.filter(\.parameters.isEmpty).map(\.path) + endpoints.map(\.schemaPath)
            + VersionFile.allCases.map(\.name)
        let ambiguous = alone.filter { path in families.contains { $0.pattern.values(in: path) != nil } }
        let makers = ambiguous.map { ($0, $0) } + families.flatMap { family in family.files.map { ($0, family.path) } }
        return Dictionary(makers) { first, _ in first }
    }
}
