import Foundation
import KairanReaders
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanPublish

/// Whatever stands in place of the store, the build is right.
@Suite struct BuildStoreTests {
    private static let unknown: Set = ["no earlier build is known"]

    @Test func anythingButAWholeRecordIsIgnored() throws {
        let site = try BuiltSite.built()
        let good = try readBytes(site.store)
        let count = try site.build().kept.count
        var damaged = [[], Array("kairan".utf8), Array(good.prefix(good.count / 2)), Array(good.dropFirst())]
        for place in stride(from: 0, to: good.count, by: good.count / 16) {
            var bytes = good
            bytes[place] ^= 1
            damaged.append(bytes)
        }
        for bytes in damaged {
            try Data(bytes).write(to: URL(filePath: site.store))
            #expect(Set(try site.made().values) == Self.unknown)
            // That build left a whole store.
            #expect(try site.build().kept.count == count)
        }
    }

    @Test func whatIsNoFileIsIgnored() throws {
        let site = try BuiltSite.built()
        for kind in ["folder", "pipe"] {
            try FileManager.default.removeItem(atPath: site.store)
            if kind == "folder" {
                try FileManager.default.createDirectory(atPath: site.store + "/x", withIntermediateDirectories: true)
            } else {
                unsafe #expect(mkfifo(site.store, 0o600) == 0)
            }
            #expect(Set(try site.made().values) == Self.unknown, "\(kind)")
        }
    }

    /// A file that no build wrote is neither overwritten nor removed, whatever its name.
    @Test func theNewRecordMeetsAnything() throws {
        var site = try BuiltSite.built()
        let mine = site.sandbox.root + "/mine"
        try site.sandbox.write("mine", to: "mine")
        for file in [site.store, site.workFolder + "/link"] {
            try FileManager.default.createDirectory(atPath: file + ".new/x", withIntermediateDirectories: true)
            try FileManager.default.linkItem(atPath: mine, toPath: file + ".new-1")
        }
        let left = site.workFolder + "/store.new-0123456789abcdef"
        try site.sandbox.write("half of it", to: String(left.dropFirst(site.sandbox.root.count + 1)))
        defer {
            #expect(FileManager.default.contents(atPath: mine) == Data("mine".utf8))
            #expect(FileManager.default.fileExists(atPath: site.store + ".new-1"))
            #expect(!FileManager.default.fileExists(atPath: left))
        }
        site["content/ads/a.md"].replace("Hello", with: "Hey")
        #expect(try site.made().count == 2)
        #expect(try site.made().count == 0)
    }

    @Test func aRecordOfAnotherSiteIsIgnored() throws {
        var other = try BuiltSite()
        other["content/site.yml"] = "title: Other\nurl: https://other.example/\n"
        try other.build()
        let site = try BuiltSite.built()
        try Data(try readBytes(other.store)).write(to: URL(filePath: site.store))
        #expect(Set(try site.made().values) == ["content/site.yml changed"])
    }

    @Test(.enabled(if: geteuid() != 0, "root may write anywhere")) func aWorkFolderWithoutRights() throws {
        let site = try BuiltSite.built()
        unsafe chmod(site.workFolder, 0o500)
        defer { unsafe chmod(site.workFolder, 0o700) }
        try site.build()
    }

    @Test func anotherBuildHasTheWorkFolder() throws {
        let site = try BuiltSite.built()
        let other = try Publisher(
            to: site.sandbox.root + "/else", workFolder: site.workFolder, clock: site.sandbox.clock)
        #expect(Set(try site.made().values) == Self.unknown)
        _ = try other.publish([])
    }
}
