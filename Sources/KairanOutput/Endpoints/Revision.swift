internal import KairanContent
internal import KairanFormats
package import KairanModel
internal import KairanReaders

/// A file that holds only a number, which grows by one if one of some other outputs changes. In JSON, changes of white
/// space do not count, because no client sees them.
///
/// Only the last publication shows which number comes next and whether a file differs, so the number is read there. If
/// it is not the number in `.kairan.json`, the build stops instead of starting anew. Since the number only grows, its
/// schema stays as it was published, even if `first` changes (`keepingRevisions`).
package struct RevisionTemplate: Sendable {
    /// The paths of the outputs, with the places where the template names them.
    var paths: [(path: String, span: SourceSpan)]
    /// The least number. It is the first one, or one that apps have not seen if the last one is unknown.
    var first: Int
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
    func revision(_ output: PlannedOutput) -> RevisionTemplate? {
        guard case .job(let position) = output.maker,
            case .revision(let revision) = templates.templates[jobs[position].template].kind
        else { return nil }
        return revision
    }

    /// Returns the contract with the published promises about revisions, which continue wherever they would start now.
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

    /// Adds the revisions to the other outputs, once these are made.
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
            // If the number cannot be known, the file is still made, because other outputs may link to it.
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

    /// - Parameter made: The counted outputs that may differ from the published ones.
    private func number(
        of revision: RevisionTemplate, at path: String, _ made: [OutputFile], _ last: PublishedFiles
    ) throws(UnreadablePublication) -> Int {
        guard let number = try publishedNumber(at: path, last) else { return revision.first }
        // If the file was not published last time, changes since then are unknown, so the number grows.
        if case .nothing = last[path] { return max(number + 1, revision.first) }
        for file in made where try !isPublished(file, last) { return max(number + 1, revision.first) }
        return max(number, revision.first)
    }
}

/// Returns the bytes of a revision file.
func revisionFile(_ number: Int) -> [UInt8] { Array("\(number)\n".utf8) }

/// The highest allowed first number. All numbers that can follow it are still whole numbers in JSON.
let highestFirstNumber = 9_000_000_000_000_000

/// Returns whether no client would see a difference. If the files of the publication are gone, only the list of hashes
/// is compared.
private func isPublished(_ file: OutputFile, _ last: PublishedFiles) throws(UnreadablePublication) -> Bool {
    guard let published = try last[file.path].bytes(at: file.path) else {
        return last.list.hash(of: file.path) == ContentHash(file.bytes)
    }
    let isJSON = fileExtension(of: file.path) == "json"
    return published == file.bytes || isJSON && compactJSON(published) == compactJSON(file.bytes)
}

/// Returns the number of the last publication, or nil if there is none. Apps have that number, so no other one is
/// accepted.
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
    // The file has no hash if it was not a counting number before.
    if promised != nil, let fault = promises.fault(in: path, bytes) {
        throw UnreadablePublication(path, fault, promised?.revision)
    }
    guard let number = Int(String(decoding: bytes, as: UTF8.self).trimmingSpaces()), number < Int.max else {
        throw UnreadablePublication(path, "does not hold a whole number", promised?.revision)
    }
    return number
}

/// Returns JSON without the white space between its tokens (RFC 8259, 2).
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

    /// - Parameter number: The number that Kairan published there, if it is known.
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
