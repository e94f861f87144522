import Foundation
import SiteTesting
import Testing

@Suite struct PurgeCommandTests {
    @Test func whatIsOldGoesAndNothingElse() throws {
        let box = try siteWithTrash()
        let before = try filesIn(box.url)
        let run = try kairan(["purge", "--yes"], in: box.url)
        #expect(run.exitCode == 0 && run.errors == "", "\(run.errors)")
        #expect(
            run.output == """
                ads/gone, deleted on 2026-03-01
                  content/ads/images/old/gone.png
                  content/ads/images/shared.png
                  content/ads/old/gone.md
                ads/lost, deleted on 2026-03-16
                  content/ads/images/shared.png
                  content/ads/old/lost.md
                clubs/igo, deleted on 2026-03-01: remove it from content/clubs/more.csv:2
                clubs/old, deleted on 2026-03-01
                  content/clubs/old.yml
                5 files removed

                """)
        let removed = [
            "content/ads/old/gone.md", "content/ads/old/lost.md", "content/ads/images/old/gone.png",
            "content/ads/images/shared.png", "content/clubs/old.yml",
        ]
        #expect(try filesIn(box.url) == before.filter { !removed.contains($0.key) })
        for folder in ["content/ads/old", "content/ads/images/old"] {
            #expect(!FileManager.default.fileExists(atPath: "\(box.path)/\(folder)"), "\(folder)")
        }
        let check = try kairan(["check"], in: box.url)
        #expect(check.exitCode == 0)
        let again = try kairan(["purge", "--yes"], in: box.url)
        #expect(again.exitCode == 0 && again.output.hasSuffix("\nnothing to remove\n"))
    }

    /// A translation cannot stay without its entry.
    @Test func translationsGoWithTheirEntry() throws {
        let box = try TemporaryFolder()
        let files = [
            "content/site.yml": """
            title: Walks
            url: https://walks.example/
            moment: 2026-04-15
            locales: { ja: 日本語, en: English }

            """,
            "content/walks/_collection.yml":
                "fields: { title: { text: { localized: true } } }\nbody: { markdown: { localized: true } }\n",
            "content/walks/hill.md": "---\ntitle: { ja: 坂, en: Hill }\ndeleted: 2026-03-01\n---\n坂。\n",
            "content/walks/hill.en.md": "A hill.\n",
            "content/walks/port.md": "---\ntitle: { ja: 港, en: Port }\n---\n港。\n",
            "content/walks/port.en.md": "A port.\n",
            "templates/api/walks.json.yml": "data: { each: walks, value: { title: title } }\n",
        ]
        for (path, text) in files { try box.write(text, to: path) }
        let run = try kairan(["purge", "--yes"], in: box.url)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.hasSuffix("  content/walks/hill.en.md\n  content/walks/hill.md\n2 files removed\n"))
        #expect(try filesIn(box.url).keys.sorted() == files.keys.filter { !$0.contains("hill") }.sorted())
        let check = try kairan(["check"], in: box.url)
        #expect(check.exitCode == 0, "\(check.errors)")
    }

    @Test func withoutAnAnswerNothingGoes() throws {
        let box = try siteWithTrash()
        let before = try filesIn(box.url)
        let run = try kairan(["purge"], in: box.url)
        #expect(run.exitCode == 2)
        #expect(run.output.contains("  content/ads/old/gone.md\n"))
        #expect(run.errors == "Error: nothing was removed; to remove what is shown, use --yes\n")
        #expect(try filesIn(box.url) == before)
    }

    @Test func theSiteTheMomentAndTheDaysCanBeOthers() throws {
        let box = try siteWithTrash()
        let elsewhere = try TemporaryFolder()
        let before = try filesIn(box.url)
        let none = try kairan(["purge", box.path, "--at", "2026-03-30", "--yes"], in: elsewhere.url)
        #expect(none.exitCode == 0 && none.output == "nothing to remove\n", "\(none.output)")
        let early = try kairan(
            ["purge", box.path, "--at", "2026-03-31", "--yes", "--format", "json"], in: elsewhere.url)
        #expect(early.exitCode == 0)
        #expect(early.output.contains(#""entry":"ads/gone""#) && early.output.contains(#""done":true"#))
        #expect(!early.output.contains("lost"))
        // Another entry in the trash still names the other picture.
        let removed = ["content/ads/old/gone.md", "content/ads/images/old/gone.png", "content/clubs/old.yml"]
        #expect(try filesIn(box.url) == before.filter { !removed.contains($0.key) })
        let all = try kairan(["purge", box.path, "--days", "0", "--yes"], in: elsewhere.url)
        #expect(all.output.contains("ads/late, deleted on 2026-04-14"))
        #expect(!FileManager.default.fileExists(atPath: "\(box.path)/content/ads/late.md"))
        // Pictures that a draft or a present entry names stay.
        for path in ["content/ads/images/draft.png", "content/ads/images/bread.png"] {
            #expect(FileManager.default.fileExists(atPath: "\(box.path)/\(path)"), "\(path)")
        }
    }

    @Test func aSiteWithMistakesIsLeftAlone() throws {
        let box = try siteWithTrash()
        try box.write("[dead](nowhere.md)", to: "content/terms/4.0.md")
        let before = try filesIn(box.url)
        let run = try kairan(["purge", "--yes"], in: box.url)
        #expect(run.exitCode == 1)
        #expect(run.output == "" && run.errors.hasPrefix("content/terms/4.0.md:1:1: error: "), "\(run.errors)")
        #expect(try filesIn(box.url) == before)
        let none = try kairan(["purge", "nosuch", "--yes"], in: box.url)
        #expect(none.exitCode == 3 && none.errors == "error: nosuch: there is no such file or folder\n")
    }

    @Test func checkReportsWhatIsOldAndBuildDoesNot() throws {
        let box = try siteWithTrash()
        let check = try kairan(["check"], in: box.url)
        #expect(check.exitCode == 0)
        #expect(
            check.errors == """
                content/ads/old/gone.md:2:10: warning: 'gone' has been in the trash since 2026-03-01 [trash.old]
                  2 | deleted: 2026-03-01
                    |          ^^^^^^^^^^
                help: run kairan purge, which shows what it will remove first
                content/ads/old/lost.md:2:10: warning: 'lost' has been in the trash since 2026-03-16 [trash.old]
                  2 | deleted: 2026-03-16
                    |          ^^^^^^^^^^
                help: run kairan purge, which shows what it will remove first
                content/clubs/more.csv:2:9: warning: 'igo' has been in the trash since 2026-03-01 [trash.old]
                  2 | igo,Igo,2026-03-01
                    |         ^^^^^^^^^^
                help: take the entry out of the file
                content/clubs/old.yml:2:10: warning: 'old' has been in the trash since 2026-03-01 [trash.old]
                  2 | deleted: 2026-03-01
                    |          ^^^^^^^^^^
                help: run kairan purge, which shows what it will remove first

                """)
        #expect(try kairan(["build"], in: box.url).errors == "")
        #expect(try kairan(["check", "--at", "2026-03-30"], in: box.url).errors.contains("[trash.future]"))
    }

    /// A build warns of a day that is still to come until it comes, whatever the build takes over.
    @Test func theWarningComesAndGoesWithTheMoment() throws {
        let box = try siteWithTrash()
        for (moment, warns) in [("2026-04-15", false), ("2026-04-13T23:59", true), ("2026-04-14", false)] {
            let run = try kairan(["build", "--at", moment], in: box.url)
            #expect(run.exitCode == 0 && run.errors.contains("[trash.future]") == warns, "\(moment): \(run.errors)")
        }
    }

    /// The small site as of 15 April 2026, with entries in the trash for 45, 30 and 1 days.
    private func siteWithTrash() throws -> TemporaryFolder {
        let box = try publishedSite()
        let picture = try Data(contentsOf: box.url.appending(path: "content/ads/images/bread.png"))
        for name in ["old/gone", "shared", "draft"] { try box.write(picture, to: "content/ads/images/\(name).png") }
        func ad(_ deleted: String, _ image: String, _ text: String) -> String {
            """
            ---
            deleted: \(deleted)
            number: 1
            client: Old
            kind: pr
            image: /ads/images/\(image).png
            target: /clubs/nowhere/
            shown: always
            club: old
            ---
            \(text)
            """
        }
        try box.write(
            ad("2026-03-01", "old/gone", "![A](../images/shared.png) [x](lost.md)"), to: "content/ads/old/gone.md")
        try box.write(ad("2026-03-16", "shared", "![A](../images/bread.png)"), to: "content/ads/old/lost.md")
        try box.write(ad("2026-04-14", "draft", ""), to: "content/ads/late.md")
        try box.write("---\nimage: images/draft.png\n---\n", to: "content/ads/_draft.md")
        try box.write("name: Old\ndeleted: 2026-03-01\n", to: "content/clubs/old.yml")
        try box.write("id,name,deleted\nigo,Igo,2026-03-01\nrowing,Rowing,\n", to: "content/clubs/more.csv")
        return box
    }
}
