internal import KairanContent
internal import KairanFormats
package import KairanModel
internal import KairanQueries
internal import KairanReaders

/// A number that grows by one if one of some outputs changes. It is all that its file holds, or it stands beside the
/// data that it counts. In JSON, changes of white space do not count, because no client sees them.
///
/// Only the last publication shows which number comes next and whether a file differs, so the number is read there. If
/// it is not the number in `.kairan.json`, the build stops instead of starting anew. Since the number only grows, its
/// schema stays as it was published, even if `first` changes (`keepingRevisions`).
package struct RevisionTemplate: Sendable {
    /// The paths of the outputs, with the places where the template names them. There are none if the number counts the
    /// changes of its own file.
    package var paths: [(path: String, span: SourceSpan)]
    /// The least number. It is the first one, or one that apps have not seen if the last one is unknown.
    package var first: Int
    /// The key of the number in the object that it stands in; nil if the file holds only the number.
    package var key: String?

    package var countsItself: Bool { paths.isEmpty }
}

extension Template {
    /// The number that the template's file is or holds.
    package var revision: RevisionTemplate? { if case .revision(let revision) = kind { revision } else { number } }

    /// Returns the shape with the number in it.
    func shape(_ shape: Shape, holding number: Int?) -> Shape {
        guard let number, case .object(var shapes, let type) = shape,
            let index = type.fields.firstIndex(where: { $0.name == self.number?.key })
        else { return shape }
        shapes[index] = .literal(.integer(number))
        return .object(shapes, type)
    }
}

extension ValueSchema {
    /// Returns the schema of an object with the promise of the number in it.
    func holding(_ number: RevisionTemplate?) -> ValueSchema {
        guard case .object(var properties) = form,
            let index = properties.firstIndex(where: { $0.name == number?.key }), let number
        else { return self }
        properties[index].schema = .integer(from: number.first, .int64)
        var schema = self
        schema.form = .object(properties)
        return schema
    }
}

extension TemplateCompiler {
    static let revisionWords = ["description", "revision"]

    /// Compiles `revision: { of: [api/v1/ads.json], first: 1 }`.
    ///
    /// - Parameter key: The key of a number beside data, which may leave out `of`.
    mutating func revision(_ node: SourceNode, key: String? = nil) -> RevisionTemplate? {
        let isEmpty = key != nil && node.isNull
        let written = isEmpty ? node : reader.corrected(node, allowed: ["of", "first"], what: "'revision'")
        guard written.members != nil || isEmpty else { return nil }
        let paths = reader.texts(written["of"], "'of'", help: "write of: [api/v1/news.json]").map {
            (path: $0.text, span: $0.span)
        }
        guard !paths.isEmpty || key != nil && written["of"] == nil else {
            reader.error(
                .revisionOf, "a revision needs 'of', the outputs whose changes it counts", at: node.span,
                help: "write revision: { of: [api/v1/ads.json] }")
            return nil
        }
        return RevisionTemplate(
            paths: paths, first: reader.integer(written["first"], "'first'", in: 0...highestFirstNumber) ?? 1,
            key: key)
    }

    /// Compiles the shape of an endpoint, in whose object a number may stand: `version: { revision: { first: 3 } }`.
    mutating func endpoint(_ data: SourceNode, _ scope: TemplateScope) -> TypedShape? {
        let written = data.members?.compactMap(\.value.revisionBesideData) ?? []
        guard var members = data.members, let first = written.first else {
            return shapes.shape(data, in: scope.scope, for: .endpoint)
        }
        var revision: RevisionTemplate?
        let places = members.indices.filter { members[$0].value.revisionBesideData != nil }
        for index in places {
            let (key, span) = (members[index].key, members[index].value.span)
            if index == places.first, case .once = scope.iteration {
                revision = self.revision(first, key: key.hasSuffix("?") ? String(key.dropLast()) : key)
            }
            // The shape's other mistakes are found, too.
            let number = SourceNode(.scalar("\(revision?.first ?? 1)", .number), span: span)
            let literal = SourceNode.Member(key: "literal", keySpan: members[index].keySpan, value: number)
            members[index].value = SourceNode(.mapping([literal]), span: span)
        }
        let shape = shapes.shape(SourceNode(.mapping(members), span: data.span), in: scope.scope, for: .endpoint)
        guard isOnlyRevision(written, scope), let revision, let shape else { return nil }
        guard case .object = shape.shape else {
            shapes.rejectRevision(at: first.span)
            return nil
        }
        number = revision
        return shape
    }

    /// Returns whether a revision is the only one, in a template that makes one file. Reports those that are not.
    private mutating func isOnlyRevision(_ written: [SourceNode], _ scope: TemplateScope) -> Bool {
        guard case .once = scope.iteration else {
            for node in written {
                shapes.rejectRevision(
                    "a revision can stand only in one file", at: node.span,
                    help: "put it into a data template without 'for'")
            }
            return false
        }
        for node in written.dropFirst() {
            shapes.rejectRevision("a file can have only one revision", at: node.span, help: "remove one of them")
        }
        return written.count == 1
    }
}

extension OutputPlan {
    package func revision(_ output: PlannedOutput) -> RevisionTemplate? {
        guard case .job(let position) = output.maker else { return nil }
        return templates.templates[jobs[position].template].revision
    }

    /// Makes a revision's file.
    package func counted(_ output: PlannedOutput, _ number: Int, _ options: RenderOptions) -> Diagnosed<MadeOutput>? {
        guard case .job(let position) = output.maker else { return nil }
        return render(position, options, number: number)
    }

    /// The paths of files that hold nothing but a revision.
    package var revisionPaths: Set<String> {
        Set(
            templates.templates.indices.flatMap { index -> [String] in
                guard case .revision = templates.templates[index].kind else { return [] }
                return jobs[jobRanges[index]].map(\.path)
            })
    }

    /// Reports revisions whose counted outputs do not exist.
    package func checkRevisions(_ paths: [String]) -> [Diagnostic] {
        let revisions = templates.templates.compactMap { template in
            template.revision.map { (template, $0) }
        }
        guard !revisions.isEmpty else { return [] }
        let (known, later) = (Set(paths), versionFilePaths)
        return revisions.flatMap { template, revision in
            revision.paths.filter {
                !known.contains($0.path) || later.contains($0.path) || template.pattern.parts == [.literal($0.path)]
            }.map {
                let nearest = suggestion(for: $0.path, in: paths, kind: "outputs")
                let isGone = !known.contains($0.path) && !later.contains($0.path)
                return Diagnostic(
                    .error, .revisionOf,
                    later.contains($0.path)
                        ? "'\($0.path)' has a revision of its own"
                        : isGone ? "there is no output '\($0.path)'" : "a revision cannot count its own changes",
                    at: $0.span,
                    help: isGone
                        ? nearest?.after("if its entry is gone, remove it from 'of'; ")
                            ?? "if its entry is gone, remove it from 'of'"
                        : nearest)
            }
        }
    }
}

/// Returns the bytes of a revision file.
package func revisionFile(_ number: Int) -> [UInt8] { Array("\(number)\n".utf8) }

/// The highest allowed first number. All numbers that can follow it are still whole numbers in JSON.
let highestFirstNumber = 9_000_000_000_000_000
