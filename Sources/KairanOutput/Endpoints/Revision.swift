internal import KairanContent
package import KairanModel
internal import KairanReaders

/// A file that holds a number and nothing else; it grows by one when one of some other outputs changes: of JSON, when
/// more than the white space does that no client sees.
///
/// Only the last publication knows which number comes next and whether a file differs, so the number is read there. One
/// that is not the number of `.kairan.json` stops the build instead of starting anew. Since the number only grows, its
/// schema stays as it was published, whatever `first` says by now (`keepingRevisions`).
package struct RevisionTemplate: Sendable {
    /// Of the outputs, with the places where the template names them.
    var paths: [(path: String, span: SourceSpan)]
    /// The least number: the first one, and one that apps may have seen where nobody knows the last.
    var first: Int
}

extension TemplateCompiler {
    static let revisionWords = ["description", "revision"]

    /// `revision: { of: [api/v1/ads.json], first: 1 }`.
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
    func revision(_ output: PlannedOutput) -> RevisionTemplate? {
        guard case .job(let position) = output.maker,
            case .revision(let revision) = templates.templates[jobs[position].template].kind
        else { return nil }
        return revision
    }

    /// The contract with what is promised of numbers that go on, wherever they would begin now.
    func keepingRevisions(of published: PublishedContract, in contract: VersionContract) -> VersionContract {
        var contract = contract
        for (index, endpoint) in contract.endpoints.enumerated() {
            guard let template = endpoint.templates.first, case .revision = templates.templates[template].kind,
                let known = published.endpoints.first(where: { $0.path == endpoint.path })?.schema,
                case .integer(var range) = known.form, !known.isNullable
            else { continue }
            range.size = range.size ?? .int64
            contract.endpoints[index].schema = ValueSchema(.integer(range))
        }
        return contract
    }

    /// Of all revisions.
    package var revisionPaths: Set<String> {
        Set(
            templates.templates.indices.flatMap { index -> [String] in
                guard case .revision = templates.templates[index].kind else { return [] }
                return jobs[jobRanges[index]].map(\.path)
            })
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

    /// Adds the numbers of revisions to the other outputs, once these are made.
    func countRevisions(
        _ unsealed: [PlannedOutput], _ versions: ReviewedVersions, _ kept: KeptFiles, _ made: inout [MadeOutput],
        _ last: PublishedFiles
    ) -> [Diagnostic] {
        let revisions = unsealed.filter { revision($0) != nil }
        guard !revisions.isEmpty else { return [] }
        var files = Dictionary(made.map { ($0.file.path, $0.file) }) { first, _ in first }
        var diagnostics: [Diagnostic] = []
        for output in revisions {
            guard let revision = revision(output) else { continue }
            let counted = revision.paths.compactMap { path, _ in
                files[path] ?? (kept.arePublished ? nil : kept.file(path))
            }
            // Where the number cannot be known, the file is there all the same for whatever links to it.
            var number = revision.first
            do {
                number = try self.number(of: revision, at: output.path, counted, last)
            } catch {
                diagnostics.append(
                    Diagnostic(
                        .error, "revision.unreadable", error.message, at: SourceSpan(path: output.sources[0]),
                        help: error.help))
            }
            let file = OutputFile(path: output.path, bytes: revisionFile(number), revision: number)
            files[output.path] = file
            made.append(MadeOutput(file, Reads(), in: site))
            diagnostics += checkPromises(of: output, file.bytes, versions)
        }
        return diagnostics
    }

    /// - Parameter made: Those of the counted outputs that may not be as they were published.
    private func number(
        of revision: RevisionTemplate, at path: String, _ made: [OutputFile], _ last: PublishedFiles
    ) throws(UnreadablePublication) -> Int {
        guard let number = try publishedNumber(at: path, last) else { return revision.first }
        // What it counted meanwhile is not known.
        if case .nothing = last[path] { return max(number + 1, revision.first) }
        for file in made where try !isPublished(file, last) { return max(number + 1, revision.first) }
        return max(number, revision.first)
    }
}

/// What the file of a revision holds.
func revisionFile(_ number: Int) -> [UInt8] { Array("\(number)\n".utf8) }

/// What a number may begin with at most, so that every number after it is a whole number of JSON.
let highestFirstNumber = 9_000_000_000_000_000

/// Whether no client would see a difference. Of a publication that is not in its folder any more the list alone may tell.
private func isPublished(_ file: OutputFile, _ last: PublishedFiles) throws(UnreadablePublication) -> Bool {
    guard let published = try last[file.path].bytes(at: file.path) else {
        return last.list.hash(of: file.path) == ContentHash(file.bytes)
    }
    let isJSON = fileExtension(of: file.path) == "json"
    return published == file.bytes || isJSON && compactJSON(published) == compactJSON(file.bytes)
}

/// The number of the last publication, nil where there is none: apps have it, so no other is taken for it.
private func publishedNumber(at path: String, _ last: PublishedFiles) throws(UnreadablePublication) -> Int? {
    let bytes = try last[path].bytes(at: path)
    guard let promises = last.list.promises else {
        throw UnreadablePublication(
            path, "cannot be trusted: '\(publishedListPath)' beside it was not written only by Kairan")
    }
    let promised = promises.files[path]
    let isListed = promised != nil || last.list.contains(path)
    guard let bytes else {
        if let promised, promised.sha256 == nil { return promised.revision }
        if !isListed { return nil }
        throw UnreadablePublication(path, "is gone", promised?.revision)
    }
    // What was no number that counts before has no hash.
    if promised != nil, let fault = promises.fault(in: path, bytes) {
        throw UnreadablePublication(path, fault, promised?.revision)
    }
    guard let number = Int(String(decoding: bytes, as: UTF8.self).trimmingSpaces()), number < Int.max else {
        throw UnreadablePublication(path, "does not hold a whole number", promised?.revision)
    }
    return number
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

    /// - Parameter number: What Kairan published there, if that is known.
    init(_ path: String, _ problem: String, _ number: Int? = nil) {
        message = "the published '\(path)' \(problem)"
        help =
            number.map { "write \($0) into it, the number that was published: " }
            ?? "restore it, with \(publishedListPath), from the history of what you published; if that is "
            + "lost, publish once without the revision, then with a 'first' that no app has seen: "
        help += "to an app, a number that it already has means nothing new"
    }
}

extension PublishedFile {
    fileprivate func bytes(at path: String) throws(UnreadablePublication) -> [UInt8]? {
        switch self {
        case .nothing: return nil
        case .bytes(let bytes): return bytes
        case .unreadable(let reason): throw UnreadablePublication(path, "cannot be read: \(reason)")
        }
    }
}
