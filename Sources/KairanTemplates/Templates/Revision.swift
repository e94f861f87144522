internal import KairanContent
internal import KairanFormats
package import KairanModel
internal import KairanQueries
internal import KairanReaders

/// A file that holds only a number, which grows by one if one of some other outputs changes. In JSON, changes of white
/// space do not count, because no client sees them.
///
/// Only the last publication shows which number comes next and whether a file differs, so the number is read there. If
/// it is not the number in `.kairan.json`, the build stops instead of starting anew. Since the number only grows, its
/// schema stays as it was published, even if `first` changes (`keepingRevisions`).
package struct RevisionTemplate: Sendable {
    /// The paths of the outputs, with the places where the template names them.
    package var paths: [(path: String, span: SourceSpan)]
    /// The least number. It is the first one, or one that apps have not seen if the last one is unknown.
    package var first: Int
}

extension TemplateCompiler {
    static let revisionWords = ["description", "revision"]

    /// Compiles `revision: { of: [api/v1/ads.json], first: 1 }`.
    mutating func revision(_ node: SourceNode) -> RevisionTemplate? {
        let written = reader.corrected(node, allowed: ["of", "first"], what: "'revision'")
        guard written.members != nil else { return nil }
        let paths = reader.texts(written["of"], "'of'").map { (path: $0.text, span: $0.span) }
        guard !paths.isEmpty else {
            reader.error(
                "revision.of", "a revision needs 'of', the outputs whose changes it counts", at: node.span,
                help: "write revision: { of: [api/v1/ads.json] }")
            return nil
        }
        return RevisionTemplate(
            paths: paths, first: reader.integer(written["first"], "'first'", in: 0...highestFirstNumber) ?? 1
        )
    }
}

extension OutputPlan {
    package func revision(_ output: PlannedOutput) -> RevisionTemplate? {
        guard case .job(let position) = output.maker,
            case .revision(let revision) = templates.templates[jobs[position].template].kind
        else { return nil }
        return revision
    }

    /// The paths of all revisions.
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
            if case .revision(let revision) = template.kind { (template, revision) } else { nil }
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
                    .error, "revision.of",
                    later.contains($0.path)
                        ? "'\($0.path)' has a revision of its own"
                        : isGone ? "there is no output '\($0.path)'" : "a revision cannot count its own changes",
                    at: $0.span,
                    help: isGone
                        ? "if its entry is gone, remove it from 'of'" + (nearest.map { "; " + $0 } ?? "") : nearest)
            }
        }
    }
}

/// Returns the bytes of a revision file.
package func revisionFile(_ number: Int) -> [UInt8] { Array("\(number)\n".utf8) }

/// The highest allowed first number. All numbers that can follow it are still whole numbers in JSON.
let highestFirstNumber = 9_000_000_000_000_000
