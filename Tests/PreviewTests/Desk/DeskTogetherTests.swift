import Foundation
import SiteTesting
import Testing

/// Two people edit one board, each in a clone with forms of their own, and share it by a bare repository.
@Suite struct DeskTogetherTests {
    /// The board has a file for each entry, a list and a table, and rows of people who know nothing of git.
    private static let files = [
        "content/site.yml": "title: Board\nurl: https://board.example/\nmoment: 2026-04-15T09:00\n",
        "content/notices/_collection.yml": "fields: { title: text, place: text?, rank: integer? }\nbody: markdown\n",
        "content/notices/umbrella.md": "---\n# Who lost it?\ntitle: Umbrella\nplace: Hall\nrank: 1\n---\nA red one.\n",
        "content/talks/_collection.yml": "fields: { title: text, room: text? }\n",
        "content/talks/all.yml":
            "# The programme\n- id: opening\n  title: Opening\n  room: A\n- id: closing\n  title: Closing\n  room: B\n",
        "content/rooms/_collection.yml": "fields: { name: text, seats: integer }\n",
        "content/rooms/all.csv": "id,name,seats\na,Room A,10\nb,Room B,20\nc,Room C,30\n",
        "templates/index.html.mustache":
            "---\ndata: { notices: { each: notices }, talks: { each: talks }, rooms: { each: rooms } }\n---\n"
            + "<h1>Board</h1>{{#notices}}<p>{{title}}</p>{{/notices}}{{#talks}}<p>{{title}}</p>{{/talks}}\n",
        "templates/api/v1/_version.yml": "status: current\n",
        "templates/api/v1/notices.json.yml": "data: { each: notices, value: { title: title, place?: place } }\n",
        ".gitignore": ".kairan/\n",
    ]

    static func name(_ person: String, in folder: URL) throws {
        try git(["config", "user.name", person], in: folder)
        try git(["config", "user.email", "\(person.lowercased())@t.example"], in: folder)
    }

