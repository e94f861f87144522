import Foundation
import SiteTesting
import Testing

@testable import KairanBuild

/// Whatever stands where the record should be: the build is right, and no error.
@Suite struct BuildRecordTests {
    private static let unknown: Set = ["no earlier build is known"]
    private static let damaged = "the record in .kairan/ cannot be read"
    private static let damages = ["first", "middle", "last", "short", "long", "empty", "gone"]

    private func damage(_ path: String, _ damage: String) throws {
        var bytes = try readBytes(path)
        switch damage {
        case "first": bytes[0] ^= 1
        case "middle": bytes[bytes.count / 2] ^= 1
        case "last": bytes[bytes.count - 1] ^= 1
        case "short": bytes.removeLast()
        case "long": bytes.append(0)
        case "gone": return try FileManager.default.removeItem(atPath: path)
        default: bytes = []
        }
        try Data(bytes).write(to: URL(filePath: path))
    }

    @Test func anythingButAWholeRecordIsIgnored() throws {
        let site = try BuiltSite()
        try site.build()
        let good = try readBytes(site.record)
        let count = try site.build().kept.count
        var damaged = [
            [], Array("kairan".utf8), Array(good.dropLast()), Array(good.prefix(good.count / 2)), good + [0],
        ]
        damaged.append(Array(good.dropFirst()))
        damaged.append(Array("kairan build record 0\n".utf8) + good.dropFirst(22))
        for place in [0, 21, 22, 30, good.count / 2, good.count - 17, good.count - 1] {
            var bytes = good
            bytes[place] ^= 1
            damaged.append(bytes)
        }
        for bytes in damaged {
            try Data(bytes).write(to: URL(filePath: site.record))
            #expect(Set(try site.made().values) == Self.unknown)
            // A good one stands there now.
            #expect(try site.build().kept.count == count)
        }
    }

    /// They are read only when something changed.
    @Test func detailsThatAreNotThoseOfTheRecordAreIgnored() throws {
        var site = try BuiltSite()
        try site.build()
        for change in Self.damages where change != "long" {
            let size = try site.detailsSize()
            // What stands behind them is another matter.
            try Data(readBytes(site.details).prefix(size)).write(to: URL(filePath: site.details))
            try damage(site.details, change)
            #expect(try site.build().isRepeated, "\(change)")
            site["content/ads/a.md"] += "More.\n"
            #expect(Set(try site.made().values) == [Self.damaged], "\(change)")
            // Good ones stand there now.
            site["content/ads/a.md"] += "More.\n"
            #expect(try site.made().count == 2, "\(change)")
        }
    }

    /// A file whose entries are damaged is read again, and nothing else is lost.
    @Test func damagedEntriesAreReadAgain() throws {
        for step in 0..<24 {
            var site = try BuiltSite()
            try site.build()
            var bytes = try readBytes(site.details)
            let size = try site.detailsSize()
            let place = size + (bytes.count - size) * step / 24
            bytes[place] ^= 1
            try Data(step == 23 ? Array(bytes.prefix(place)) : bytes).write(to: URL(filePath: site.details))
            site["content/ads/a.md"] += "More.\n"
            #expect(Set(try site.made().values) != [Self.damaged], "\(place)")
            // All that are read anew, moved, or written again.
            site["content/ads/d.md"] = "---\nname: Dan\norder: 0\nshown: always\n---\nHey.\n"
            try site.build()
            site["content/clubs/all.csv"] += "sailing,Sailing\n"
            try site.build()
            for name in ["b", "c", "d"] { site["content/ads/\(name).md"] += "[Ann](a.md)\n" }
            #expect(Set(try site.made().values) != [Self.damaged], "\(place)")
        }
    }

    /// What the next change is, is found out when another record stands there already.
    @Test(arguments: [10, 80]) func entriesAreReadOfTheRecordThatWasRead(count: Int) throws {
        var site = try BuiltSite()
        site.options.moment = "2026-11-20"
        site.files = [:]
        site["content/site.yml"] = "title: Board\nurl: https://board.example/\ntimeZone: UTC\n"
        site["content/authors/_collection.yml"] = "entry: author\nfields: { name: text? }\n"
        site["content/posts/_collection.yml"] =
            "entry: post\nfields: { title: text, author: { reference: authors }, shown: window }\nbody: markdown\n"
        site["templates/index.html.mustache"] =
            "---\ndata: { all: { each: posts, where: { shown: now }, sort: title } }\n---\n"
            + "{{#all}}{{#author}}{{#name}}{{name}} {{/name}}{{/author}}{{/all}}\n"
        for number in 0..<count {
            let from = number == 7 ? "2027-03-01" : "2026-01-01"
            site["content/authors/a\(number).yml"] = "name: Author \(number)\n"
            site["content/posts/p\(number).md"] =
                "---\ntitle: A title \(number)\nauthor: a\(number)\nshown: { from: \(from) }\n---\nHello.\n"
        }
        for _ in 0..<2 { try site.build() }
        // Another phase, and the details are written anew.
        site["content/posts/p2.md"] = "---\ntitle: A\nauthor: a2\nshown: { from: 2028-01-01 }\n---\nHello.\n"
        let moments = try site.nextMoments()
        #expect(moments[0] == moments[1] && moments[0]?.date.description == "2027-03-01")
    }

