internal import KairanFormats
internal import KairanModel
internal import KairanPreview
internal import KairanReaders

/// The things that the page can ask for. Whatever changes something needs POST.
enum DeskAction: String {
    case site, entries, search, entry, file, pictures, month
    case check, save, changeAll, undo, fix, mend
    case propose, create, duplicate, rename, delete, restore, upload, removePicture
    case changes, release, publish
    case git, branch, commit, fetch, join, push, offer, review, returnReview, withdrawReview, history, version

    /// The result is nil if there is no such action, or not with this method.
    init?(_ name: String, _ method: String) {
        self.init(rawValue: name)
        guard method == (onlyReads ? "GET" : "POST") else { return nil }
    }

    private var onlyReads: Bool {
        switch self {
        case .site, .entries, .search, .entry, .file, .pictures, .month, .changes, .git, .review, .history, .version:
            true
        case .check, .save, .changeAll, .undo, .fix, .mend, .propose, .create, .duplicate, .rename, .delete, .restore,
            .upload,
            .removePicture, .release, .publish, .branch, .commit, .fetch, .join, .push, .offer, .returnReview,
            .withdrawReview:
            false
        }
    }
}

extension Desk {
    func answer(_ action: DeskAction, _ request: Request) throws -> Response {
        switch action {
        case .site: .json(200, try describeSite())
        case .entries:
            .json(200, try listEntries(of: try request.required("collection"), columns: request.query("columns")))
        case .search: .json(200, try search(try request.required("words"), in: try request.required("collection")))
        case .entry: .json(200, try openEntry(try request.required("id"), of: try request.required("collection")))
        case .file: try contentFile(request)
        case .pictures: .json(200, try listPictures())
        case .month: .json(200, try listMonth(try request.required("month")))
        case .check: .json(200, try check(try EntryChange(request.body)))
        case .save: .json(200, try oneAfterTheOther { try save(try EntryChange(request.body)) })
        case .changeAll: .json(200, try oneAfterTheOther { try changeAll(try DeskBody(request.body)) })
        case .undo: .json(200, try oneAfterTheOther { try undo(try EntryName(request.body)) })
        case .fix: .json(200, try oneAfterTheOther { try fix(try DeskBody(request.body)) })
        case .mend: .json(200, try oneAfterTheOther { try mend(try DeskBody(request.body)) })
        case .propose: .json(200, try proposeID(try DeskBody(request.body)))
        case .create: .json(200, try oneAfterTheOther { try create(try DeskBody(request.body)) })
        case .duplicate: .json(200, try oneAfterTheOther { try duplicate(try DeskBody(request.body)) })
        case .rename: .json(200, try oneAfterTheOther { try rename(try DeskBody(request.body)) })
        case .delete: .json(200, try oneAfterTheOther { try delete(try DeskBody(request.body)) })
        case .restore: .json(200, try oneAfterTheOther { try restore(try DeskBody(request.body)) })
        case .upload: .json(200, try oneAfterTheOther { try upload(request) })
        case .removePicture: .json(200, try oneAfterTheOther { try removePicture(try DeskBody(request.body)) })
        case .changes: .json(200, try compareWithPublished())
        case .release: .json(200, try oneAfterTheOther { try release(try DeskBody(request.body)) })
        case .publish: .json(200, try oneAfterTheOther { try publish() })
        case .git: .json(200, try describeVersion())
        case .branch: .json(200, try startBranch(try DeskBody(request.body)))
        case .commit: .json(200, try oneAfterTheOther { try saveVersion(try DeskBody(request.body)) })
        case .fetch: .json(200, try fetch())
        case .join: .json(200, try oneAfterTheOther { try join(try DeskBody(request.body)) })
        case .push: .json(200, try push())
        case .offer: .json(200, try offer(try DeskBody(request.body)))
        case .review: .json(200, try look(at: try request.required("name")))
        case .returnReview: .json(200, try returnReview(try DeskBody(request.body)))
        case .withdrawReview: .json(200, try withdrawReview(try DeskBody(request.body)))
        case .history: .json(200, try history(try EntryName(request)))
        case .version:
            .json(200, try version(try request.required("commit"), of: try EntryName(request)))
        }
    }
}

