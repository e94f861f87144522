import Foundation
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanPublish
@testable import KairanSystem

/// These tests are about where the target is, what links to it, and what stands in its way.
@Suite(.withAndWithoutSpareTree) struct PublishingPlaceTests {
    @Test func aTargetThatIsALinkStaysOne() throws {
        let box = try PublishingSandbox()
        try box.makeFolder("disk/real")
        try box.link("public", to: "disk/real")
        for text in ["1", "2"] { _ = try publish(outputs(["a": text]), to: box.target) }
        #expect(try treeContents(box.root + "/disk") == ["real/.kairan.json": manifest(["a": "2"]), "real/a": "2"])
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: box.target) == "disk/real")
    }

    @Test func aLinkToAFolderThatIsMissingMakesIt() throws {
        let box = try PublishingSandbox()
        try box.link("public", to: "disk/real")
        _ = try publish(outputs(["a": "1"]), to: box.target)
        #expect(try treeContents(box.root + "/disk/real") == ["a": "1"])
        #expect(try box.status("public").st_mode & S_IFMT == S_IFLNK)
    }

    @Test(arguments: ["public", "public/", "./public//", "new/folders/public", "other/../public"])
    func missingFoldersAboveAreMade(folder: String) throws {
        let box = try PublishingSandbox()
        try box.makeFolder("other")
        _ = try publish(outputs(["a": "1"]), to: "\(box.root)/\(folder)")
        #expect(try treeContents("\(box.root)/\(folder)") == ["a": "1"])
    }

    @Test(arguments: ["", "/", "missing/..", "file", "file/public"])
    func noPlaceForAFolder(folder: String) throws {
        let box = try PublishingSandbox()
        try box.write("x", to: "file")
        let path = folder.isEmpty || folder == "/" ? folder : "\(box.root)/\(folder)"
        #expect {
            _ = try publish(outputs(["a": "1"]), to: path)
        } throws: {
            guard case PublishError.io? = $0 as? PublishError else { return false }
            return true
        }
        #expect(try treeContents(box.root) == ["file": "x"])
    }

    /// The publication is remembered by where the link leads, even if nothing is there any more.
    @Test func theMemoryOfALinkedFolderIsFoundWithoutTheFolder() throws {
        let box = try PublishingSandbox()
        try box.link("public", to: "elsewhere")
        let publisher = try Publisher(to: box.target, workFolder: box.root + "/side", clock: box.clock)
        _ = try publisher.publish(outputs(["a": "1"]), after: SeenPublications())
        try box.remove("elsewhere")
        #expect(PublicationMemories(of: box.target, in: box.root + "/side")?.all.count == 1)
    }

    @Test func whatAKilledBuildLeftIsClearedAway() throws {
        let box = try PublishingSandbox()
        _ = try publish(outputs(["a": "1"]), to: box.target)
        try box.write("half", to: ".public.kairan-staging/deep/folder/file")
        try box.makeFolder(".public.kairan-staging/locked")
        try systemCall { unsafe chmod(box.root + "/.public.kairan-staging/locked", 0) }
        try box.write("4711 elsewhere\n", to: ".public.kairan-lock")
        #expect(try publish(outputs(["a": "1"]), to: box.target).isUnchanged)
        #expect(try box.besideTarget() == [])
    }

    /// What is left of a lock after a full disk or a power failure.
    @Test(arguments: ["", "\0\0\0\0\0\0\0\0"]) func aBlankLockIsKairans(_ text: String) throws {
        let box = try PublishingSandbox()
        try box.write(text, to: ".public.kairan-lock")
        #expect(try publish(outputs(["a": "1"]), to: box.target).added == 1)
        #expect(try box.besideTarget() == [])
    }

    /// A build links its lock into the work folder for a moment, to find out whether links work there.
    @Test func aLockThatHasASecondNameIsLeftToIt() throws {
        let box = try PublishingSandbox()
        _ = try publish(outputs(["a": "1"]), to: box.target)
        try box.write("4711 elsewhere\n", to: ".public.kairan-lock")
        try systemCall { unsafe link(box.root + "/.public.kairan-lock", box.root + "/other") }
        #expect(try publish(outputs(["a": "2"]), to: box.target).changed == 1)
        #expect(try box.besideTarget() == [])
        #expect(try String(contentsOfFile: box.root + "/other", encoding: .utf8) == "4711 elsewhere\n")
    }

    @Test func twoRenamesReplaceWhereExchangeIsRefused() throws {
        let box = try PublishingSandbox()
        let place = try PublicationPlace(resolving: box.target, clock: box.clock)
        try box.write("old", to: "public/a")
        try box.write("new", to: ".public.kairan-staging/a")
        try replaceByTwoRenames(at: place)
        #expect(try box.published() == ["a": "new"])
        #expect(try treeContents(place.staging) == ["a": "old"])
        #expect(try box.besideTarget() == [".public.kairan-staging"])
    }

    @Test func killedBetweenTheTwoRenamesTheOldOneComesBack() throws {
        let box = try PublishingSandbox()
        _ = try publish(outputs(["a": "1"]), to: box.target)
        try box.write("x", to: "public/CNAME")
        let place = try PublicationPlace(resolving: box.target, clock: box.clock)
        try systemCall { unsafe rename(place.target, place.retired) }
        try box.write("4711 elsewhere\n", to: ".public.kairan-lock")
        #expect(try publish(outputs(["a": "2"]), to: box.target) == PublicationSummary(changed: 1, bytes: 1))
        #expect(try box.published() == ["a": "2", "CNAME": "x"])
        #expect(try box.besideTarget() == [])
    }

    @Test func whatOthersAddWhileTheNewTreeIsStagedMovesOver() throws {
        let box = try PublishingSandbox()
        _ = try publish(outputs(["a": "1", "b/c": "1"]), to: box.target)
        try box.write("before", to: "public/edited")
        let place = try PublicationPlace(resolving: box.target, clock: box.clock)
        let mirror = try mirrorTree(at: place)
        // This is the state right after the exchange, with late files of others in the old tree.
        try replaceFolder(at: place, replacing: true)
        try box.remove("public/b")
        try box.remove("public/a")
        try box.write("2", to: "public/a")
        try box.write("late", to: ".public.kairan-staging/new/late")
        try box.remove(".public.kairan-staging/edited")
        try box.write("after", to: ".public.kairan-staging/edited")
        try box.remove(".public.kairan-staging/a")
        try box.write("late", to: ".public.kairan-staging/a")
        beginToCleanUp(after: mirror, replaced: [TreePath("a"), TreePath("b/c")], at: place).value
        #expect(try box.published() == ["a": "2", "edited": "after", "new/late": "late"])
        #expect(try box.besideTarget() == [])
    }

    @Test func copiesKeepBytesTimesAndPermissions() throws {
        let box = try PublishingSandbox()
        try box.write("text", to: "old/file")
        try box.link("old/link", to: "file")
        try systemCall { unsafe chmod(box.root + "/old/file", 0o4640) }
        try box.makeFolder("new")
        let (old, new) = (try openFolder(box.root + "/old"), try openFolder(box.root + "/new"))
        defer {
            old.close()
            new.close()
        }
        let long = [timespec(tv_sec: 1_000_000, tv_nsec: 5), timespec(tv_sec: 1_000_001, tv_nsec: 6)]
        try systemCall { unsafe utimensat(old.rawValue, "file", long, 0) }
        try copyEntry(TreePath("file"), .file, from: old, in: new)
        try copyEntry(TreePath("link"), .symbolicLink, from: old, in: new)
        #expect(try treeContents(box.root + "/new") == ["file": "text", "link": "-> file"])
        let (before, after) = (try box.status("old/file"), try box.status("new/file"))
        #expect(after.st_mode == before.st_mode)
        #expect(after.st_mtim.tv_sec == 1_000_001)
        #expect(after.st_mtim.tv_nsec == 6)
        #expect(after.st_ino != before.st_ino)
    }

    private func manifest(_ files: [String: String]) -> String {
        let files = files.map { WholeList.File(path: TreePath($0), hash: ContentHash(Array($1.utf8))) }
        return String(decoding: WholeList(files: files).bytes, as: UTF8.self)
    }
}
