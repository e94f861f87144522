internal import KairanBuild
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

/// Changes that somebody asks others to look at: a branch below `review/` in the shared repository.
///
/// All of it is git. The versions are the changes, a version that changes nothing and has the trailer `Review: returned`
/// is a remark, and whoever takes the changes says so with a trailer in the version that joins them.
struct Review {
    struct Version {
        var author, email, date, subject, text: String
        var isRemark: Bool
        /// This is true if it is part of what is checked out.
        var isHere: Bool
    }

    /// The name of the branch after `review/`.
    var name: String
    var tip: String
    /// The versions that the shared branch does not have, the last one first.
    var versions: [Version]

    /// This is true if all its changes are here: they are one's own, or were taken already.
    var isHere: Bool { versions.allSatisfy { $0.isHere || $0.isRemark } }
    var isReturned: Bool { versions.first?.isRemark == true }
    var changes: [Version] { versions.filter { !$0.isRemark } }
    var authors: [String] { changes.reduce(into: []) { if !$0.contains($1.author) { $0.append($1.author) } } }

    static let folder = "review/"
    static let returned = "Review: returned"

    var json: JSONValue {
        [
            "name": .string(name), "by": .array(authors.map(JSONValue.string)),
            "title": .string(changes.last?.subject ?? name), "isHere": .boolean(isHere),
            "isReturned": .boolean(isReturned),
            "versions": .array(
                versions.map { version in
                    [
                        "author": .string(version.author), "date": .string(version.date),
                        "subject": .string(version.subject), "text": .string(version.text),
                        "isRemark": .boolean(version.isRemark),
                    ]
                }),
        ]
    }
}

extension Desk {
    /// Returns what others ask to be looked at, as it was fetched last, and what one has asked oneself.
    func reviews(_ others: OthersVersions, in git: Git) throws -> [Review] {
        let start = "refs/remotes/\(others.remote)/\(Review.folder)"
        let lines = try words(git.ask(["for-each-ref", "--format=%(objectname) %(refname)", start]))
        let shared = commit("refs/remotes/\(others.remote)/\(others.branch)", in: git).map { ["^" + $0] } ?? []
        let known = head(in: git).map { ["^" + $0] } ?? []
        return try lines.split(separator: "\n").compactMap { line in
            let (tip, ref) = (String(line.prefix { $0 != " " }), line.drop { $0 != " " }.dropFirst())
            let format = "--format=%x1e%H%x1f%an%x1f%ae%x1f%cI%x1f%s%x1f%b"
            let log = try words(git.ask(["log", "--first-parent", "--max-count=200", format, tip] + shared))
            guard !log.isEmpty else { return nil }
            let new = Set(try words(git.ask(["rev-list", tip] + known)).split(separator: "\n").map(String.init))
            let versions = log.split(separator: "\u{1E}").compactMap { Review.Version($0, new: new) }
            let review = Review(name: String(ref.dropFirst(start.count)), tip: tip, versions: versions)
            return review.changes.isEmpty ? nil : review
        }
    }

    private func review(_ name: String, _ others: OthersVersions, in git: Git) throws -> Review {
        guard let review = try reviews(others, in: git).first(where: { $0.name == name }) else {
            throw DeskRefusal(404, "Nobody asks for a look at '\(name)' any more.")
        }
        return review
    }

    /// Returns the changes of a review as a join would take them.
    func othersVersions(ofReview name: String, in git: Git) throws -> OthersVersions {
        guard var others = try others(in: git) else { throw DeskRefusal(404, "There is no other repository.") }
        let review = try review(name, others, in: git)
        (others.tip, others.count, others.authors) = (review.tip, review.changes.count, review.authors)
        return others
    }

    /// Returns a review, and what readers and apps would notice if it were taken and published.
    func look(at name: String) throws -> JSONValue {
        let git = git.atTop
        let others = try othersVersions(ofReview: name, in: git)
        let review = try review(name, others, in: git)
        let joining = try join(others, in: git) { _ in .theirs }
        var join = joining.join
        let index = try makeProcessFolder("kairan-join-")
        defer { do { try removeTree(index) } catch {} }
        let own = head(in: git)
        let joined = try join.committed(own: own, review.tip, identity(in: git), index: index + "/index")
        var files: [String: [UInt8]?] = [:]
        if let joined {
            let changes = try git.changes(from: own, to: joined).filter {
                $0.path.hasPrefix(joining.folder + "content/") || $0.path.hasPrefix(joining.folder + "templates/")
            }
            let contents = try git.contents(of: changes.filter { $0.object != nil }.map { "\(joined):\($0.path)" })
            for change in changes {
                let bytes = change.object == nil ? nil : contents["\(joined):\(change.path)"]
                files[String(change.path.dropFirst(joining.folder.count))] = .some(bytes)
            }
        }
        var options = try optionsNow()
        options.isComparison = true
        let built = try RepeatedBuild(clock: .system).trying(files, options)
        let form = "review-" + name
        if !built.result.diagnostics.hasErrors { preview.show(built.result, typedIn: form) }
        return .object(
            [
                ("review", review.json), ("files", .array(files.keys.sorted().map(JSONValue.string))),
            ] + (try comparison(of: built, options, typedIn: form)))
    }

