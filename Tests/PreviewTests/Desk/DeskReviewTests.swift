import Foundation
import SiteTesting
import Testing

/// Somebody asks for a look at changes, and somebody else takes them or sends them back. All of it is git.
@Suite struct DeskReviewTests {
    /// Two people in forms of their own, Bo who asks and Mina who looks.
    private func people(sharing shared: borrowing TemporaryFolder) throws -> (mina: EditedSite, bo: EditedSite) {
        let people = try DeskTogetherTests().people(sharing: shared)
        return (people[0], people[1])
    }

    private func tip(_ site: EditedSite, _ name: String = "tea") throws -> String {
        let review = try #require(try reviews(site).first { $0["name"] as? String == name })
        return try #require(review["tip"] as? String)
    }

    private func reviews(_ site: EditedSite) throws -> [[String: Any]] {
        _ = try site.post("fetch", [:])
        return try #require(try site.get("git")["reviews"] as? [[String: Any]])
    }

    /// Saves a change as a version, and asks for a look at it.
    private func ask(_ title: String, _ bo: EditedSite, as name: String = "tea") throws {
        #expect(try bo.save("notices", "umbrella", ["title": title]).status == 200)
        #expect(try bo.post("publish", [:]).status == 200)
        #expect(try bo.post("commit", ["message": "Call it \(title)"]).status == 200)
        let answer = try bo.post("offer", ["name": "review/\(name)"])
        #expect(answer.status == 200 && answer["isCopy"] as? Bool == false, "\(answer.json)")
    }

    private func branches(_ shared: borrowing TemporaryFolder) throws -> String {
        try git(["branch", "--format=%(refname:short)"], in: shared.url.appending(path: "shared.git"))
    }

    @Test func taking() throws {
        let shared = try TemporaryFolder()
        let (mina, bo) = try people(sharing: shared)
        try ask("Parasol", bo)
        let found = try #require(try reviews(mina).first)
        #expect(found["title"] as? String == "Call it Parasol" && found["by"] as? [String] == ["Bo"], "\(found)")
        #expect(found["isHere"] as? Bool == false && found["isReturned"] as? Bool == false)
        let own = try #require(try reviews(bo).first)
        #expect(own["isHere"] as? Bool == true)

        let look = try mina.get("review", ["name": "tea"])
        let changes = try #require(look["changes"] as? [[String: Any]], "\(look.json)")
        let paths = changes.compactMap { $0["path"] as? String }
        #expect(paths.contains("api/v1/notices.json") && paths.contains("notices/umbrella/index.html"), "\(paths)")
        #expect(look["files"] as? [String] == ["content/notices/umbrella.md"])
        #expect("\(look["versions"] ?? "")".contains("notices"))
        #expect(try mina.text("content/notices/umbrella.md").contains("title: Umbrella"))
        let page = try mina.page("index.html", typedIn: "review-tea")
        #expect(try page.contains("Parasol") && !mina.page("index.html").contains("Parasol"))

        let taken = try mina.post("join", ["review": "tea", "tip": tip(mina), "choices": [:]])
        #expect(taken["joined"] as? Int == 1 && taken["by"] as? [String] == ["Bo"], "\(taken.json)")
        #expect(try mina.text("content/notices/umbrella.md").contains("title: Parasol"))
        let message = try git(["log", "-1", "--format=%B"], in: mina.box.url)
        #expect(message.contains("Take the changes of Bo\n\nReviewed-by: Mina <mina@t.example>"))
        #expect(try mina.post("publish", [:]).status == 200)
        _ = try mina.post("commit", ["message": "Publish"])
        #expect(try mina.post("push", [:]).status == 200)
        #expect(try branches(shared) == "main\n")
        #expect(try reviews(mina).isEmpty && reviews(bo).isEmpty)
        #expect(try bo.post("join", ["choices": [:]]).status == 200)
        #expect(try git(["rev-parse", "HEAD"], in: bo.box.url) == git(["rev-parse", "HEAD"], in: mina.box.url))
    }

    @Test func sendingBack() throws {
        let shared = try TemporaryFolder()
        let (mina, bo) = try people(sharing: shared)
        try ask("Parasol", bo)
        _ = try reviews(mina)
        #expect(try mina.post("returnReview", ["name": "tea", "tip": "", "remark": " "]).status == 422)
        #expect(try mina.post("returnReview", ["name": "none", "tip": "", "remark": "No."]).status == 404)
        let remark = "It was an umbrella.\n\nPlease ask Ida."
        #expect(try mina.post("returnReview", ["name": "tea", "tip": tip(mina), "remark": remark]).status == 200)
        let returned = try #require(try reviews(bo).first)
        #expect(returned["isReturned"] as? Bool == true && returned["isHere"] as? Bool == true, "\(returned)")
        let version = try #require((returned["versions"] as? [[String: Any]])?.first)
        #expect(version["author"] as? String == "Mina" && version["subject"] as? String == "It was an umbrella.")
        #expect(version["text"] as? String == "Please ask Ida.")

        try ask("Umbrella (red)", bo)
        let again = try #require(try reviews(mina).first)
        #expect(again["isReturned"] as? Bool == false && again["isHere"] as? Bool == false, "\(again)")
        #expect(try mina.post("join", ["review": "tea", "tip": tip(mina), "choices": [:]])["joined"] as? Int ?? 0 > 0)
        #expect(try mina.text("content/notices/umbrella.md").contains("title: Umbrella (red)"))
    }

