internal import KairanContent
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanQueries
internal import KairanReaders
internal import KairanTemplates

extension ContractGate {
    /// Returns the contract with the published promises about revisions, which continue wherever they would start now.
    func keepingRevisions(of published: PublishedContract, in contract: VersionContract) -> VersionContract {
        var contract = contract
        for (index, endpoint) in contract.endpoints.enumerated() {
            guard let template = endpoint.templates.first,
                let revision = plan.templates.templates[template].revision,
                let known = published.endpoints.first(where: { $0.path == endpoint.path })?.schema
            else { continue }
            contract.endpoints[index].schema = endpoint.schema.keepingNumber(of: known, at: revision.key)
        }
        return contract
    }
}

extension ValueSchema {
    /// - Parameter key: The key of the number; nil if the schema is that of the number alone.
    fileprivate func keepingNumber(of published: ValueSchema, at key: String?) -> ValueSchema {
        guard let key else {
            guard case .integer(var range) = published.form, !published.isNullable else { return self }
            range.size = range.size ?? .int64
            return ValueSchema(.integer(range))
        }
        guard case .object(var properties) = form, case .object(let known) = published.form,
            let index = properties.firstIndex(where: { $0.name == key }),
            let number = known.first(where: { $0.name == key })
        else { return self }
        properties[index].schema = properties[index].schema.keepingNumber(of: number.schema, at: nil)
        var schema = self
        schema.form = .object(properties)
        return schema
    }
}

extension Sealer {
    /// Adds the revisions to the other outputs, once these are made.
    func countRevisions(
        _ unsealed: [PlannedOutput], _ versions: ReviewedVersions, _ kept: KeptFiles, _ options: RenderOptions,
        _ made: inout [MadeOutput], _ last: PublishedFiles
    ) -> [Diagnostic] {
        let revisions = unsealed.filter { plan.revision($0) != nil }
        guard !revisions.isEmpty else { return [] }
        var files = Dictionary(made.map { ($0.file.path, $0.file) }) { first, _ in first }
        var diagnostics: [Diagnostic] = []
        for output in revisions {
            guard let revision = plan.revision(output) else { continue }
            // If nothing changed, the file that was made only to compare it with the published one is published itself.
            var compared: (number: Int, output: Diagnosed<MadeOutput>)?
            let counted = { (number: Int) -> [OutputFile] in
                guard revision.countsItself else {
                    return revision.paths.compactMap { path, _ in
                        files[path] ?? (kept.arePublished ? nil : kept.file(path))
                    }
                }
                compared = plan.counted(output, number, options).map { (number, $0) }
                return compared.map { [$0.output.value.file] } ?? []
            }
            // If the number cannot be known, the file is still made, because other outputs may link to it.
            var number = revision.first
            do {
                number = try self.number(of: revision, at: output.path, counted, last)
            } catch {
                diagnostics.append(
                    Diagnostic(
                        .error, .revisionUnreadable, error.message, at: SourceSpan(path: output.sources[0]),
                        help: error.help))
            }
            let known = compared?.number == number ? compared?.output : nil
            guard let own = known ?? plan.counted(output, number, options) else { continue }
            diagnostics += own.diagnostics
            files[output.path] = own.value.file
            made.append(own.value)
            if !own.diagnostics.hasErrors { diagnostics += checkPromises(of: output, own.value.file.bytes, versions) }
        }
        return diagnostics
    }

    /// - Parameter made: Returns the counted outputs that may differ from the published ones. If one of them is the
    ///   file itself, it still holds the published number.
    private func number(
        of revision: RevisionTemplate, at path: String, _ made: (Int) -> [OutputFile], _ last: PublishedFiles
    ) throws(UnreadablePublication) -> Int {
        guard let number = try publishedNumber(at: path, revision.key, last) else { return revision.first }
        // If the file was not published last time, changes since then are unknown, so the number grows.
        if case .nothing = last[path] { return max(number + 1, revision.first) }
        for file in made(number) where try !isPublished(file, last) { return max(number + 1, revision.first) }
        return max(number, revision.first)
    }
}

/// Returns whether no client would see a difference. If the published file is gone, or a disk lost it or its end, only
/// the list of hashes is compared. What somebody wrote into it is a difference.
private func isPublished(_ file: OutputFile, _ last: PublishedFiles) throws(UnreadablePublication) -> Bool {
    guard let published = try last[file.path].bytes(at: file.path) else {
        return last.list.hash(of: file.path) == file.hash
    }
    let isJSON = fileExtension(of: file.path) == "json"
    if published == file.bytes || isJSON && compactJSON(published) == compactJSON(file.bytes) { return true }
    let isLost = file.bytes.starts(with: published) || published.contains(0)
    return isLost && last.list.hash(of: file.path) == file.hash
}

/// Returns the number of the last publication, or nil if there is none. Apps have that number, so no other one is
/// accepted.
private func publishedNumber(at path: String, _ key: String?, _ last: PublishedFiles) throws(UnreadablePublication)
    -> Int?
{
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
    guard let number = number(in: bytes, at: path, key), number < Int.max else {
        // The number may have had a file to itself, or the file may have had no number.
        if key != nil, promised?.revision != nil || promised == nil { return promised?.revision }
        throw UnreadablePublication(path, "does not hold a whole number", promised?.revision)
    }
    return number
}

private func number(in bytes: [UInt8], at path: String, _ key: String?) -> Int? {
    guard let key else { return Int(String(decoding: bytes, as: UTF8.self).trimmingSpaces()) }
    return readJSON(SourceFile(path: path, bytes: bytes)).value?[key]?.scalar.flatMap { Int($0) }
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
