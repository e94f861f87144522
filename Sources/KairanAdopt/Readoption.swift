package import KairanBuild
package import KairanModel
package import KairanReaders
internal import KairanPublish

/// A part of an adopted board, made anew because the next version of its JSON has another form.
package struct Readoption: Sendable {
    /// The files to write, with the bytes that stand there now; nil for a new one.
    package var written: [(file: SourceFile, old: [UInt8]?)] = []
    package var removed: [SourceFile] = []
    /// The reason why a file is copied as it is, by its output.
    package var copied: [(output: String, reason: String)] = []
    /// The mistakes for which the gate of the next build will refuse this.
    package var refused: [Diagnostic] = []
    /// The reason why nothing may be made anew, although the board was adopted.
    package var obstacle: Diagnostic?

    fileprivate init() {}

    fileprivate init(obstacle path: String, _ message: String, help: String) {
        obstacle = Diagnostic(.error, .importUpdate, message, at: SourceSpan(path: path), help: help)
    }
}

/// Returns the files of a board with which it publishes another JSON, whose form its shape cannot make.
///
/// Only what `adopt` made is made anew: the templates that have entries in common with that of the JSON, and their
/// collections. All outputs of the others, and all other JSON of these, stay the same.
///
/// - Parameter endpoint: The path of the JSON in `public/`, or an end of it.
/// - Parameter allowsLoss: Whether most of the entries may go.
/// - Returns: Nil if the board was not adopted or has no such output. The obstacle, if somebody changed what would be made
///   anew.
package func planReadoption(
    _ json: SourceFile, endpoint: String, in folder: String, _ options: BuildOptions, allowsLoss: Bool = false
) throws -> Readoption? {
    guard case .bytes(let marked) = readPublished(AdoptionMark.path, in: folder.isEmpty ? "." : folder),
        var mark = AdoptionMark(marked)
    else { return nil }
    let tree = try readSourceTree(folder).value
    let gated = options
    var options = options
    options.isFirstPublication = true
    let made = try build(SourceTree(files: tree.files), options)
    guard !made.diagnostics.hasErrors else { return nil }
    guard let part = BoardPart(endpoint, tree.files, made.files, mark) else { return nil }
    if let found = try obstacle(part, tree.files, made.files, json, options, allowsLoss: allowsLoss) { return found }
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
    var result = readoption(proof, part, &mark, marked)
    result.refused = try build(SourceTree(files: proof.files), gated, published: LookBack(gated)).diagnostics.filter {
        $0.severity == .error
    }
    return result
}

/// Returns why a part of a board may not be made anew; nil if it may.
private func obstacle(
    _ part: BoardPart, _ sources: [SourceFile], _ made: [OutputFile], _ json: SourceFile, _ options: BuildOptions,
    allowsLoss: Bool
) throws -> Readoption? {
    let way =
        "take the change back, import, and make it again; or change the template and the collection by hand, so that "
        + "they make this JSON"
    if let file = part.changed {
        return Readoption(
            obstacle: file.path,
            "this was changed since it was adopted, so it is not made anew for JSON of another form", help: way)
    }
    if let file = part.strangers.first {
        // A file that somebody put beside the entries stays if the outputs are the same without it, as with the trash.
        let strangers = Set(part.strangers.map(\.path))
        let without = try build(SourceTree(files: sources.filter { !strangers.contains($0.path) }), options)
        let bytes = Dictionary(without.files.map { ($0.path, $0.bytes) }) { first, _ in first }
        guard part.outputs.allSatisfy({ bytes[$0.path] == $0.bytes }) else {
            return Readoption(
                obstacle: file.path,
                "this was put beside what was adopted, so its collection is not made anew for JSON of another form",
                help: way)
        }
    }
    guard let old = made.first(where: { $0.path == part.output }), !part.isNew,
        let before = readJSON(SourceFile(path: old.path, bytes: old.bytes)).value, let after = readJSON(json).value
    else { return nil }
    if let list = emptied(before, after, at: "") {
        return Readoption(
            obstacle: json.path,
            "the JSON has another form, and \(list) is empty, so the form of its elements is not known",
            help: "import JSON of the new form with at least one element first, or change the template by hand")
    }
    let (was, now) = (before.recordCount, after.recordCount)
    guard !allowsLoss, was > 10, now * 10 <= was else { return nil }
    return Readoption(
        obstacle: json.path, "the JSON has only \(now) of \(was) records",
        help: "if that is right, import it with --allow-removals")
}

/// Returns the name of a list that has no elements any more.
private func emptied(_ before: SourceNode, _ after: SourceNode, at place: String) -> String? {
    if let elements = before.elements, !elements.isEmpty, after.elements?.isEmpty == true {
        return place.isEmpty ? "the list" : "'\(place)'"
    }
    for member in before.members ?? [] {
        guard let other = after[member.key] else { continue }
        if let found = emptied(member.value, other, at: place.isEmpty ? member.key : "\(place).\(member.key)") {
            return found
        }
    }
    return nil
}

extension SourceNode {
    /// The number of objects in it, and of other elements of lists.
    fileprivate var recordCount: Int {
        if let elements { return elements.reduce(0) { $0 + max(1, $1.recordCount) } }
        return members.map { $0.reduce(1) { $0 + $1.value.recordCount } } ?? 0
    }
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