    /// Values that both have changed are asked for, as in every join.
    @Test func bothChanged() throws {
        let shared = try TemporaryFolder()
        let (mina, bo) = try people(sharing: shared)
        try ask("Parasol", bo)
        #expect(try mina.save("notices", "umbrella", ["title": "Brolly"]).status == 200)
        #expect(try mina.post("commit", ["message": "Mine"]).status == 200)
        _ = try reviews(mina)
        #expect(try mina.get("review", ["name": "tea"]).status == 200)
        let answer = try mina.post("join", ["review": "tea", "tip": tip(mina), "choices": [:]])
        let conflict = try #require((answer["conflicts"] as? [[String: Any]])?.first, "\(answer.json)")
        #expect(conflict["mine"] as? String == "Brolly" && conflict["theirs"] as? String == "Parasol")
        let key = try #require(conflict["key"] as? String)
        let request: [String: Any] = ["review": "tea", "tip": try tip(mina), "choices": [key: "theirs"]]
        #expect(try mina.post("join", request)["joined"] as? Int == 1)
        #expect(try mina.text("content/notices/umbrella.md").contains("title: Parasol"))
    }

    /// Changes that would not build, or would break apps, are told before anybody takes them.
    @Test func whatCannotBePublished() throws {
        let shared = try TemporaryFolder()
        let (mina, bo) = try people(sharing: shared)
        let path = "content/notices/umbrella.md"
        let text = try bo.text(path).replacing("title: Umbrella", with: "title:")
        try Data(text.utf8).write(to: bo.box.url.appending(path: path))
        try git(["commit", "--quiet", "--all", "--message", "No title"], in: bo.box.url)
        #expect(try bo.post("offer", ["name": "review/wrong"]).status == 200)
        _ = try reviews(mina)
        let look = try mina.get("review", ["name": "wrong"])
        #expect("\(look["mistakes"] ?? "")".contains("field.missing"), "\(look.json)")
    }

    /// Only what the forms show is taken: no published file, and no review with files that are none of the site's.
    @Test func otherFiles() throws {
        let shared = try TemporaryFolder()
        let (mina, bo) = try people(sharing: shared)
        try bo.box.write("<script>alert(1)</script>\n", to: "public/evil.html")
        try git(["add", "public"], in: bo.box.url)
        try ask("Parasol", bo)
        _ = try tip(mina)
        let look = try mina.get("review", ["name": "tea"])
        #expect(look["others"] as? [String] == [], "\(look.json)")
        let taken = try mina.post("join", ["review": "tea", "tip": tip(mina), "choices": [:]])
        #expect(taken["joined"] as? Int == 1 && taken["needsPublishing"] as? Bool == true, "\(taken.json)")
        #expect(!mina.isThere("public/evil.html"))

        try bo.box.write("run: evil\n", to: ".github/workflows/deploy.yml")
        try git(["add", ".github"], in: bo.box.url)
        try git(["commit", "--quiet", "--message", "Deploy"], in: bo.box.url)
        try ask("Brolly", bo)
        _ = try tip(mina)
        let other = try mina.get("review", ["name": "tea"])
        #expect(other["others"] as? [String] == [".github/workflows/deploy.yml"], "\(other.json)")
        let refused = try mina.post("join", ["review": "tea", "tip": tip(mina), "choices": [:]])
        #expect(refused.status == 422 && "\(refused["error"] ?? "")".contains("deploy.yml"), "\(refused.json)")
        #expect(!mina.isThere(".github") && !mina.isThere("public/evil.html"))
    }

    /// Nobody takes or returns what was sent after they looked.
    @Test func moreWasSent() throws {
        let shared = try TemporaryFolder()
        let (mina, bo) = try people(sharing: shared)
        try ask("Parasol", bo)
        let seen = try tip(mina)
        try ask("Unseen", bo)
        _ = try tip(mina)
        #expect(try mina.post("join", ["review": "tea", "tip": seen, "choices": [:]]).status == 409)
        #expect(try mina.post("returnReview", ["name": "tea", "tip": seen, "remark": "No."]).status == 409)
        #expect(try mina.text("content/notices/umbrella.md").contains("title: Umbrella"))
    }