    /// Sends a review back to those who asked for it, with a remark.
    func returnReview(_ body: DeskBody) throws -> JSONValue {
        let (name, remark) = (try body.text("name"), try body.text("remark").trimmingSpaces())
        guard !remark.isEmpty else { throw DeskRefusal(422, "Say what should be changed.") }
        try takeAuthor(body)
        let git = git
        guard let others = try others(in: git) else { throw noRemote(in: git) }
        let review = try review(name, others, in: git)
        do throws(GitFailure) {
            let tree = try git.line(of: git.ask(["rev-parse", "\(review.tip)^{tree}"], noIsFailure: true))
            let message = "\(remark)\n\n\(Review.returned)\n"
            let words = identity(in: git) + ["commit-tree", tree, "-p", review.tip, "-m", message]
            let commit = try git.line(of: git.ask(words, noIsFailure: true))
            try git.push(commit, to: Review.folder + name, of: others.remote)
            try git.fetch(others.branch, and: Review.folder, from: others.remote)
        } catch {
            throw refusal(error, in: git)
        }
        return [:]
    }

    /// Makes what was remarked on a review part of what is checked out, so that more can be sent to it. A remark changes
    /// no file.
    func takeRemarks(onReview branch: String, _ others: OthersVersions, in git: Git) throws {
        do throws(GitFailure) { try git.fetch(others.branch, and: Review.folder, from: others.target.remote) } catch {}
        guard let own = head(in: git), let tip = commit("refs/remotes/\(others.target.remote)/\(branch)", in: git)
        else { return }
        let format = "--format=%x1e%H%x1f%an%x1f%ae%x1f%cI%x1f%s%x1f%b"
        let log = try words(git.ask(["log", format, tip, "^" + own])).split(separator: "\u{1E}")
        let versions = log.compactMap { Review.Version($0, new: []) }
        guard !versions.isEmpty else { return }
        guard versions.allSatisfy(\.isRemark) else {
            throw DeskRefusal(422, "Somebody else has changes called '\(branch)'. Choose another name.")
        }
        do throws(GitFailure) {
            let message = ["-m", "Take remarks"]
            let words = identity(in: git) + ["commit-tree", "\(own)^{tree}", "-p", own, "-p", tip] + message
            let commit = try git.line(of: git.ask(words, noIsFailure: true))
            try git.run(["update-ref"] + message + ["HEAD", commit, own])
        } catch {
            throw refusal(error, in: git)
        }
    }

    /// Removes the branches of reviews that the shared branch has now.
    func endReviews(_ others: OthersVersions, in git: Git) throws {
        let start = "refs/remotes/\(others.remote)/\(Review.folder)"
        let lines = try words(
            git.ask(["for-each-ref", "--merged=HEAD", "--format=%(objectname) %(refname)", start]))
        for line in lines.split(separator: "\n") {
            let (tip, ref) = (String(line.prefix { $0 != " " }), line.drop { $0 != " " }.dropFirst())
            let branch = Review.folder + ref.dropFirst(start.count)
            // Whoever has sent more to it meanwhile keeps it; and that a branch stays harms nobody.
            do throws(GitFailure) { try git.removeBranch(branch, at: tip, of: others.remote) } catch {}
        }
    }
}

extension Review.Version {
    /// Reads a version as git was asked to print it.
    ///
    /// - Parameter new: The commits that are not part of what is checked out.
    fileprivate init?(_ text: Substring, new: Set<String>) {
        let parts = text.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 6 else { return nil }
        (author, email, date, subject) = (parts[1], parts[2], parts[3], parts[4])
        let lines = parts[5].split(separator: "\n", omittingEmptySubsequences: false)
        isRemark = lines.contains { $0 == Review.returned }
        self.text = lines.filter { $0 != Review.returned }.joined(separator: "\n").trimmingSpaces().description
        isHere = !new.contains(parts[0])
    }
}
