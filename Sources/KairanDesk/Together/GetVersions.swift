internal import KairanBuild
internal import KairanContent
internal import KairanEditing
internal import KairanFormats
internal import KairanModel
internal import KairanPublish
internal import KairanReaders
internal import KairanSystem

extension Desk {
    /// Asks the remote repository for the versions of others. It may take long, so nothing waits for it.
    ///
    /// - Returns: What the page says of the others, and why they could not be asked, if so.
    func fetch() throws -> JSONValue {
        let git = git
        var problem = JSONValue.null
        if let others = try others(in: git) {
            do throws(GitFailure) { try git.fetch(others.branch, and: Review.folder, from: others.remote) } catch {
                problem = refusal(error, in: git).answer["error"] ?? .null
            }
        }
        return ["others": describe(try others(in: git)), "problem": problem]
    }

    /// Joins the versions of others that were fetched with one's own, and with what is not in a version yet. Nothing is
    /// changed as long as there are conflicts, which are returned.
    ///
    /// - Parameter body: `choices` names a side, `mine` or `theirs`, for each conflict that is settled, by its key. With
    ///   `review`, the versions of that review are taken.
    func join(_ body: DeskBody) throws -> JSONValue {
        let git = git.atTop
        try requireBranch(in: git)
        let review = body.node["review"]?.text
        let known =
            try review.map { try othersVersions(ofReview: $0, at: try body.text("tip"), in: git) }
            ?? others(in: git)
        guard let others = known, let tip = others.tip, others.count > 0 else {
            return ["joined": 0, "by": .array([]), "conflicts": .array([])]
        }
        let choices = body.node["choices"]
        var (join, folder) = try join(others, in: git) { key in choices?[key]?.text.flatMap(JoinedFile.Side.init) }
        if review != nil {
            try takeAuthor(body)
            join.reviewer = try words(git.ask(identity(in: git) + ["var", "GIT_COMMITTER_IDENT"]))
            join.takesOnly = Review.folders.map { folder + $0 }
        }
        do {
            let index = try makeProcessFolder("kairan-join-")
            defer { do { try removeTree(index) } catch {} }
            let own = head(in: git)
            if review != nil { try refuseOthers(of: &join, own: own, tip) }
            guard let joined = try join.committed(own: own, tip, identity(in: git), index: index + "/index") else {
                return conflicts(of: join)
            }
            let work = try join.work(own: own, joined, changed: try changedFiles(in: self.git))
            guard join.conflicts.isEmpty else { return conflicts(of: join) }
            // Somebody may have saved a file since, and git would not ask.
            if let saved = try changedFiles(in: self.git).first(where: { work.clean.contains($0.place) }) {
                throw DeskRefusal(409, "\(saved.place) was changed in the meantime, so nothing was done. Try again.")
            }
            try join.finish(work, own: own, joined, index: index + "/index")
            // The versions are joined whatever becomes of this: the next build shows them too.
            do { try takeOver(work, in: git, below: folder) } catch { pingAll() }
            return [
                "joined": .integer(others.count), "by": .array(others.authors.map(JSONValue.string)),
                "conflicts": .array([]), "needsPublishing": .boolean(join.dropsPublication),
            ]
        } catch let failure as GitFailure {
            throw refusal(failure, in: git)
        }
    }

    /// Refuses a review that changes what forms do not show.
    private func refuseOthers(of join: inout VersionJoin, own: String?, _ tip: String) throws {
        var trial = join
        try trial.findLeft(from: try join.git.lines(["merge-base", own ?? tip, tip]).first, to: tip)
        guard let path = trial.left.first else { return }
        throw DeskRefusal(
            422,
            "The review also changes '\(path)', which the forms do not take. Look at it in a terminal: git diff HEAD...\(tip)"
        )
    }

    /// Makes a join of versions of others with one's own.
    ///
    /// - Returns: The join, and the site's folder as git names it, with a slash at its end.
    func join(
        _ others: OthersVersions, in git: Git, choose: @escaping (String) -> JoinedFile.Side?
    ) throws -> (join: VersionJoin, folder: String) {
        let (folder, declarations) = (try words(self.git.ask(["rev-parse", "--show-prefix"])), try site().declarations)
        let join = VersionJoin(
            git, others, published: publishedFolder(in: git),
            declared: { path in
                let path = path.hasPrefix(folder) ? path.dropFirst(folder.count) : path[...]
                let found = declarations.collections.first { $0.parent == nil && path.hasPrefix("content/\($0.name)/") }
                return ({ found == nil ? $0["id"]?.text : found?.id(ofListed: $0) }, found?.columns ?? TableColumns())
            }, choose: choose)
        return (join, folder)
    }

    /// Takes over the sources that were written, so that the forms need not wait for the next build to show them.
    private func takeOver(_ work: JoinedWork, in repository: Git, below folder: String) throws {
        let top = repository.folder + "/"
        let places = work.written.map { String($0.path.dropFirst(top.count)) } + work.taken + work.removed
        var files: [String: [UInt8]?] = [:]
        for place in places where place.hasPrefix(folder + "content/") || place.hasPrefix(folder + "templates/") {
            let path = top + place
            let isThere = workingFolder.knownStatus(of: path) != nil
            files[String(place.dropFirst(folder.count))] = .some(isThere ? try workingFolder.readGivenFile(path) : nil)
        }
        // A trial build has one file for names that look the same, so the next build shows such files.
        if places.count > Set(places).count { return pingAll() }
        if !files.isEmpty { take(try tryFiles(files, before: [:], known: try site())) }
    }

    private func conflicts(of join: VersionJoin) -> JSONValue {
        let described = join.conflicts.map { path, conflict -> JSONValue in
            [
                "key": .string(VersionJoin.key(path, conflict)), "path": .string(path),
                "place": .array(conflict.place.map(JSONValue.string)),
                "mine": .string(orNull: conflict.mine.map(VersionJoin.words)),
                "theirs": .string(orNull: conflict.theirs.map(VersionJoin.words)),
            ]
        }
        return [
            "joined": 0, "by": .array(join.others.authors.map(JSONValue.string)), "conflicts": .array(described),
        ]
    }

    /// The published folder as git names it, with a slash at its end; nil if it is not in the repository.
    private func publishedFolder(in repository: Git) -> String? {
        guard let output = withState({ $0.options?.output }).flatMap(realPath) else { return nil }
        let top = repository.folder + "/"
        return output.hasPrefix(top) ? output.dropFirst(top.count) + "/" : nil
    }
}