    /// However large the site is.
    @Test func afterASmallEditOnlyTheChangesAreWritten() throws {
        var site = try BuiltSite()
        try site.settle()
        let (record, details) = (try readBytes(site.record), try readBytes(site.details))
        for (path, outputs) in [("a", ["api/bodies.json"]), ("c", []), ("a", ["api/bodies.json"])] {
            let earlier = try? readBytes(site.changes)
            site["content/ads/\(path).md"] += "More.\n"
            #expect(Set(try site.made().keys).isSuperset(of: outputs), "\(path)")
            #expect(try readBytes(site.changes) != earlier)
            #expect(try site.build().isRepeated)
            #expect(try readBytes(site.record) == record && readBytes(site.details) == details)
        }
        // An entry more, and all positions are others.
        site["content/ads/d.md"] = "---\nname: Dan\norder: 4\nshown: always\n---\nHey.\n"
        try site.build()
        #expect(try readBytes(site.record) != record && readBytes(site.details) != details)
        #expect(!FileManager.default.fileExists(atPath: site.changes))
        #expect(try site.build().isRepeated)
    }

    /// Then the record is that of an earlier build: whatever was published since is made again.
    @Test func changesThatAreNotWholeAreIgnored() throws {
        for change in Self.damages + ["other"] {
            var site = try BuiltSite()
            try site.settle()
            site["content/ads/c.md"] += "More.\n"
            try site.build()
            let other = try readBytes(site.changes)
            site["content/ads/a.md"] += "More.\n"
            let made = try site.made().count
            if change == "other" {
                try Data(other).write(to: URL(filePath: site.changes))
            } else {
                try damage(site.changes, change)
            }
            #expect(try site.made().count >= made, "\(change)")
            #expect(try site.build().isRepeated, "\(change)")
            site["content/ads/a.md"] += "Still more.\n"
            #expect(try site.made().count == made, "\(change)")
        }
    }

    /// As when a build is killed before it removes them.
    @Test func changesOfAnotherRecordAreIgnored() throws {
        var site = try BuiltSite()
        try site.settle()
        site["content/ads/a.md"] += "More.\n"
        try site.build()
        let changes = try readBytes(site.changes)
        site["content/ads/d.md"] = "---\nname: Dan\norder: 4\nshown: always\n---\nHey.\n"
        try site.build()
        try Data(changes).write(to: URL(filePath: site.changes))
        #expect(try site.build().isRepeated)
    }

    @Test func whatIsNoFileIsIgnored() throws {
        let site = try BuiltSite()
        try site.build()
        for kind in ["folder", "pipe"] {
            try FileManager.default.removeItem(atPath: site.record)
            if kind == "folder" {
                try FileManager.default.createDirectory(atPath: site.record + "/x", withIntermediateDirectories: true)
            } else {
                #expect(mkfifo(site.record, 0o600) == 0)
            }
            #expect(Set(try site.made().values) == Self.unknown, "\(kind)")
        }
    }

    @Test(arguments: ["nowhere", "/dev/zero"]) func whatIsALinkIsRefused(destination: String) throws {
        let site = try BuiltSite()
        try site.build()
        try FileManager.default.removeItem(atPath: site.record)
        try FileManager.default.createSymbolicLink(atPath: site.record, withDestinationPath: destination)
        #expect(throws: PublishError.self) { try site.made() }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: site.record) == destination)
        #expect(!FileManager.default.fileExists(atPath: site.sandbox.root + "/nowhere"))
    }

    /// Nothing is written over or removed that a build did not write, whatever its name.
    @Test func theNewRecordMeetsAnything() throws {
        var site = try BuiltSite()
        try site.build()
        let mine = site.sandbox.root + "/mine"
        try site.sandbox.write("mine", to: "mine")
        for file in [site.record, site.changes, site.workFolder + "/link"] {
            try FileManager.default.createDirectory(atPath: file + ".new/x", withIntermediateDirectories: true)
            try FileManager.default.linkItem(atPath: mine, toPath: file + ".new-1")
        }
        let left = site.workFolder + "/record.new-0123456789abcdef"
        try site.sandbox.write("half of it", to: String(left.dropFirst(site.sandbox.root.count + 1)))
        defer {
            #expect(FileManager.default.contents(atPath: mine) == Data("mine".utf8))
            #expect(FileManager.default.fileExists(atPath: site.record + ".new-1"))
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
        let site = try BuiltSite()
        try site.build()
        try Data(try readBytes(other.record)).write(to: URL(filePath: site.record))
        #expect(Set(try site.made().values) == ["content/site.yml changed"])
    }

    @Test func aWorkFolderThatCannotBeWritten() throws {
        var site = try BuiltSite()
        site.workFolder = "/proc/kairan"
        try site.build()
        #expect(Set(try site.made().values) == Self.unknown)
    }

    @Test(.enabled(if: geteuid() != 0, "root may write anywhere")) func aWorkFolderWithoutRights() throws {
        let site = try BuiltSite()
        try site.build()
        chmod(site.workFolder, 0o500)
        defer { chmod(site.workFolder, 0o700) }
        try site.build()
    }

    @Test func aWorkFolderThatIsAFile() throws {
        let site = try BuiltSite()
        try site.sandbox.write("mine", to: ".kairan")
        try site.build()
        #expect(Set(try site.made().values) == Self.unknown)
        #expect(try readBytes(site.workFolder) == Array("mine".utf8))
    }

    @Test func anotherBuildHasTheWorkFolder() throws {
        let site = try BuiltSite()
        try site.build()
        let other = try Publisher(to: site.sandbox.root + "/else", workFolder: site.workFolder)
        #expect(Set(try site.made().values) == Self.unknown)
        _ = try other.publish([])
    }

}
