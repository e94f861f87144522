import Foundation
import SiteTesting
import Testing

// These tests are about the ways in which others may have changed the files themselves: their names, kinds and modes.
extension DeskTogetherTests {
    /// One name in two Unicode normal forms: as Macs may write it, and as everybody else does.
    private static let (apart, whole) = ("content/notices/Cafe\u{301}.md", "content/notices/Caf\u{E9}.md")

    static func notice(_ title: String, _ place: String = "Hall") -> String {
        "---\ntitle: \(title)\nplace: \(place)\n---\nText.\n"
    }

    /// Makes a version of all files of a person.
    func commit(_ site: EditedSite) throws {
        try git(["add", "--all"], in: site.box.url)
        try git(["commit", "--quiet", "--message", "Step"], in: site.box.url)
    }

    func send(_ site: EditedSite) throws {
        try commit(site)
        try git(["push", "--quiet"], in: site.box.url)
    }

    func pull(_ site: EditedSite) throws { try git(["pull", "--quiet", "--ff-only"], in: site.box.url) }

    /// Gets the others' versions, and settles each conflict for one side.
    func join(_ site: EditedSite, _ side: String = "mine") throws -> EditedSite.Reply {
        _ = try site.post("fetch", [:])
        var choices: [String: String] = [:]
        while true {
            let answer = try site.post("join", ["choices": choices])
            let conflicts = answer["conflicts"] as? [[String: Any]] ?? []
            if conflicts.isEmpty { return answer }
            for conflict in conflicts {
                let key = try #require(conflict["key"] as? String)
                try #require(choices[key] == nil, "\(key) is asked for twice")
                choices[key] = side
            }
        }
    }

    func remove(_ path: String, of site: EditedSite) throws {
        try FileManager.default.removeItem(atPath: site.box.path + "/" + path)
    }

    /// Returns what an entry holds once the forms have read it.
    private func readValues(_ site: EditedSite, _ id: String) throws -> [String: Any] {
        var entry = try site.get("entry", ["collection": "notices", "id": id])
        try wait {
            entry = try site.get("entry", ["collection": "notices", "id": id])
            return entry.status == 200
        }
        return try #require(entry["values"] as? [String: Any], "\(entry.json)")
    }

    /// Returns the paths of a version, or of the folder if none is named, whose names look like that of the café.
    private func cafes(_ site: EditedSite, at version: String?) throws -> [[UInt8]] {
        var paths = try FileManager.default.contentsOfDirectory(atPath: site.box.path + "/content/notices").map {
            "content/notices/" + $0
        }
        if let version {
            let listed = try git(["ls-tree", "-r", "-z", "--name-only", version], in: site.box.url)
            paths = listed.split(separator: "\0").map(String.init)
        }
        return paths.filter { $0 == Self.whole }.map { Array($0.utf8) }
    }