    /// A branch that somebody works on stays when it is sent, and so does what only another branch has.
    @Test func branchesThatStay() throws {
        let shared = try TemporaryFolder()
        let (mina, bo) = try people(sharing: shared)
        try ask("Parasol", bo)
        _ = try tip(mina)
        try git(["switch", "--quiet", "-c", "spring"], in: mina.box.url)
        #expect(try mina.post("join", ["review": "tea", "tip": tip(mina), "choices": [:]])["joined"] as? Int == 1)
        #expect(try mina.post("push", [:]).status == 200)
        #expect(try branches(shared) == "main\nreview/tea\nspring\n")
        try git(["switch", "--quiet", "-c", "review/own"], in: bo.box.url)
        #expect(try bo.save("talks", "opening", ["title": "Start"]).status == 200)
        #expect(try bo.post("commit", ["message": "Start"]).status == 200)
        #expect(try bo.post("push", [:]).status == 200)
        #expect(try branches(shared) == "main\nreview/own\nreview/tea\nspring\n")
    }

    /// A version that changes files is no remark, whatever its message says, and none of it is lost.
    @Test func changesAreNoRemarks() throws {
        let shared = try TemporaryFolder()
        let (mina, bo) = try people(sharing: shared)
        try ask("Parasol", bo)
        _ = try tip(mina)
        let text = try mina.text("content/talks/all.yml").replacing("Opening", with: "Welcome")
        try git(["switch", "--quiet", "--detach", "refs/remotes/origin/review/tea"], in: mina.box.url)
        try Data(text.utf8).write(to: mina.box.url.appending(path: "content/talks/all.yml"))
        try git(["commit", "--quiet", "--all", "--message", "Mend\n\nReview: returned"], in: mina.box.url)
        try git(["push", "--quiet", "origin", "HEAD:review/tea"], in: mina.box.url)
        let found = try #require(try reviews(bo).first)
        #expect(found["isReturned"] as? Bool == false && found["by"] as? [String] == ["Mina", "Bo"], "\(found)")
        #expect(try bo.post("offer", ["name": "review/tea"]).status == 422)
    }

    @Test func askingForNothingAndWithdrawing() throws {
        let shared = try TemporaryFolder()
        let (mina, bo) = try people(sharing: shared)
        #expect(try bo.post("offer", ["name": "review/nothing"]).status == 422)
        try ask("Parasol", bo)
        #expect(try bo.post("withdrawReview", ["name": "tea", "tip": tip(bo)]).status == 200)
        #expect(try reviews(mina).isEmpty && branches(shared) == "main\n")
        // Reviews are found from a branch that the others do not have, too.
        try ask("Brolly", bo)
        try git(["switch", "--quiet", "-c", "local"], in: mina.box.url)
        #expect(try reviews(mina).count == 1)
    }

    /// A name under which somebody else asks for a look is not taken over.
    @Test func namesOfOthers() throws {
        let shared = try TemporaryFolder()
        let (mina, bo) = try people(sharing: shared)
        try ask("Parasol", bo)
        #expect(try mina.save("talks", "opening", ["title": "Start"]).status == 200)
        #expect(try mina.post("commit", ["message": "Mine"]).status == 200)
        let answer = try mina.post("offer", ["name": "review/tea"])
        #expect(answer.status == 422 && "\(answer["error"] ?? "")".contains("Somebody else"), "\(answer.json)")
        #expect(try mina.get("review", ["name": "../../heads/main"]).status == 404)
    }

    @Test(.enabled(if: Node.hasBrowser)) func inTheBrowser() throws {
        let shared = try TemporaryFolder()
        let (mina, bo) = try people(sharing: shared)
        try ask("Parasol", bo)
        let seen = try mina.use(
            """
            const tab = await open("/publish");
            await tab.until("document.querySelector('a[href=\\"#/+review/tea\\"]')");
            await tab.evaluate("document.querySelector('a[href=\\"#/+review/tea\\"]').click()");
            await tab.until("document.querySelector('h1').textContent === 'Call it Parasol'");
            seen.faults = await faults(tab);
            seen.pages = await tab.evaluate(
              "[...document.querySelectorAll('.changes .path button')].some((e) => e.textContent === 'notices/umbrella/index.html')");
            await press(tab, "Send back…");
            await type(tab, "remark", "Why?");
            seen.dialog = await faults(tab);
            await tab.evaluate("document.querySelector('dialog[open] .actions button:last-child').click()");
            await tab.until("document.querySelector('h1').textContent === 'Publish'");
            await tab.until("document.querySelector('.changes li a')?.closest('li').textContent.includes('sent back')");
            const narrow = await open("/publish", 390, "dark");
            await narrow.evaluate("location.hash = '#/+review/tea'");
            await narrow.until("document.querySelector('h1').textContent === 'Call it Parasol'");
            seen.narrow = await faults(narrow);
            seen.wide = await narrow.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
            await press(narrow, "Take it");
            await narrow.until("document.querySelector('h1').textContent === 'Publish'");
            seen.taken = text("content/notices/umbrella.md").includes("title: Parasol");
            """)
        #expect(
            seen == [
                "faults": "", "pages": "true", "dialog": "", "narrow": "", "wide": "false",
                "taken": "true",
            ])
    }
}
