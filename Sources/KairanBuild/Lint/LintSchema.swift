internal import KairanFormats
package import KairanModel
package import KairanReaders
internal import KairanSystem
internal import KairanTemplates

/// A JSON Schema, and the files that have to be valid against it.
package struct LintSchema: Sendable {
    /// The pattern for paths, in which `*` is any text, also with slashes, and `?` one character; nil for all files.
    private let pattern: String?
    /// The path of the schema's own file.
    let path: String
    private let schema: ValueSchema

    /// Reads a file that holds a schema, or says in diagnostics why it does not.
    package static func read(_ file: SourceFile, for pattern: String?) -> Diagnosed<LintSchema?> {
        let read = readJSON(file)
        guard let node = read.value else { return Diagnosed(nil, read.diagnostics) }
        var reader = SchemaReader(root: node)
        let resolved = reader.resolved(node)
        guard reader.diagnostics.isEmpty else { return Diagnosed(nil, reader.diagnostics.sortedForReport) }
        do {
            return Diagnosed(LintSchema(pattern: pattern, path: file.path, schema: try ValueSchema(reading: resolved)))
        } catch {
            return Diagnosed(nil, [Diagnostic(.error, .schemaWord, error.message, at: error.node.span)])
        }
    }

    /// Returns how a valid JSON file violates the schema.
    func violations(of file: SourceFile) -> [Diagnostic] {
        if let pattern, !matches(file.path, pattern: pattern) { return [] }
        var locator = SourceLocator(file)
        return schema.violations(in: file.bytes, limit: 10_000).map { violation in
            let place = violation.path.isEmpty ? "" : "'\(violation.path)': "
            return Diagnostic(.error, .schemaValue, place + violation.message, at: locator.span(violation.range))
        }
    }
}
