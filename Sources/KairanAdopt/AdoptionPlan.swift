internal import KairanBuild
package import KairanModel
package import KairanReaders

/// A user's request to `kairan adopt`.
package struct AdoptionWish: Sendable {
    /// The folder with the JSON, as the process sees it.
    package var folder: String
    package var repairs = false
    /// The address at which the board will be published.
    package var url = "https://example.org/"
    package var title: String?
    /// The path in `public/` at which the folder begins, with a slash at its end; nil to find it out.
    package var out: String?

    package init(folder: String) { self.folder = folder }
}

/// The board that gives a folder back, before anything is written.
package struct AdoptionPlan: Sendable {
    /// A collection, with the number of its entries and its file or folder.
    package struct Collection: Sendable {
        package var name: String
        package var count: Int
        package var place: String
        /// The fields that can have no other values than those that the JSON has.
        package var choices: [(field: String, values: [String])] = []
    }

    /// A file that no shape makes, and why.
    package struct Copy: Sendable {
        package var path: String
        package var reason: String

        package init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }
    }

    /// The files of the board.
    package var files: [SourceFile] = []
    package var collections: [Collection] = []
    package var shapedCount = 0
    package var jsonCount = 0
    /// The form in which the board has each JSON file that it gives back, by path.
    package var forms: [(path: String, form: AdoptedForm)] = []
    /// The files that the board does not give back.
    package var leftOut: [Copy] = []
    /// The number of files that are no JSON.
    package var otherCount = 0
    /// The number of pictures among them that come out without their metadata.
    package var strippedCount = 0
    /// Warnings of pictures that are kept although their names say another format.
    package var misnamed: [String] = []
    /// The path in `public/` at which the folder begins, with a slash at its end; empty for `public/` itself.
    package var prefix = ""
    /// The versions that can have no contract, and why.
    package var looseVersions: [(name: String, reason: String)] = []
    /// The number of JSON files that stand in no version.
    package var unversionedCount = 0
    /// The addresses of a repository's branch by which the JSON names files of the folder.
    package var branch: BranchAddress?
    /// The mistakes in the folder; with an error nothing may be written.
    package var diagnostics: [Diagnostic] = []
    /// The folder's files that diagnostics name.
    package var sources: [SourceFile] = []
}

/// Returns the board that gives back a folder of JSON, after proving in memory that it does.
///
/// Throws `OptionError` and `ReadError`.
package func planAdoption(_ wish: AdoptionWish, clock: Int) throws -> AdoptionPlan {
    let read = try readGivenFolder(wish.folder)
    var plan = AdoptionPlan(sources: read.value)
    // Files that cannot be read, and links that lead to nothing or out of the folder, are left out of the board.
    plan.leftOut = read.diagnostics.map { .init(path: $0.span.path, reason: $0.message) }
    var documents: [AdoptedDocument] = []
    var others: [SourceFile] = []
    let places = BoardPlaces(read.value.map(\.path), folder: wish.folder, out: wish.out)
    plan.prefix = places.prefix
    for file in read.value {
        guard isAdoptedJSON(file.path) else {
            others.append(file)
            continue
        }
        if places.obstacle(file.path) != nil {
            // It is left out whatever it holds, such as the comments that editors allow in their settings.
            documents.append(places.document(file.path, .object([]), file.bytes))
            continue
        }
        let json = HandmadeJSON(file, repairs: wish.repairs)
        if json.isStandard, let mistake = json.diagnostics.first {
            var document = places.document(file.path, .object([]), file.bytes)
            document.obstacle = "\(mistake.message) (line \(mistake.span.line))"
            documents.append(document)
            continue
        }
        plan.diagnostics += json.diagnostics
        guard let root = json.root, !json.diagnostics.hasErrors else { continue }
        let bytes = json.diagnostics.isEmpty ? file.bytes : writtenJSON(root)
        documents.append(places.document(file.path, root, bytes))
    }
    plan.diagnostics = plan.diagnostics.sortedForReport
    guard !plan.diagnostics.hasErrors else { return plan }
    guard !documents.isEmpty else {
        throw OptionError(description: "there is no JSON file in \(wish.folder)")
    }
    var proof = AdoptionProof(documents: documents, others: others, places: places, wish: wish, clock: clock)
    try proof.run()
    try proof.refuseMissing()
    plan.take(proof)
    plan.branch = branchAddress(in: documents, wish.url, read.value.map(\.path), prefix: places.prefix)
    return plan
}

/// Returns whether shapes can make a file of this name.
private func isAdoptedJSON(_ path: String) -> Bool { fileExtension(of: path) == "json" }
