internal import KairanBuild
internal import KairanFormats
internal import KairanModel
internal import KairanPreview
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

/// Changes that somebody asks others to look at: a branch below `review/` in the shared repository.
///
/// All of it is git. The versions are the changes, a version that changes no file and has the trailer `Review: returned`
/// is a remark, and whoever takes the changes says so with a trailer in the version that joins them.
struct Review {
    struct Version {
        var commit, author, email, date, subject, text: String
        var isRemark: Bool
        /// This is true if it is part of what is checked out.
        var isHere: Bool
    }

    /// The name of the branch after `review/`.
    var name: String
    var tip: String
    /// The versions that the shared branch does not have, the last one first, without those that only join others.
    var versions: [Version]
    /// This is true if some of the changes are one's own.
    var isOwn: Bool

    /// This is true if all its changes are here: they are one's own, or were taken already.
    var isHere: Bool { versions.allSatisfy { $0.isHere || $0.isRemark } }
    /// This is true as long as nothing was sent after the last remark.
    var isReturned: Bool { versions.contains { $0.commit == tip && $0.isRemark } }
    var changes: [Version] { versions.filter { !$0.isRemark } }
    var authors: [String] { changes.reduce(into: []) { if !$0.contains($1.author) { $0.append($1.author) } } }

    static let folder = "review/"
    static let returned = "Review: returned"
    /// The folders of a site that reviews are about. What is published is made again, and nothing else is taken.
    static let folders = ["content/", "templates/"]

