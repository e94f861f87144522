internal import KairanContent
internal import KairanModel
internal import KairanReaders

extension ShapeCompiler {
    /// Compiles a text of the content with names of the entries of a collection: `{cycle}`, or `__CYCLE__` as other
    /// programs write it.
    ///
    /// - Parameters:
    ///   - isAddress: If this is true, the text becomes an address, which cannot hold a brace.
    ///   - mayBeMissing: If this is true, there is no text for an entry that lacks one of the names.
    mutating func namePattern(
        _ text: String, of collection: String, isAddress: Bool, mayBeMissing: Bool, at span: SourceSpan
    ) -> TextPattern? {
        let type = FieldType.reference(collection)
        guard let braced = withBraces(text, of: collection, at: span),
            let parts = placedParts(
                braced, in: Scope(root: []).entering(type), at: span, brace: isAddress ? "%7B" : "'{{'")
        else { return nil }
        let mistakes = reader.diagnostics.errorCount
        for (part, inner, span) in parts {
            func place(of path: Path) -> SourceSpan {
                inner.firstRange(of: path.text).map { span.part(inner[$0], of: inner) } ?? span
            }
            let resolved = part.paths.filter { schema.isResolved($0, from: type) }
            for path in resolved { refuse(path, at: place(of: path)) }
            if resolved.isEmpty, !mayBeMissing, let path = part.optionalPath {
                refuse(path, missingIn: collection, at: place(of: path))
            }
        }
        return reader.diagnostics.errorCount == mistakes ? TextPattern(parts: parts.map(\.part)) : nil
    }

    private mutating func refuse(_ path: Path, at place: SourceSpan) {
        reader.error(
            .pathPattern, "a pattern cannot name '\(path.text)', which is made of a pattern", at: place,
            help: "name a field that is no pattern and has no default made of one")
    }

    private mutating func refuse(_ path: Path, missingIn collection: String, at place: SourceSpan) {
        reader.error(
            .patternMissing, "not every entry of \(collection) has '\(path.text)'", at: place,
            help:
                "say what stands there then, as in {\(path.text) or id}, or declare the field as 'pattern?': then entries "
                + "without it have no text")
    }

    /// Writes names between underscores in braces. The text keeps its length, and with it the places of mistakes.
    private mutating func withBraces(_ text: String, of collection: String, at span: SourceSpan) -> String? {
        let names = schema.names(on: .reference(collection))
        var braced = text
        var isWhole = true
        for match in text.matches(of: /__([A-Z][A-Z0-9_]*?)__/).reversed() {
            let written = match.output.1.replacing("_", with: "").lowercased()
            guard let name = names.first(where: { $0.lowercased().replacing("_", with: "") == written }) else {
                reader.error(
                    .pathUnknown, "an entry of \(collection) has no '\(match.output.0)'",
                    at: span.part(match.output.0, of: text),
                    help: suggestion(
                        for: written, in: schema.offeredNames(on: .reference(collection)), kind: "names here"))
                isWhole = false
                continue
            }
            let padding = String(repeating: " ", count: max(0, match.output.0.count - name.count - 3))
            braced.replaceSubrange(match.range, with: "{ \(name)\(padding)}")
        }
        return isWhole ? braced : nil
    }
}

extension Schema {
    /// Returns whether a path leads to a pattern, or to a default that is computed from one.
    fileprivate func isResolved(_ path: Path, from start: FieldType) -> Bool {
        path.isResolved
            || fields(along: path, from: start).compactMap(\.position).contains { field in
                let own = FieldType.reference(declarations.collections[field.collection].name)
                return computedDefaults[field]?.paths.contains { isResolved($0, from: own) } ?? false
            }
    }
}

extension Site {
    /// Returns errors for names in patterns that do not exist. Entries that an earlier build read have none.
    func checkPatterns() -> [Diagnostic] {
        var diagnostics: [Diagnostic] = []
        for collection in content.collections {
            for (index, field) in collection.declaration.fields.enumerated() {
                guard let pattern = field.pattern else { continue }
                for entry in collection.entries where !entry.isCached {
                    guard case .text(let text) = entry.value(ofField: index) else { continue }
                    var compiler = ShapeCompiler(schema: schema)
                    _ = compiler.namePattern(
                        text, of: pattern.collection, isAddress: pattern.isAddress, mayBeMissing: field.isOptional,
                        at: entry.span(ofField: index))
                    diagnostics += compiler.reader.diagnostics
                }
            }
        }
        return diagnostics
    }
}
