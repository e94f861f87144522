internal import KairanContent
package import KairanModel

/// A file that holds a number and nothing else; it grows by one when one of some other outputs changes: of JSON, when
/// more than the white space does that no client sees.
package struct RevisionTemplate: Sendable {
    /// Of the outputs, with the places where the template names them.
    var paths: [(path: String, span: SourceSpan)]
    /// The number while nothing is published at the file's path.
    var first: Int
}

/// What stands at an output's path in the publication before this one.
package enum PublishedFile: Sendable {
    case nothing
    case bytes([UInt8])
    /// With what the system says.
    case unreadable(String)
}

package typealias LastPublication = @Sendable (_ path: String) -> PublishedFile

extension TemplateCompiler {
    static let revisionWords = ["description", "revision"]

    /// `revision: { of: [api/v1/ads.json], first: 1 }`.
    mutating func revision(_ node: SourceNode) -> RevisionTemplate? {
        let written = reader.corrected(node, allowed: ["of", "first"], what: "'revision'")
        guard written.members != nil else { return nil }
        let paths = reader.texts(written["of"], "'of'").map { (path: $0.text, span: $0.span) }
        guard !paths.isEmpty else {
            reader.error(
                "revision.of", "a revision needs 'of', the outputs that it counts the changes of", at: node.span,
                help: "write revision: { of: [api/v1/ads.json] }")
            return nil
        }
        return RevisionTemplate(
            paths: paths, first: reader.integer(written["first"], "'first'", in: 0...Int.max) ?? 1)
    }
}

extension OutputPlan {
    func revision(_ output: PlannedOutput) -> RevisionTemplate? {
        guard case .job(let position) = output.maker,
            case .revision(let revision) = templates.templates[jobs[position].template].kind
        else { return nil }
        return revision
    }

    /// Of all revisions.
    package var revisionPaths: Set<String> {
        Set(
            templates.templates.indices.flatMap { index -> [String] in
                guard case .revision = templates.templates[index].kind else { return [] }
                return jobs[jobRanges[index]].map(\.path)
            })
    }

    /// The paths of those that count the changes of some of these outputs.
    package func revisions(of paths: Set<String>) -> [String] {
        templates.templates.indices.flatMap { index -> [String] in
            guard case .revision(let revision) = templates.templates[index].kind,
                revision.paths.contains(where: { paths.contains($0.path) })
            else { return [] }
            return jobs[jobRanges[index]].map(\.path)
        }
    }

    /// Whether there are the outputs that revisions are of.
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
                Diagnostic(
                    .error, "revision.of",
                    later.contains($0.path)
                        ? "'\($0.path)' has a revision of its own"
                        : known.contains($0.path)
                            ? "a revision cannot count its own changes" : "there is no output '\($0.path)'",
                    at: $0.span, help: suggestion(for: $0.path, in: paths, kind: "outputs"))
            }
        }
    }

    /// Writes the numbers of revisions once all other outputs are made. What is not among `made` is as it was published.
    func countRevisions(
        _ outputs: [PlannedOutput], _ made: inout [MadeOutput], _ last: LastPublication
    ) -> [Diagnostic] {
        let revisions = outputs.indices.filter { outputs[$0].countsChanges }
        guard !revisions.isEmpty else { return [] }
        let places = Dictionary(zip(outputs.map(\.path), outputs.indices)) { first, _ in first }
        var diagnostics: [Diagnostic] = []
        for index in revisions {
            guard let revision = revision(outputs[index]) else { continue }
            let path = outputs[index].path
            let counted = revision.paths.compactMap { places[$0.path] }.map { made[$0].file }
            do {
                let number = try number(of: revision, at: path, counted, last)
                made[index] = MadeOutput(OutputFile(path: path, bytes: Array("\(number)\n".utf8)), Reads())
            } catch {
                diagnostics.append(
                    Diagnostic(
                        .error, "revision.unreadable", error.message, at: SourceSpan(path: outputs[index].sources[0]),
                        help: error.help))
            }
        }
        return diagnostics
    }

    /// - Parameter made: Those of the counted outputs that are not simply taken over.
    private func number(
        of revision: RevisionTemplate, at path: String, _ made: [OutputFile], _ last: LastPublication
    ) throws(UnreadablePublication) -> Int {
        guard let bytes = try last(path).bytes(at: path) else { return revision.first }
        let text = String(decoding: bytes, as: UTF8.self).trimmingSpaces()
        guard let number = Int(text), number < Int.max else {
            throw UnreadablePublication(
                message: "the published '\(path)' holds no whole number",
                help: "remove it to begin again with \(revision.first), which 'first' may raise")
        }
        for file in made {
            let published = try last(file.path).bytes(at: file.path)
            let isJSON = fileExtension(of: file.path) == "json"
            let isSame = published == file.bytes || isJSON && published.map(compactJSON) == compactJSON(file.bytes)
            if !isSame { return number + 1 }
        }
        return number
    }
}

/// Without the white space between its tokens (RFC 8259, 2).
private func compactJSON(_ bytes: [UInt8]) -> [UInt8] {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    var (isInString, isEscaped) = (false, false)
    return bytes.filter { byte in
        guard isInString else {
            isInString = byte == quote
            return !" \t\n\r".utf8.contains(byte)
        }
        isInString = byte != quote || isEscaped
        isEscaped = byte == backslash && !isEscaped
        return true
    }
}

private struct UnreadablePublication: Error {
    var message: String
    var help: String
}

extension PublishedFile {
    fileprivate func bytes(at path: String) throws(UnreadablePublication) -> [UInt8]? {
        switch self {
        case .nothing: return nil
        case .bytes(let bytes): return bytes
        case .unreadable(let reason):
            throw UnreadablePublication(
                message: "the published '\(path)' cannot be read: \(reason)",
                help: "without it, a revision cannot be told from the ones before")
        }
    }
}
