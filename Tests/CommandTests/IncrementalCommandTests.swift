import Foundation
import SiteTesting
import Testing

/// These tests show what `.kairan/` does for the next build, as a user sees it.
@Suite struct IncrementalCommandTests {
    @Test func explain() throws {
        let box = try publishedSite()
        try box.write("{ \"name\": \"Igo\" }", to: "content/clubs/go.json")
        let run = try kairan(["build", "--explain"], in: box.url)
        #expect(run.exitCode == 0 && run.errors == "")
        let form =
            /clubs\/go\/index.html: clubs\/go: name changed\n6 entries, .*; 1 changed in public; \d+ ms\nv1 is a draft .*\n/
        #expect(try form.wholeMatch(in: run.output) != nil, "\(run.output)")
        let again = try kairan(["build", "--explain"], in: box.url)
        #expect(
            again.output.wholeMatch(of: /6 entries, .*; nothing changed in public; \d+ ms\nv1 is a draft .*\n/) != nil)
    }

    @Test func explainForPrograms() throws {
        let box = try publishedSite()
        try box.write("p { color: red }\n", to: "templates/style.css")
        let run = try kairan(["build", "--explain", "--format", "json"], in: box.url)
        #expect(run.output.contains("\"made\":[{\"path\":\"style.css\",\"reason\":\"it is new\"}]"), "\(run.output)")
        let again = try kairan(["build", "--explain", "--format", "json"], in: box.url)
        #expect(again.output.contains("\"made\":[]"), "\(again.output)")
        #expect(!(try kairan(["build", "--format", "json"], in: box.url).output.contains("\"made\"")))
    }

    @Test func withoutACacheNothingIsKnownOrLeft() throws {
        let box = try publishedSite()
        try FileManager.default.removeItem(atPath: box.path + "/.kairan")
        let run = try kairan(["build", "--no-cache", "--explain"], in: box.url)
        let reasons = Set(run.output.split(separator: "\n").dropLast(2).map { $0.split(separator: ": ").last })
        #expect(reasons == ["no earlier build is known"])
        #expect(run.output.contains("; nothing changed in public; "))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: box.path).sorted() == [
                "content", "public", "templates",
            ])
    }

    @Test func aDamagedRecordIsSaid() throws {
        let box = try publishedSite()
        try box.write("kairan", to: ".kairan/store")
        let run = try kairan(["build", "--explain"], in: box.url)
        #expect(run.exitCode == 0 && run.errors == "")
        let reasons = Set(run.output.split(separator: "\n").dropLast(2).map { $0.split(separator: ": ").last })
        #expect(reasons == ["the store in .kairan/ cannot be read"])
    }

    /// A link may come with a repository, and a build that followed it would overwrite somebody else's files.
    @Test(arguments: [
        ".kairan", ".kairan/store", ".kairan/next", ".kairan/folders", ".kairan/lock",
        ".kairan/pictures", ".kairan/pictures/0123456789abcdef0123456789abcdef", ".kairan/spare", ".kairan/preview",
        ".kairan/.gitignore", ".public.kairan-staging", ".public.kairan-retired", ".public.kairan-lock",
    ])
    func aLinkIsNotFollowed(name: String) throws {
        let box = try publishedSite()
        try box.write("precious", to: "elsewhere/record")
        try box.write("precious", to: "elsewhere/pictures/lake.jpg")
        try box.write("precious", to: "elsewhere/spare/file")
        let before = try filesIn(box.url.appending(path: "elsewhere"))
        let published = try filesIn(box.url.appending(path: "public"))
        let link = box.path + "/" + name
        if FileManager.default.fileExists(atPath: link) { try FileManager.default.removeItem(atPath: link) }
        try FileManager.default.createDirectory(
            atPath: URL(filePath: link).deletingLastPathComponent().path, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: box.path + "/elsewhere")
        let run = try kairan(["build"], in: box.url)
        #expect(run.exitCode == 3)
        #expect(run.errors.contains("/\(name) is a symbolic link"))
        #expect(try filesIn(box.url.appending(path: "elsewhere")) == before)
        #expect(try filesIn(box.url.appending(path: "public")) == published)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == box.path + "/elsewhere")
    }

    @Test func gitSeesNothing() throws {
        let box = try publishedSite()
        #expect(try git(["init", "-q"], in: box.path) == "")
        let seen = try git(["status", "--porcelain", "--untracked-files=all"], in: box.path)
        #expect(seen.contains("?? content/site.yml\n") && seen.contains("?? public/.kairan.json\n"))
        #expect(!seen.contains(" .kairan/"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: box.path + "/.kairan").contains("store"))
    }

    /// A copy brings a `.kairan/` along that knows other files than the copied ones.
    @Test func aCopiedSiteIsBuiltRight() throws {
        let box = try publishedSite()
        let copy = try TemporaryFolder()
        try FileManager.default.removeItem(at: copy.url)
        try FileManager.default.copyItem(at: box.url, to: copy.url)
        try copy.write("mine", to: "public/robots.txt")
        let run = try kairan(["build", "--explain"], in: copy.url)
        #expect(run.output.hasPrefix("robots.txt: the published file is gone or has changed\n"), "\(run.output)")
        #expect(try filesIn(copy.url.appending(path: "public")) == filesIn(box.url.appending(path: "public")))
    }

    @Test func anotherFolderKnowsNothingOfTheFirst() throws {
        let box = try publishedSite()
        let expected = try filesIn(box.url.appending(path: "public"))
        for folder in ["other", "public", "other"] {
            #expect(try kairan(["build", "--out", folder], in: box.url).exitCode == 0)
            #expect(try filesIn(box.url.appending(path: folder)) == expected)
        }
    }
}
