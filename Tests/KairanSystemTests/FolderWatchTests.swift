import Foundation
import KairanSystem
import SiteTesting
import Testing

@Suite struct FolderWatchTests {
    @Test func everyTouchIsTold() throws {
        let box = try TemporaryFolder()
        let folder = box.path + "/a"
        for name in ["changed", "gone", "renamed", "replaced"] { try box.write("1", to: "a/\(name)") }
        var watch = try FolderWatch()
        try watch.watch(folder, as: "A")

        try box.write("22", to: "a/changed")
        try box.write("1", to: "a/new")
        try workingFolder.removeFile(folder + "/gone")
        try workingFolder.rename(folder + "/renamed", to: folder + "/other")
        try box.write("3", to: "beside")
        try workingFolder.rename(box.path + "/beside", to: folder + "/replaced")
        try workingFolder.makeFolder(folder + "/folder")
        let names: Set = ["changed", "new", "gone", "renamed", "other", "replaced", "folder"]
        var told: Set<String> = []
        try wait {
            guard watch.hasEvents(within: 1000) else { return false }
            for event in watch.events() {
                #expect(event.folder == "A")
                #expect(event.isFolder == (event.name == "folder"), "\(event)")
                told.insert(event.name)
            }
            return told.isSuperset(of: names)
        }
        #expect(told == names)
    }

    @Test func nothingIsToldWhereNothingHappens() throws {
        let box = try TemporaryFolder()
        try box.write("1", to: "a/file")
        var watch = try FolderWatch()
        try watch.watch(box.path + "/a", as: "A")
        try box.write("1", to: "b/file")
        let (hasEvents, events) = (watch.hasEvents(within: 300), watch.events())
        #expect(!hasEvents)
        #expect(events.isEmpty)
    }

    @Test func whatIsNoFolderIsNotWatched() throws {
        let box = try TemporaryFolder()
        try box.write("1", to: "file")
        var watch = try FolderWatch()
        for name in ["file", "none"] {
            do {
                try watch.watch(box.path + "/" + name, as: name)
                Issue.record("\(name) is watched")
            } catch {
                #expect(error == (name == "file" ? .notDirectory : .noSuchFileOrDirectory))
            }
        }
    }
}
