internal import KairanContent
internal import KairanModel

/// The way in which a path that leads to a text with names in it resolves them.
struct PatternResolution: Sendable {
    /// The collection whose entries have the names.
    var collection: String
    /// The position of the frame that holds such an entry.
    var frame: Int
    var isAddress: Bool
}

extension Path {
    /// This is true if names in the value are replaced by the values of an entry.
    package var isResolved: Bool { resolution != nil }
}

/// A text of the content with names of fields in it, and the collection that has the fields.
struct TextWithNames: Hashable {
    var text: String
    var collection: String
}

extension Evaluator {
    /// Puts the names of an entry into a text of the content.
    func resolved(_ value: Value, _ resolution: PatternResolution, _ frames: Frames) -> Value {
        guard case .text(let text) = value, case .element(let entry) = frames.frames[resolution.frame],
            let pattern = pattern(TextWithNames(text: text, collection: resolution.collection))
        else { return .missing }
        let own = Frames(frames: [.element(entry)])
        let resolved =
            resolution.isAddress
            ? address(pattern, own).map { percentEncoded($0) { $0 < 0x80 } } : self.text(pattern, own)
        return resolved.map(Value.text) ?? .missing
    }

    /// Returns nil if the text has a mistake.
    private func pattern(_ key: TextWithNames) -> TextPattern? {
        site.namePatterns.value(key) {
            var compiler = ShapeCompiler(schema: site.schema)
            return compiler.namePattern(
                key.text, of: key.collection, isAddress: false, mayBeMissing: true, at: SourceSpan(path: ""))
        }
    }

    /// Returns the text of a pattern with each value encoded as a part of an address (RFC 3986, 3.3 and 3.4). A value
    /// at the start is an address or its beginning, and the site's own addresses may go on a path as they are.
    package func address(_ pattern: TextPattern, _ frames: Frames) -> String? {
        var result = ""
        for part in pattern.parts {
            guard let text = text(TextPattern(parts: [part]), frames) else { return nil }
            if result.isEmpty || part.isLiteral {
                result += text
            } else if result.utf8.contains(where: "?#".utf8.contains) {
                result += escapedInQuery(text)
            } else if case .path(let path, _) = part, [.ownAddress, .ownFile].contains(path.assurance) {
                result += text
            } else {
                result += escapedPath(text)
            }
        }
        return result
    }
}

extension TextPattern.Part {
    fileprivate var isLiteral: Bool { if case .literal = self { true } else { false } }
}

extension Schema {
    /// Returns the path to the text of a pattern as it is written, `changelog.pattern`; nil if the names lead to none.
    func writtenPattern(
        _ names: [String], in scope: Scope, _ follow: () -> Result<Path, PathError>
    ) -> Path? {
        guard names.count > 1, names.last == "pattern", case .success(let path) = follow(),
            pattern(at: path, in: scope) != nil
        else { return nil }
        return path
    }

    /// Returns the path that resolves the names of a text, if it leads to one.
    func resolving(_ path: Path, in scope: Scope, at span: SourceSpan) -> Result<Path, PathError> {
        guard let pattern = pattern(at: path, in: scope) else { return .success(path) }
        let frame = scope.frames.lastIndex { frame in
            if case .element(.reference(let name)) = frame { name == pattern.collection } else { false }
        }
        guard let frame else {
            return .failure(
                PathError(
                    diagnostic: Diagnostic(
                        .error, .pathPattern,
                        "'\(path.text)' has names of \(pattern.collection), and no entry of \(pattern.collection) is at hand",
                        at: span, help: "use it in 'each: \(pattern.collection)' or 'for: \(pattern.collection)'")))
        }
        var path = path
        let type: FieldType = pattern.isAddress ? .url : .text
        path.type = path.leadsThroughList ? .list(type) : type
        path.resolution = PatternResolution(
            collection: pattern.collection, frame: frame, isAddress: pattern.isAddress)
        return .success(path)
    }

    /// Returns the pattern that the last field of a path holds, or nil if it holds none.
    private func pattern(at path: Path, in scope: Scope) -> NamePattern? {
        let type: FieldType
        switch (scope.frames[path.frame], path.slot) {
        case (.element(let element), _): type = element
        case (.names(let names), let slot?): type = names.fields[slot].type
        case (.names, nil): return nil
        }
        let field = fields(along: path, from: type).last
        return field?.steps == path.steps.count ? field?.declaration.pattern : nil
    }
}
