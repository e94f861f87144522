internal import KairanBuild
internal import KairanEditing
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanTemplates

/// Builds the board in memory until it gives back every file, and copies what no shape gives back.
struct AdoptionProof {
    let documents: [AdoptedDocument]
    /// The files that are no JSON.
    var others: [SourceFile]
    let places: BoardPlaces
    let wish: AdoptionWish
    let clock: Int
    /// The documents by the paths of files in `templates/` that copy them.
    private let documentsByTemplate: [String: AdoptedDocument]
    private(set) var maker: BoardMaker
    private(set) var board = AdoptedBoard()
    /// The subjects whose fields have plain kinds in this board.
    private var triedPlain: Set<String> = []
    private(set) var files: [SourceFile] = []
    private(set) var leftOut: [AdoptionPlan.Copy] = []
    /// The number of pictures that come out without their metadata.
    private(set) var strippedCount = 0
    /// The versions that can promise nothing, and why.
    private(set) var looseVersions: [String: String] = [:]
    /// The files of the board that are not made anew; nil for a new board.
    private var rest: [SourceFile]?
    /// The reason why a document is not quite what people would write.
    private(set) var partly: [Int: String] = [:]
    /// Warnings of pictures that are kept although their names say another format.
    private(set) var misnamed: [String] = []
    /// All files that the board publishes.
    private(set) var outputs: [OutputFile] = []

    init(documents: [AdoptedDocument], others: [SourceFile], places: BoardPlaces, wish: AdoptionWish, clock: Int) {
        (self.documents, self.others, self.places) = (documents, others, places)
        documentsByTemplate = byTemplate(documents)
        (self.wish, self.clock) = (wish, clock)
        looseVersions = places.looseVersions
        maker = BoardMaker(documents: documents, facts: boardFacts(documents, url: wish.url))
        maker.facts.prefix = places.prefix
        // A picture that an entry names stands in content/, where hidden names are not read.
        maker.facts.pictures = Set(others.map(\.path).filter { isPictureName($0) && !"/\($0)".contains("/.") })
    }

    /// Makes the proof for a part of a board.
    ///
    /// - Parameter rest: All other files of the board.
    init(documents: [AdoptedDocument], rest: [SourceFile], places: BoardPlaces, facts: BoardFacts, clock: Int) {
        (self.documents, others, self.places, self.rest) = (documents, [], places, rest)
        documentsByTemplate = byTemplate(documents)
        (wish, self.clock) = (AdoptionWish(folder: ""), clock)
        maker = BoardMaker(documents: documents, facts: facts)
        maker.takenNames = collectionNames(of: rest)
    }

    /// Throws `OptionError` and `ReadError`.
    mutating func run() throws {
        leaveOutUnpublished()
        while true {
            board = maker.make()
            triedPlain = maker.plainSubjects
            files = siteFiles
            var options = BuildOptions(clock: clock)
            options.isFirstPublication = true
            let result = try build(SourceTree(files: files), options)
            let errors = result.diagnostics.filter { $0.severity == .error }
            if errors.isEmpty {
                outputs = result.files
                misnamed = result.diagnostics.filter { $0.rule == .imageFormat }.map(\.message).sorted()
                if !takesDifferences(of: result.files) { return }
                continue
            }
            let loose = looseVersions
            if !errors.map({ mend($0, loose) }).contains(true) {
                throw OptionError(
                    description:
                        "no board gives \(errors[0].span.path) back, so nothing was written: \(errors[0].message)")
            }
        }
    }

    /// Leaves out what can never be published.
    private mutating func leaveOutUnpublished() {
        let indices = Dictionary(documents.enumerated().map { ($1.path, $0) }) { first, _ in first }
        var names: [String: String] = [:]
        for path in (documents.map(\.path) + others.map(\.path)).sorted() {
            var reason = places.obstacle(path) ?? indices[path].flatMap { documents[$0].obstacle }
            if reason == nil, let other = names.updateValue(path, forKey: path.lowercased()) {
                reason = "its name differs from that of \(other) only in case, and some file systems keep only one"
            }
            guard let reason else { continue }
            leaveOut(path, reason)
            indices[path].map { maker.copied[$0] = reason }
        }
        for (index, document) in documents.enumerated() where namesOfHosts.contains(document.output) {
            maker.copied[index] = "it is for the host, and not for apps"
        }
    }

    /// Throws an error if the JSON names a file that is left out, as apps would look for it in vain.
    func refuseMissing() throws {
        let missing = Dictionary(leftOut.map { (String(fileName(of: $0.path)), $0) }) { first, _ in first }
        guard !missing.isEmpty else { return }
        let left = Set(leftOut.map(\.path))
        for document in documents where !left.contains(document.path) {
            guard let (text, span) = document.root.firstText(where: { missing[String(fileName(of: $0))] != nil }),
                let file = missing[String(fileName(of: text))], "/\(file.path)".hasSuffix("/\(fileName(of: text))")
            else { continue }
            throw OptionError(
                description:
                    "\(document.path):\(span.line) names \(file.path), which would be left out, so nothing was "
                    + "written: \(file.reason); move that file out of the folder, or mend it")
        }
    }

    private mutating func leaveOut(_ path: String, _ reason: String) {
        others.removeAll { $0.path == path }
        leftOut.append(.init(path: path, reason: reason))
    }

    // MARK: The site