    /// Both add a file, and the two names look the same. The file is one, under the name that is shared already.
    @Test(arguments: [true, false], [true, false]) func namesThatLookTheSame(_ isSaved: Bool, _ isApart: Bool) throws {
        let shared = try TemporaryFolder()
        let people = try people(sharing: shared)
        let (mina, bo) = (people[0], people[1])
        let (theirs, own) = isApart ? (Self.apart, Self.whole) : (Self.whole, Self.apart)
        try bo.box.write(Self.notice("Coffee", "Theirs"), to: theirs)
        try send(bo)
        try mina.box.write(Self.notice("Coffee", "Mine"), to: own)
        if isSaved { try commit(mina) }
        let joined = try join(mina)
        #expect(joined["joined"] as? Int == 1, "\(joined.json)")
        #expect(try cafes(mina, at: "HEAD") == [Array(theirs.utf8)] && cafes(mina, at: nil) == [Array(theirs.utf8)])
        #expect(try mina.text(theirs).contains("place: Mine"))
        #expect(try readValues(mina, "Caf\u{E9}")["place"] as? String == "Mine")
        if isSaved { #expect(try git(["status", "--porcelain"], in: mina.box.url) == "") }
    }

    /// Others write a name in another normal form, while somebody changes the text of the file, or the other way round.
    @Test(arguments: [true, false], [true, false]) func aNameInAnotherForm(_ isSaved: Bool, _ isMine: Bool) throws {
        let shared = try TemporaryFolder()
        let people = try people(sharing: shared)
        let (mina, bo) = (people[0], people[1])
        try bo.box.write(Self.notice("Coffee"), to: Self.whole)
        try send(bo)
        try pull(mina)
        let (renaming, writing) = isMine ? (mina, bo) : (bo, mina)
        try renaming.box.write(Self.notice("Coffee"), to: Self.apart)
        try remove(Self.whole, of: renaming)
        try writing.box.write(Self.notice("Coffee", "Kitchen"), to: Self.whole)
        try send(bo)
        if isSaved { try commit(mina) }
        let joined = try join(mina)
        #expect(joined["joined"] as? Int == 1, "\(joined.json)")
        #expect(try cafes(mina, at: nil) == [Array(Self.apart.utf8)])
        #expect(try mina.text(Self.apart).contains("place: Kitchen"))
        if isSaved {
            #expect(try cafes(mina, at: "HEAD") == [Array(Self.apart.utf8)])
            #expect(try git(["status", "--porcelain"], in: mina.box.url) == "")
        }
    }

    /// Two files of the others have names that look the same. Some systems cannot keep them apart.
    @Test func twoNamesOfTheOthers() throws {
        let shared = try TemporaryFolder()
        let people = try people(sharing: shared)
        let (mina, bo) = (people[0], people[1])
        try bo.box.write(Self.notice("One"), to: Self.apart)
        try bo.box.write(Self.notice("Two"), to: Self.whole)
        try send(bo)
        for isSaved in [false, true] {
            if isSaved {
                try mina.box.write(Self.notice("Mine"), to: "content/notices/mine.md")
                try commit(mina)
            }
            let before = try git(["rev-parse", "HEAD"], in: mina.box.url)
            let joined = try join(mina)
            let told = "\(joined["error"] ?? "")"
            #expect(joined.status == 422 && told.contains("look the same") && told.contains("git mv"), "\(joined.json)")
            #expect(try git(["rev-parse", "HEAD"], in: mina.box.url) == before && cafes(mina, at: nil).isEmpty)
        }
    }

    /// A review under a name in another form is looked at and taken like any other.
    @Test func aReviewOfANameInAnotherForm() throws {
        let shared = try TemporaryFolder()
        let people = try people(sharing: shared)
        let (mina, bo) = (people[0], people[1])
        try bo.box.write(Self.notice("Coffee"), to: Self.whole)
        try send(bo)
        try pull(mina)
        try bo.box.write(Self.notice("Tea"), to: Self.apart)
        try remove(Self.whole, of: bo)
        try commit(bo)
        #expect(try bo.post("offer", ["name": "review/tea"]).status == 200)
        _ = try mina.post("fetch", [:])
        let look = try mina.get("review", ["name": "tea"])
        #expect((look["mistakes"] as? [Any])?.isEmpty == true, "\(look.json)")
        let pages = "\(look["pages"] ?? "") \(look["changes"] ?? "") \(look.json)"
        #expect(pages.contains("Tea") && !pages.contains("gone"), "\(look.json)")
        let tip = try #require((look["review"] as? [String: Any])?["tip"] as? String)
        let joined = try mina.post("join", ["review": "tea", "tip": tip, "choices": [:]])
        #expect(joined["joined"] as? Int == 1, "\(joined.json)")
        #expect(try cafes(mina, at: nil) == [Array(Self.apart.utf8)])
        #expect(try readValues(mina, "Caf\u{E9}")["title"] as? String == "Tea")
    }

    /// Git LFS keeps other bytes than the ones that are checked out, and only git itself can fetch them.
    @Test(arguments: ["both", "theirs", "unsaved"]) func filesOfLFS(_ who: String) throws {
        let shared = try TemporaryFolder()
        let people = try people(sharing: shared)
        let (mina, bo) = (people[0], people[1])
        func pointer(_ digit: String) -> String {
            "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: digit, count: 64))\nsize 12\n"
        }
        let path = "content/images/large.jpg"
        try bo.box.write(pointer("0"), to: path)
        try bo.box.write("*.jpg filter=lfs diff=lfs merge=lfs -text\n", to: ".gitattributes")
        if who != "theirs" {
            try send(bo)
            try pull(mina)
        }
        try bo.box.write(pointer("1"), to: path)
        try send(bo)
        if who != "theirs" { try mina.box.write(pointer("2"), to: path) }
        if who == "both" { try commit(mina) }
        let before = try git(["rev-parse", "HEAD"], in: mina.box.url)
        let joined = try join(mina)
        let told = "\(joined["error"] ?? "")"
        #expect(joined.status == 422 && told.contains(path) && told.contains("'lfs'"), "\(joined.json)")
        #expect(told.contains("git pull"))
        #expect(try git(["rev-parse", "HEAD"], in: mina.box.url) == before)
        if who == "theirs" { #expect(!mina.isThere(path)) } else { #expect(try mina.text(path) == pointer("2")) }
    }

    /// The others have joined three branches at once, and then gone on.
    @Test func anOctopusOfTheOthers() throws {
        let shared = try TemporaryFolder()
        let people = try people(sharing: shared)
        let (mina, bo) = (people[0], people[1])
        let names = ["one", "two", "three"]
        for name in names {
            try git(["switch", "--quiet", "-c", name, "main"], in: bo.box.url)
            try bo.box.write(Self.notice(name), to: "content/notices/\(name).md")
            try commit(bo)
        }
        try git(["switch", "--quiet", "main"], in: bo.box.url)
        try bo.box.write(Self.notice("four"), to: "content/notices/four.md")
        try commit(bo)
        try git(["merge", "--quiet", "--message", "Octopus"] + names, in: bo.box.url)
        try git(["push", "--quiet"], in: bo.box.url)
        // One of its branches is here already.
        try git(["fetch", "--quiet", bo.box.path, "two"], in: mina.box.url)
        try git(["merge", "--quiet", "FETCH_HEAD"], in: mina.box.url)
        #expect(try mina.save("notices", "umbrella", ["place": "Mine"]).status == 200)
        try commit(mina)
        let joined = try join(mina)
        #expect(joined.status == 200 && joined["joined"] as? Int == 4, "\(joined.json)")
        for name in names + ["four"] { #expect(try mina.values("notices", name)["title"] as? String == name) }
        #expect(try mina.values("notices", "umbrella")["place"] as? String == "Mine")
        #expect(try git(["status", "--porcelain"], in: mina.box.url) == "")
    }

    /// A merge of several branches has more parents than the forms could give it.
    @Test func anOctopusUnderWay() throws {
        let shared = try TemporaryFolder()
        let mina = try people(sharing: shared)[0]
        for name in ["one", "two"] {
            try git(["switch", "--quiet", "-c", name, "main"], in: mina.box.url)
            try mina.box.write(Self.notice(name), to: "content/notices/\(name).md")
            try commit(mina)
        }
        try git(["switch", "--quiet", "main"], in: mina.box.url)
        try git(["merge", "--quiet", "--no-commit", "--no-ff", "one", "two"], in: mina.box.url)
        let before = try git(["rev-parse", "HEAD"], in: mina.box.url)
        for answer in [try join(mina), try mina.post("commit", ["message": "Step"]), try mina.post("push", [:])] {
            let told = "\(answer["error"] ?? "")"
            #expect(answer.status == 422 && told.contains("several branches"), "\(answer.json)")
            #expect(told.contains("git merge --abort"))
        }
        #expect(try git(["rev-parse", "HEAD"], in: mina.box.url) == before)
        #expect(mina.isThere(".git/MERGE_HEAD") && mina.isThere("content/notices/two.md"))
    }

    /// Two people settle one conflict in two ways, each with a version of the other, and then get those.
    @Test func settledInTwoWays() throws {
        let shared = try TemporaryFolder()
        let people = try people(sharing: shared)
        let (mina, bo) = (people[0], people[1])
        for (site, place) in [(mina, "Mine"), (bo, "Theirs")] {
            #expect(try site.save("notices", "umbrella", ["place": place]).status == 200)
            try commit(site)
        }
        for (site, other) in [(mina, bo), (bo, mina)] {
            try git(["fetch", "--quiet", other.box.path, "main"], in: site.box.url)
        }
        for site in [mina, bo] {
            try git(["merge", "--quiet", "--strategy=ours", "FETCH_HEAD"], in: site.box.url)
        }
        try git(["push", "--quiet"], in: bo.box.url)
        _ = try mina.post("fetch", [:])
        let asked = try mina.post("join", ["choices": [:]])
        let conflicts = try #require(asked["conflicts"] as? [[String: Any]], "\(asked.json)")
        #expect(conflicts.map { "\($0["mine"] ?? "") \($0["theirs"] ?? "")" } == ["Mine Theirs"], "\(asked.json)")
        #expect(try join(mina, "theirs").status == 200)
        #expect(try mina.values("notices", "umbrella")["place"] as? String == "Theirs")
    }

    /// A file of git alone stays as somebody has it, also if it is the first one that git tells of.
    @Test(arguments: ["README.md", ".editorconfig"]) func changesOutsideOfTheSite(_ path: String) throws {
        let shared = try TemporaryFolder()
        let people = try people(sharing: shared)
        let (mina, bo) = (people[0], people[1])
        try bo.box.write("first\n", to: path)
        try send(bo)
        try pull(mina)
        try bo.box.write("theirs\n", to: path)
        try send(bo)
        try mina.box.write("mine\n", to: path)
        let joined = try join(mina)
        #expect(joined.status == 422 && "\(joined["error"] ?? "")".contains("'\(path)'"), "\(joined.json)")
        #expect(try mina.text(path) == "mine\n")
    }
}
