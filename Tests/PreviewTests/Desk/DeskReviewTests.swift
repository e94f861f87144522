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

        let taken = try mina.post("join", ["review": "tea", "choices": [:]])
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
        #expect(try mina.post("returnReview", ["name": "tea", "remark": " "]).status == 422)
        #expect(try mina.post("returnReview", ["name": "none", "remark": "No."]).status == 404)
        let remark = "It was an umbrella.\n\nPlease ask Ida."
        #expect(try mina.post("returnReview", ["name": "tea", "remark": remark]).status == 200)
        let returned = try #require(try reviews(bo).first)
        #expect(returned["isReturned"] as? Bool == true && returned["isHere"] as? Bool == true, "\(returned)")
        let version = try #require((returned["versions"] as? [[String: Any]])?.first)
        #expect(version["author"] as? String == "Mina" && version["subject"] as? String == "It was an umbrella.")
        #expect(version["text"] as? String == "Please ask Ida.")

        try ask("Umbrella (red)", bo)
        let again = try #require(try reviews(mina).first)
        #expect(again["isReturned"] as? Bool == false && again["isHere"] as? Bool == false, "\(again)")
        #expect(try mina.post("join", ["review": "tea", "choices": [:]])["joined"] as? Int ?? 0 > 0)
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
        let answer = try mina.post("join", ["review": "tea", "choices": [:]])
        let conflict = try #require((answer["conflicts"] as? [[String: Any]])?.first, "\(answer.json)")
        #expect(conflict["mine"] as? String == "Brolly" && conflict["theirs"] as? String == "Parasol")
        let key = try #require(conflict["key"] as? String)
        #expect(try mina.post("join", ["review": "tea", "choices": [key: "theirs"]])["joined"] as? Int == 1)
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
            seen.wide = await narrow.evaluate("document.documentElement.scrollWidth > innerWidth");
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