    private var siteFiles: [SourceFile] {
        var result = board.files + (rest ?? [settings])
        let missing = Set(leftOut.map(\.path))
        for index in maker.copied.keys.sorted() where !missing.contains(documents[index].path) {
            result.append(SourceFile(path: "templates/\(documents[index].output)", bytes: documents[index].bytes))
        }
        let named = namedPictures
        for file in others {
            let output = places.prefix + file.path
            let place = named.contains(output) ? "content" : "templates"
            result.append(SourceFile(path: "\(place)/\(output)", bytes: file.bytes))
        }
        for version in places.versions where looseVersions[version] == nil {
            result.append(SourceFile(path: "templates/api/\(version)/_version.yml", text: "status: current\n"))
        }
        return result.sorted { $0.path < $1.path }
    }

    /// The outputs of pictures that entries name. All others are copied.
    private var namedPictures: Set<String> { Set(board.collections.flatMap(\.picturePaths)) }

    private var settings: SourceFile {
        var lines = EntryLines()
        lines.append("title", .word(wish.title ?? "Board"))
        lines.append("url", .word(wish.url))
        if maker.facts.timeZoneName != "UTC" { lines.append("timeZone", .word(maker.facts.timeZoneName)) }
        if others.contains(where: { isPictureName($0.path) }) {
            lines.append("pictures", .object([("keepNames", .flag(true))]))
        }
        return SourceFile(path: "content/site.yml", text: lines.lines.map { $0.text + "\n" }.joined())
    }

    // MARK: Files that do not come out

    /// Returns whether something came out otherwise than it was, and notes what to do instead.
    private mutating func takesDifferences(of made: [OutputFile]) -> Bool {
        let outputs = Dictionary(made.map { ($0.path, $0) }) { first, _ in first }
        var isDifferent = false
        strippedCount = 0
        for (index, document) in documents.enumerated() where maker.copied[index] == nil {
            let read = outputs[document.output].map { readJSON(SourceFile(path: $0.path, bytes: $0.bytes)) }
            var odd: SourceNode?
            let difference =
                read?.value.map { jsonDifference(document.root, $0) { odd = odd ?? $0 } }
                ?? "nothing would be published there"
            partly[index] = odd.map { "the keys of the object in line \($0.span.line) come in the order of the others" }
            guard let difference else { continue }
            isDifferent = true
            retry([index], because: difference)
        }
        for file in others {
            let output = places.prefix + file.path
            let bytes = outputs[output]?.bytes
            if bytes == file.bytes { continue }
            if bytes != nil, isPictureName(file.path) {
                // Nothing that hides in a picture is published, such as where a photo was taken.
                strippedCount += 1
                continue
            }
            isDifferent = true
            if maker.facts.pictures.remove(file.path) == nil { leaveOut(file.path, "it would not come out as it is") }
        }
        return isDifferent
    }

    /// Does something about an error of the board. Returns false if nothing can be done.
    ///
    /// - Parameter loose: The versions that promised nothing when the error was found.
    private mutating func mend(_ error: Diagnostic, _ loose: [String: String]) -> Bool {
        let path = error.span.path
        // A mistake in a file that somebody else added is no reason to make the board plainer.
        if rest?.contains(where: { $0.path == path }) == true { return false }
        let parts = path.split(separator: "/").map(String.init)
        if let documents = board.makers[path] {
            retry(documents, because: error.message)
            return true
        }
        if parts.count > 2, parts[0] == "content", let users = board.users[parts[1]] {
            retry(users.sorted(), because: error.message)
            return true
        }
        let given = String(path.dropFirst("templates/\(places.prefix)".count))
        if let document = documentsByTemplate[path] {
            // Only versions are strict about what is copied, such as numbers that are too large.
            guard places.versions.contains(document.version), loose[document.version] == nil else { return false }
            looseVersions[document.version] = "\(document.path): \(error.message)"
            return true
        }
        guard path.hasPrefix("templates/\(places.prefix)"), others.contains(where: { $0.path == given }) else {
            return false
        }
        leaveOut(given, error.message)
        return true
    }

    /// Gives the fields behind some documents plainer kinds, or copies them if these are plain already.
    private mutating func retry(_ indices: [Int], because reason: String) {
        let subjects = Set(
            board.users.filter { !$0.value.isDisjoint(with: indices) }.compactMap { board.subjects[$0.key] })
        if subjects.isSubset(of: triedPlain) {
            for index in indices where maker.copied[index] == nil { maker.copied[index] = reason }
        } else {
            maker.plainSubjects.formUnion(subjects)
        }
    }
}

private func byTemplate(_ documents: [AdoptedDocument]) -> [String: AdoptedDocument] {
    Dictionary(documents.map { ("templates/\($0.output)", $0) }) { first, _ in first }
}

/// Returns the names of the collections that files declare.
func collectionNames(of files: [SourceFile]) -> Set<String> {
    Set(
        files.lazy.filter { $0.path.hasPrefix("content/") && $0.path.hasSuffix("/_collection.yml") }
            .map { String($0.path.dropFirst("content/".count).dropLast("/_collection.yml".count)) })
}

/// Returns whether a name is that of a picture of the kinds that entries may have.
func isPictureName(_ path: String) -> Bool {
    ["png", "jpg", "jpeg", "gif", "webp"].contains(fileExtension(of: path))
}

extension SourceNode {
    /// Returns the first text in it that fits, and its place.
    fileprivate func firstText(where fits: @escaping (String) -> Bool) -> (text: String, span: SourceSpan)? {
        switch content {
        case .scalar(let text, .string): text.contains(".") && fits(text) ? (text, span) : nil
        case .scalar: nil
        case .sequence(let elements): elements.lazy.compactMap { $0.firstText(where: fits) }.first
        case .mapping(let members): members.lazy.compactMap { $0.value.firstText(where: fits) }.first
        }
    }
}