    /// Makes two clones of a board that is shared, and forms for each.
    func people(sharing shared: borrowing TemporaryFolder) throws -> [EditedSite] {
        let remote = shared.url.appending(path: "shared.git").path
        try git(["init", "--quiet", "--bare", "--initial-branch=main", "shared.git"], in: shared.url)
        return try ["Mina", "Bo"].map { person in
            try EditedSite(Self.files) { folder in
                if person == "Mina" {
                    try git(["init", "--quiet", "--initial-branch=main"], in: folder)
                    try Self.name(person, in: folder)
                    #expect(try kairan(["build", "--first-publication"], in: folder).exitCode == 0)
                    try git(["add", "--all"], in: folder)
                    try git(["commit", "--quiet", "--message", "Start"], in: folder)
                    try git(["remote", "add", "origin", remote], in: folder)
                    try git(["push", "--quiet", "--set-upstream", "origin", "main"], in: folder)
                    return
                }
                for path in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                    try FileManager.default.removeItem(at: folder.appending(path: path))
                }
                try git(["clone", "--quiet", remote, "."], in: folder)
                try Self.name(person, in: folder)
            }
        }
    }

    /// The entries, with the fields in which texts are written.
    static let entries = [
        ("notices", "umbrella", ["title", "place", "body"]), ("talks", "opening", ["title", "room"]),
        ("talks", "closing", ["title", "room"]), ("rooms", "a", ["name"]), ("rooms", "b", ["name"]),
        ("rooms", "c", ["name"]),
    ]

    private func values(of site: EditedSite) throws -> [String: String] {
        var all: [String: String] = [:]
        for (collection, id, fields) in Self.entries {
            let entry = try site.get("entry", ["collection": collection, "id": id])
            let values = try #require(entry["values"] as? [String: Any], "\(entry.json)")
            for field in fields {
                let text = values[field] as? String ?? ""
                all["\(collection) \(id) \(field)"] = text.trimmingCharacters(in: .newlines)
            }
        }
        return all
    }

    /// Returns the same values as they are in a version.
    private func values(at version: String, in folder: URL) throws -> [String: String] {
        try values { try git(["show", "\(version):content/\($0)"], in: folder) }
    }

    /// Returns the same values as the files have them.
    private func fileValues(of site: EditedSite) throws -> [String: String] {
        try values { try site.text("content/\($0)") }
    }

    private func values(_ text: (_ path: String) throws -> String) throws -> [String: String] {
        var all: [String: String] = [:]
        for (collection, id, fields) in Self.entries {
            if collection == "rooms" {
                let row = try text("rooms/all.csv").split(separator: "\n").first { $0.hasPrefix("\(id),") }
                all["rooms \(id) name"] = row.map { String($0.split(separator: ",")[1]) }
                continue
            }
            let file = try text(collection == "talks" ? "talks/all.yml" : "notices/\(id).md")
            let lines = file.split(separator: "- id: ").first { collection != "talks" || $0.hasPrefix(id) } ?? ""
            for field in fields {
                if field == "body" {
                    all["notices \(id) body"] = file.components(separatedBy: "---\n").last?.trimmingCharacters(
                        in: .newlines)
                    continue
                }
                let line = lines.split(separator: "\n").first {
                    $0.hasPrefix("  \(field): ") || $0.hasPrefix("\(field): ")
                }
                all["\(collection) \(id) \(field)"] = line.map { String($0.split(separator: ": ")[1]) }
            }
        }
        return all
    }

    /// `KAIRAN_STEPS` says how many steps they take.
    @Test func whateverTwoPeopleDo() throws {
        let seed = printedSeed()
        var numbers = SeededNumbers(seed: seed)
        let shared = try TemporaryFolder()
        let sites = try people(sharing: shared)
        let steps = ProcessInfo.processInfo.environment["KAIRAN_STEPS"].flatMap { Int($0) } ?? 30
        // The values that are shared, and for each person those that were shared when they last joined.
        var tip = try values(at: "main", in: shared.url.appending(path: "shared.git"))
        #expect(try values(of: sites[0]) == tip)
        var known = [tip, tip]
        var (counts, made) = ([String: Int](), [String]())
        var board = SharedBoard(in: shared.url, sites, run: "seed \(seed)")
        func join(_ person: Int, review: (name: String, tip: String)? = nil) throws {
            let (site, mine) = (sites[person], try values(of: sites[person]))
            _ = try site.post("fetch", [:])
            var (request, before, theirs) = ([String: Any](), known[person], tip)
            if let review {
                let base = try git(["merge-base", "HEAD", review.tip], in: site.box.url)
                before = try values(at: base.trimmingCharacters(in: .newlines), in: site.box.url)
                request = ["review": review.name, "tip": review.tip]
                theirs = try values(at: review.tip, in: site.box.url)
            }
            func ask(_ choices: [String: String]) throws -> EditedSite.Reply {
                try site.post("join", request.merging(["choices": choices]) { $1 })
            }
            var answer = try ask([:])
            var choices: [String: String] = [:]
            while let conflicts = answer["conflicts"] as? [[String: Any]], !conflicts.isEmpty {
                #expect(try values(of: site) == mine, "seed \(seed): something changed before a choice was made")
                for conflict in conflicts {
                    let key = try #require(conflict["key"] as? String)
                    // No entry moves here, so only single values can be in dispute.
                    try #require(
                        (conflict["place"] as? [String])?.isEmpty == false, "seed \(seed): \(conflict)")
                    try #require(choices[key] == nil, "seed \(seed): \(key) is asked for twice")
                    choices[key] = Bool.random(using: &numbers) ? "mine" : "theirs"
                }
                try board.check(
                    shown: conflicts.map { "\($0["mine"] ?? "") \($0["theirs"] ?? "")" }, after: "a conflict")
                for conflict in conflicts where choices[conflict["key"] as? String ?? ""] == "theirs" {
                    board.giveUp(conflict["mine"] as? String ?? "")
                }
                counts["conflicts", default: 0] += conflicts.count
                answer = try ask(choices)
            }
            try #require(answer.status == 200, "seed \(seed): \(answer.json)")
            counts["joined", default: 0] += answer["joined"] as? Int ?? 0
            let joined = try values(of: site)
            #expect(
                try joined == fileValues(of: site), "seed \(seed): the forms show something else than the files hold")
            for (key, base) in before {
                let (own, other) = (mine[key], theirs[key])
                if other == base || own == other {
                    #expect(joined[key] == own, "seed \(seed): \(key)")
                } else if own == base {
                    #expect(joined[key] == other, "seed \(seed): \(key)")
                } else {
                    #expect([own, other].contains(joined[key]), "seed \(seed): \(key)")
                }
            }
            if review == nil { known[person] = tip }
            if answer["needsPublishing"] as? Bool == true {
                #expect(try site.post("publish", [:]).status == 200, "seed \(seed)")
            }
        }
        func commit(_ person: Int) throws {
            let answer = try sites[person].post("commit", ["message": "Step"])
            #expect(answer.status == 200 || "\(answer["error"] ?? "")".hasPrefix("Nothing has"), "\(answer.json)")
        }
        /// Returns the names of reviews that somebody else waits for.
        func waiting(_ person: Int) throws -> [(name: String, tip: String)] {
            _ = try sites[person].post("fetch", [:])
            let reviews = try #require(try sites[person].get("git")["reviews"] as? [[String: Any]])
            return try reviews.filter { $0["isHere"] as? Bool == false }.map {
                (try #require($0["name"] as? String), try #require($0["tip"] as? String))
            }
        }
        for step in 0..<steps {
            let person = Int.random(in: 0...1, using: &numbers)
            switch Int.random(in: 0..<12, using: &numbers) {
            case 9:
                let answer = try sites[person].post("offer", ["name": "review/\(person)"])
                let isNothing = "\(answer["error"] ?? "")".hasPrefix("There is nothing to look at")
                #expect(answer.status == 200 || isNothing, "seed \(seed): \(answer.json)")
                counts[isNothing ? "nothing to ask" : "asked", default: 0] += 1
            case 10:
                for (review, tip) in try waiting(person) {
                    let remark = ["name": review, "tip": tip, "remark": "Remark \(step)"]
                    let answer = try sites[person].post("returnReview", remark)
                    #expect(answer.status == 200, "seed \(seed): \(answer.json)")
                    counts["returned", default: 0] += 1
                }
            case 11:
                for review in try waiting(person) {
                    let look = try sites[person].get("review", ["name": review.name])
                    #expect(look.status == 200 && (look["mistakes"] as? [Any])?.isEmpty == true, "\(look.json)")
                    try join(person, review: review)
                    counts["taken", default: 0] += 1
                }
            case 8:
                let answer = try sites[person].post(
                    "create", ["collection": "talks", "id": "talk-\(step)", "changes": ["title": "Talk \(step)"]])
                #expect(answer.status == 200, "\(answer.json)")
                made.append("talk-\(step)")
                board.note("Talk \(step)", of: person, at: "talk-\(step)")
            case 0...3:
                let (collection, id, fields) = Self.entries.randomElement(using: &numbers) ?? Self.entries[0]
                let field = fields.randomElement(using: &numbers) ?? "title"
                #expect(try sites[person].save(collection, id, [field: "Text \(step)"]).status == 200)
                board.note("Text \(step)", of: person, at: "\(collection) \(id) \(field)")
            case 4: #expect(try sites[person].post("publish", [:]).status == 200)
            case 5: try commit(person)
            case 6: try join(person)
            default:
                let answer = try sites[person].post("push", [:])
                counts[answer.status == 200 ? "pushed" : "refused", default: 0] += 1
                if answer.status == 200 {
                    tip = try values(at: "main", in: shared.url.appending(path: "shared.git"))
                    known[person] = tip
                } else {
                    #expect(answer.status == 409 && answer["others"] is [String: Any], "seed \(seed): \(answer.json)")
                }
            }
            try board.check(after: "step \(step)")
        }
        for person in [0, 1, 0] {
            try join(person)
            #expect(try sites[person].post("publish", [:]).status == 200)
            try commit(person)
            #expect(try sites[person].post("push", [:]).status == 200, "seed \(seed)")
            tip = try values(at: "main", in: shared.url.appending(path: "shared.git"))
            known[person] = tip
        }
        try join(1)
        #expect(try values(of: sites[0]) == values(of: sites[1]), "seed \(seed)")
        #expect(try sites[0].text("content/talks/all.yml").hasPrefix("# The programme\n"))
        for id in made {
            let text = try sites[1].text("content/talks/all.yml")
            try #require(text.contains("id: \(id)\n"), "seed \(seed): \(id) is gone from \(text)")
            #expect(try sites[1].values("talks", id)["title"] as? String == "Talk \(id.dropFirst(5))", "seed \(seed)")
        }
        let content = try sites.map { try filesIn($0.box.url.appending(path: "content")) }
        #expect(content[0] == content[1], "seed \(seed)")
        print(
            "\(steps) steps, \(board.wholeVersions) whole versions: \(counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })"
        )
        try board.checkPublished()
    }
}