    var json: JSONValue {
        [
            "name": .string(name), "tip": .string(tip), "isOwn": .boolean(isOwn),
            "by": .array(authors.map(JSONValue.string)),
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
        // A branch that only is here has no counterpart, but what all share is nothing new on it.
        let shared = [others.branch, "HEAD", "main", "master"].compactMap {
            commit("refs/remotes/\(others.remote)/\($0)", in: git).map { "^" + $0 }
        }
        let known = head(in: git).map { ["^" + $0] } ?? []
        let own = try email(in: git)
        return try lines.split(separator: "\n").compactMap { line in
            let (tip, ref) = (String(line.prefix { $0 != " " }), line.drop { $0 != " " }.dropFirst())
            let versions = try versions(["--max-count=200", tip] + shared, notIn: known, in: git)
            let review = Review(
                name: String(ref.dropFirst(start.count)), tip: tip, versions: versions,
                isOwn: versions.contains { !$0.isRemark && $0.email == own })
            return review.changes.isEmpty ? nil : review
        }
    }

    /// Returns versions as the words for `git log` name them.
    ///
    /// - Parameter known: Words that leave out what is checked out.
    private func versions(_ chosen: [String], notIn known: [String], in git: Git) throws -> [Review.Version] {
        // No text of a version has a zero in it.
        let format = "--format=" + ["%H", "%an", "%ae", "%cI", "%s", "%b"].joined(separator: "%x00")
        let log = try words(git.ask(["log", "-z", "--no-merges", format] + chosen))
        let parts = log.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
        let new = Set(try words(git.ask(["rev-list"] + chosen + known)).split(separator: "\n").map(String.init))
        return try stride(from: 0, to: parts.count - 5, by: 6).map { at in
            let lines = parts[at + 5].split(separator: "\n", omittingEmptySubsequences: false)
            var isRemark = lines.contains { $0 == Review.returned }
            if isRemark {
                let trees = try git.lines(["rev-parse", "\(parts[at])^{tree}", "\(parts[at])^1^{tree}"])
                isRemark = Set(trees).count == 1
            }
            return Review.Version(
                commit: parts[at], author: parts[at + 1], email: parts[at + 2], date: parts[at + 3],
                subject: parts[at + 4],
                text: lines.filter { $0 != Review.returned }.joined(separator: "\n").trimmingSpaces().description,
                isRemark: isRemark, isHere: !new.contains(parts[at]))
        }
    }

    /// Returns a review that somebody has looked at.
    ///
    /// - Parameter tip: The version that was looked at; nil if somebody is about to look.
    private func review(_ name: String, at tip: String?, _ others: OthersVersions, in git: Git) throws -> Review {
        guard let review = try reviews(others, in: git).first(where: { $0.name == name }) else {
            throw DeskRefusal(404, "Nobody asks for a look at '\(name)' any more.")
        }
        guard tip == nil || tip == review.tip else {
            throw DeskRefusal(409, "More was sent to '\(name)' since you looked at it. Look again.")
        }
        return review
    }

    /// Returns the changes of a review as a join would take them.
    func othersVersions(ofReview name: String, at tip: String?, in git: Git) throws -> OthersVersions {
        guard var others = try others(in: git) else { throw noRemote(in: git) }
        let review = try review(name, at: tip, others, in: git)
        (others.tip, others.count, others.authors) = (review.tip, review.changes.count, review.authors)
        return others
    }

    /// Returns a review, and what readers and apps would notice if it were taken and published.
    func look(at name: String) throws -> JSONValue {
        let git = git.atTop
        let others = try othersVersions(ofReview: name, at: nil, in: git)
        let review = try review(name, at: nil, others, in: git)
        var (join, folder) = try join(others, in: git) { _ in .theirs }
        join.takesOnly = Review.folders.map { folder + $0 }
        var files: [String: [UInt8]?] = [:]
        do throws(any Error) {
            files = try changedFiles(of: &join, below: folder)
        } catch let failure as GitFailure {
            throw refusal(failure, in: git)
        }
        var options = try optionsNow()
        options.isComparison = true
        let built = try RepeatedBuild(clock: .system).trying(files, options)
        let form = Preview.form(ofReview: name)
        if !built.result.diagnostics.hasErrors { preview.show(built.result, typedIn: form) }
        return .object(
            [
                ("review", review.json), ("files", .array(files.keys.sorted().map(JSONValue.string))),
                ("others", .array(join.left.map(JSONValue.string))), ("author", .string(try author(in: git))),
            ] + (try comparison(of: built, options, typedIn: form)))
    }

    /// Returns the files of the site that a join would change, by their paths from the site's folder.
    private func changedFiles(of join: inout VersionJoin, below folder: String) throws -> [String: [UInt8]?] {
        let git = join.git
        let index = try makeProcessFolder("kairan-join-")
        defer { do { try removeTree(index) } catch {} }
        guard let own = head(in: git), let tip = join.others.tip else { return [:] }
        // Nobody keeps this version, so it needs nobody's name.
        let nobody = ["-c", "user.name=Kairan", "-c", "user.email=kairan@localhost"]
        guard let joined = try join.committed(own: own, tip, nobody, index: index + "/index") else { return [:] }
        let changes = try git.changes(from: own, to: joined).byLook
        let contents = try git.contents(of: changes.filter { $0.object != nil }.map { "\(joined):\($0.path)" })
        var files: [String: [UInt8]?] = [:]
        for change in changes where Review.folders.contains(where: { change.path.hasPrefix(folder + $0) }) {
            let bytes = change.object == nil ? nil : contents["\(joined):\(change.path)"]
            files[String(change.path.dropFirst(folder.count))] = .some(bytes)
        }
        return files
    }

    /// Sends a review back to those who asked for it, with a remark.
    func returnReview(_ body: DeskBody) throws -> JSONValue {
        let (name, remark) = (try body.text("name"), try body.text("remark").trimmingSpaces())
        guard !remark.isEmpty else { throw DeskRefusal(422, "Say what should be changed.") }
        try takeAuthor(body)
        let git = git
        guard let others = try others(in: git) else { throw noRemote(in: git) }
        let review = try review(name, at: try body.text("tip"), others, in: git)
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
        let versions = try versions([tip, "^" + own], notIn: [], in: git)
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

    /// Takes back what one has asked for.
    func withdrawReview(_ body: DeskBody) throws -> JSONValue {
        let (name, git) = (try body.text("name"), git)
        guard let others = try others(in: git) else { throw noRemote(in: git) }
        let review = try review(name, at: try body.text("tip"), others, in: git)
        do throws(GitFailure) {
            try git.removeBranch(Review.folder + name, at: review.tip, of: others.remote)
        } catch {
            throw refusal(error, in: git)
        }
        return [:]
    }

    /// Removes the branches of reviews that the shared branch has now. Those that another branch has stay, as nobody knows
    /// whether they will ever be in the shared one.
    ///
    /// - Parameter pushed: The version that the branch has now.
    func endReviews(_ others: OthersVersions, after pushed: String, in git: Git) throws {
        guard others.target.remote == others.remote, try isShared(others.target.branch, others.remote, in: git) else {
            return
        }
        let start = "refs/remotes/\(others.remote)/\(Review.folder)"
        let lines = try words(
            git.ask(["for-each-ref", "--merged=\(pushed)", "--format=%(objectname) %(refname)", start]))
        for line in lines.split(separator: "\n") {
            let (tip, ref) = (String(line.prefix { $0 != " " }), line.drop { $0 != " " }.dropFirst())
            let branch = Review.folder + ref.dropFirst(start.count)
            // Whoever has sent more to it meanwhile keeps it; and that a branch stays harms nobody.
            do throws(GitFailure) { try git.removeBranch(branch, at: tip, of: others.remote) } catch {}
        }
    }

    /// Tells whether a branch is the one that all share: the one that the remote repository shows first, as a clone
    /// knows it.
    private func isShared(_ branch: String, _ remote: String, in git: Git) throws -> Bool {
        let first = try words(git.ask(["symbolic-ref", "--quiet", "--short", "refs/remotes/\(remote)/HEAD"]))
        return first.isEmpty ? ["main", "master"].contains(branch) : first == "\(remote)/\(branch)"
    }
}