extension Request {
    func required(_ name: String) throws(DeskRefusal) -> String {
        guard let value = query(name) else { throw DeskRefusal(400, "The address lacks '\(name)'.") }
        return value
    }
}

/// The JSON object that a request sends.
struct DeskBody {
    let node: SourceNode

    init(_ bytes: [UInt8]) throws(DeskRefusal) {
        let read = HandmadeJSON(SourceFile(path: "request", bytes: bytes), repairs: false)
        guard let node = read.root, node.members != nil else { throw DeskRefusal(400, "The request is not JSON.") }
        self.node = node
        try requireNoMistakes(read.diagnostics)
    }

    /// JSON can hold characters that no text of a site may have. They come with what somebody pasted into a field, and
    /// are told as mistakes there.
    private func requireNoMistakes(_ diagnostics: [Diagnostic]) throws(DeskRefusal) {
        guard diagnostics.allSatisfy({ $0.rule == .textControl }) else {
            throw DeskRefusal(400, "The request is not JSON.")
        }
        guard let first = diagnostics.first else { return }
        let mistakes = diagnostics.map { diagnostic in
            let path = (node["changes"] ?? node).path(to: diagnostic.span)
            return FormMistake(diagnostic: diagnostic, path: path, isElsewhere: false).json
        }
        throw DeskRefusal(422, ["error": .string(first.message), "mistakes": .array(mistakes)])
    }

    /// Returns the text of a member.
    func text(_ name: String) throws(DeskRefusal) -> String {
        guard case .scalar(let text, .string)? = node[name]?.content else {
            throw DeskRefusal(400, "The request lacks '\(name)'.")
        }
        return text
    }

    func flag(_ name: String) -> Bool { node[name]?.text == "true" }
}

extension SourceNode {
    /// Returns the keys and numbers that lead to a place inside.
    fileprivate func path(to span: SourceSpan) -> [String] {
        let keyed = (members ?? []).map { ($0.key, $0.value) }
        let parts = keyed + (elements ?? []).enumerated().map { ("\($0)", $1) }
        guard let (step, part) = parts.last(where: { $0.1.span <= span }) else { return [] }
        return [step] + part.path(to: span)
    }
}

/// The name of an entry in a request.
struct EntryName: Hashable {
    var collection: String
    var id: String

    init(_ body: DeskBody) throws(DeskRefusal) { (collection, id) = (try body.text("collection"), try body.text("id")) }

    init(_ bytes: [UInt8]) throws(DeskRefusal) { try self.init(try DeskBody(bytes)) }

    init(collection: String, id: String) { (self.collection, self.id) = (collection, id) }

    /// Makes the name under which the removal of a picture is kept. No collection has an empty name.
    init(picture path: String) { (collection, id) = ("", path) }

    init(_ found: FoundEntry) { (collection, id) = (found.declaration.name, found.id) }

    init(_ request: Request) throws(DeskRefusal) {
        (collection, id) = (try request.required("collection"), try request.required("id"))
    }
}

/// The fields of an entry that somebody changed in a form.
struct EntryChange {
    var name: EntryName
    /// The hash of the file that the form was made of.
    var hash: String
    /// The new values; null for a field that is to go.
    var changes: [SourceNode.Member]
    /// The name of the form, by which its browser finds the page with what is typed.
    var form: String?

    init(_ bytes: [UInt8]) throws(DeskRefusal) {
        let body = try DeskBody(bytes)
        (name, hash) = (try EntryName(body), try body.text("hash"))
        (changes, form) = (body.node["changes"]?.members ?? [], body.node["form"]?.text)
    }
}
