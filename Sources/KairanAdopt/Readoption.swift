package import KairanBuild
internal import KairanModel
package import KairanReaders
internal import KairanPublish

/// A part of an adopted board, made anew because the next version of its JSON has another form.
package struct Readoption: Sendable {
    /// The files to write, with the bytes that stand there now; nil for a new one.
    package var written: [(file: SourceFile, old: [UInt8]?)] = []
    package var removed: [SourceFile] = []
    /// The reason why a file is copied as it is, by its output.
    package var copied: [(output: String, reason: String)] = []
}

/// Returns the files of a board with which it publishes another JSON, whose form its shape cannot make.
///
/// Only what `adopt` made is made anew: the templates that have entries in common with that of the JSON, and their
/// collections. All outputs of the others, and all other JSON of these, stay the same.
///
/// - Parameter endpoint: The path of the JSON in `public/`, or an end of it.
/// - Returns: Nil if the board was not adopted, has no such output, or if somebody changed what would be made anew.
package func planReadoption(
    _ json: SourceFile, endpoint: String, in folder: String, _ options: BuildOptions
) throws -> Readoption? {
    guard case .bytes(let marked) = readPublished(AdoptionMark.path, in: folder.isEmpty ? "." : folder),
        var mark = AdoptionMark(marked)
    else { return nil }
    let tree = try readSourceTree(folder).value
    var options = options
    options.isFirstPublication = true
    let made = try build(SourceTree(files: tree.files), options)
    guard !made.diagnostics.hasErrors else { return nil }
    guard let part = BoardPart(endpoint, tree.files, made.files, mark) else { return nil }
    let places = BoardPlaces(prefix: mark.prefix)
    var documents: [AdoptedDocument] = []
    for output in part.outputs {
        let bytes = output.path == part.output ? json.bytes : output.bytes
        guard let root = readJSON(SourceFile(path: output.path, bytes: bytes)).value else { return nil }
        documents.append(places.document(String(output.path.dropFirst(mark.prefix.count)), root, bytes))
    }
    if part.isNew {
        guard let root = readJSON(json).value else { return nil }
        documents.append(places.document(String(part.output.dropFirst(mark.prefix.count)), root, json.bytes))
    }
    documents.sort { $0.path < $1.path }
    var proof = AdoptionProof(
        documents: documents, rest: part.rest, places: places,
        facts: boardFacts(ofBoard: part.rest, documents, prefix: mark.prefix), clock: options.clock)
    try proof.run()
    guard proof.leftOut.isEmpty, keepsOthers(made.files, proof.outputs, except: part) else { return nil }
    return readoption(proof, part, &mark, marked)
}

private func readoption(
    _ proof: AdoptionProof, _ part: BoardPart, _ mark: inout AdoptionMark, _ marked: [UInt8]
) -> Readoption {
    var result = Readoption()
    let rest = Set(part.rest.map(\.path))
    let new = proof.files.filter { !rest.contains($0.path) }
    let old = Dictionary(part.files.map { ($0.path, $0.bytes) }) { first, _ in first }
    result.written = new.filter { old[$0.path] != $0.bytes }.map { ($0, old[$0.path]) }
    let names = Set(new.map(\.path))
    result.removed = part.files.filter { !names.contains($0.path) }
    mark.replace(part.files, by: new)
    if mark.file.bytes != marked { result.written.append((mark.file, marked)) }
    result.copied = proof.maker.copied.sorted { $0.key < $1.key }.map { (proof.documents[$0.key].output, $0.value) }
    return result
}

/// Returns whether all outputs that belong to other parts of the board are as they were.
private func keepsOthers(_ before: [OutputFile], _ after: [OutputFile], except part: BoardPart) -> Bool {
    let own = Set(part.outputs.map(\.path) + [part.output])
    let made = Dictionary(after.map { ($0.path, $0.bytes) }) { first, _ in first }
    return before.allSatisfy { file in
        guard !own.contains(file.path), !isOfContract(file.path) else { return true }
        return made[file.path] == file.bytes
    }
}

/// Returns whether a file tells of all outputs, so that it changes with any of them.
private func isOfContract(_ path: String) -> Bool {
    let name = fileName(of: path)
    return path.hasPrefix("api/")
        && (["openapi.json", "manifest.json", "changelog.json", "versions.json", "index.html"].contains(String(name))
            || path.contains("/schemas/"))
        || path == "sitemap.xml"
}

private func boardFacts(ofBoard rest: [SourceFile], _ documents: [AdoptedDocument], prefix: String) -> BoardFacts {
    let site = rest.first { $0.path == "content/site.yml" }.flatMap { readYAML($0).value }
    var facts = boardFacts(documents, url: site?["url"]?.scalar ?? "https://example.org/")
    facts.timeZoneName = site?["timeZone"]?.scalar ?? "UTC"
    facts.timeZone = SiteTimeZone(identifier: facts.timeZoneName) ?? .utc
    facts.prefix = prefix
    let start = "content/\(prefix)"
    facts.pictures = Set(
        rest.lazy.map(\.path).filter { $0.hasPrefix(start) && isPictureName($0) }
            .map { String($0.dropFirst(start.count)) })
    return facts
}
