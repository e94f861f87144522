internal import KairanContent
internal import KairanModel
package import KairanQueries

extension Evaluator {
    /// Returns the items of which a template makes an output each: the entries, pages or groups of its `for`.
    func items(of template: Template, _ diagnostics: inout [Diagnostic]) -> [OutputJob.Item] {
        let frames = Frames(frames: [.names(rootValues)])
        switch template.iteration {
        case .once: return [.once]
        case .entries(let query):
            let elements = elements(query, frames)
            guard areFew(elements.count, template, &diagnostics) else { return [] }
            return itemsWithNeighbours(elements, of: query)
        case .pages(let query, let size, _):
            let elements = elements(query, frames)
            guard areFew((elements.count + size - 1) / size, template, &diagnostics) else { return [] }
            return (0..<max(1, (elements.count + size - 1) / size)).map { page in
                .page(number: page + 1, entries: Array(elements.dropFirst(page * size).prefix(size)))
            }
        case .values(let query, let by):
            let element = by.type.elementOfList
            let type = site.schema.groupType(of: query.element, by: element, collection: nil, path: by.text)
            return groups(query, by: by, type, frames).map(OutputJob.Item.group)
        case .combinations(let query, let by):
            let type = site.schema.combinationType(of: query.element, by: by)
            var found: [OutputJob.Item] = []
            addCombinations([], elements(query, frames), by: by[...], query, frames) { values, entries in
                found.append(.group(.record(values + [.list(entries)], type)))
                return found.count <= OutputLimits.files
            }
            return areFew(found.count, template, &diagnostics) ? found : []
        }
    }

    /// - Parameter paths: The paths of the template's placeholders.
    func path(
        of item: OutputJob.Item, _ template: Template, _ paths: [String: Path], _ diagnostics: inout [Diagnostic]
    ) -> String {
        if case .page(let number, _) = item, number == 1, case .pages(_, _, let first?) = template.iteration {
            if let mistake = template.otherKind(of: first, at: template.span) { diagnostics.append(mistake) }
            return first
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64)
        for part in template.pattern.parts {
            switch part {
            case .literal(let text): bytes.append(copying: text.utf8.span)
            case .placeholder(let name):
                let value = placeholder(name, paths[name], of: item)
                if !isSafePathPart(value) {
                    let place = span(of: paths[name], item, template) ?? template.span
                    diagnostics.append(unsafePath(value, name, template, at: place))
                }
                bytes.append(copying: value.utf8.span)
            }
        }
        let path = String(decoding: bytes.span)
        if var mistake = template.otherKind(of: path, at: template.span) {
            if let last = template.pattern.placeholders.last, let place = span(of: paths[last], item, template) {
                mistake.span = place
            }
            diagnostics.append(mistake)
        }
        return path
    }

    private func unsafePath(
        _ part: String, _ name: String, _ template: Template, at span: SourceSpan
    ) -> Diagnostic {
        Diagnostic(
            .error, .pathUnsafe, "'\(part)' cannot be part of a path ({\(name)} of \(template.path))", at: span,
            help: "a part of a path cannot start with '.' or hold / \\ : * ? \" < > | or control characters")
    }

    /// - Parameter add: A function that takes a combination, and returns whether there may be more.
    @discardableResult
    private func addCombinations(
        _ values: [Value], _ elements: [Value], by paths: ArraySlice<Path>, _ query: Query, _ frames: Frames,
        _ add: (_ values: [Value], _ entries: [Value]) -> Bool
    ) -> Bool {
        guard let path = paths.first else { return add(values, elements) }
        return buckets(elements, by: path, query, frames).allSatisfy { bucket in
            addCombinations(values + [bucket.value], bucket.entries, by: paths.dropFirst(), query, frames, add)
        }
    }

    private func placeholder(_ name: String, _ path: Path?, of item: OutputJob.Item) -> String {
        switch item {
        case .once, .part, .nearest: return ""
        case .entry(let entry, _, _):
            return path.map { plainText(value($0, Frames(frames: [.element(entry)]))) } ?? ""
        case .group(let group):
            guard case .record(let values, let type) = group else { return "" }
            return plainText(values[type.index(of: name) ?? 0])
        case .page(let number, _): return String(number)
        }
    }

    /// Returns the place of the value that gives a part of an output's path. For a group, it is in its first entry.
    private func span(of path: Path?, _ item: OutputJob.Item, _ template: Template) -> SourceSpan? {
        switch item {
        case .entry(let entry, _, _): return path.flatMap { span(of: $0, in: entry) }
        case .group(.record(let values, _)):
            guard case .list(let entries)? = values.last, let entry = entries.first else { return nil }
            switch template.iteration {
            case .values(_, let by): return span(of: by, in: entry)
            case .combinations(_, let by): return by.lazy.compactMap { span(of: $0, in: entry) }.first
            default: return nil
            }
        default: return nil
        }
    }

    private func span(of path: Path, in entry: Value) -> SourceSpan? {
        guard case .entry(let reference) = entry else { return nil }
        let entry = site.content[reference]
        guard case .field(let index)? = path.steps.first else { return entry.span }
        return entry.span(ofField: index)
    }

    /// Returns the place of the entry that an output is made of, or of the value that the entries of a group share.
    func place(of item: OutputJob.Item, _ template: Template) -> SourceSpan? {
        if case .entry(.entry(let reference), _, _) = item { return site.content[reference].span }
        return span(of: nil, item, template)
    }
}

extension Schema {
    /// Returns the paths whose values fill the placeholders of a template.
    package func paths(of template: Template) -> [String: Path] {
        switch template.iteration {
        case .once, .pages: return [:]
        case .values(_, let by):
            return Dictionary(template.pattern.placeholders.map { ($0, by) }) { first, _ in first }
        case .combinations(_, let by): return Dictionary(by.map { ($0.name, $0) }) { first, _ in first }
        case .entries(let query): return self.paths(of: template.pattern, in: query)
        }
    }

    /// Returns the paths whose values fill the placeholders of a pattern, as far as the elements of a query have them.
    func paths(of pattern: OutputPattern, in query: Query) -> [String: Path] {
        let scope = Scope(root: []).entering(query)
        var paths: [String: Path] = [:]
        for name in pattern.placeholders {
            guard case .success(let path) = path(name, in: scope, at: SourceSpan(path: "")) else { continue }
            paths[name] = path
        }
        return paths
    }
}
