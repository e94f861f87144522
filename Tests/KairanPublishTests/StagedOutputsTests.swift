import Foundation
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanPublish

/// Outputs of a first publication are written as soon as they are made.
@Suite(.withAndWithoutSpareTree) struct StagedOutputsTests {
    private let contents = ["a": "1", "deep/in/folders/b": "2", "deep/in/c": ""]

    @Test func theyBecomeThePublication() throws {
        let box = try PublishingSandbox()
        let publisher = try box.publisher()
        let (staged, held) = (try #require(publisher.staging()()), outputs(["late/d": "4"]))
        let stored = outputs(contents).map(staged.store)
        #expect(stored.allSatisfy { $0.store != nil && contents[$0.path] == String(decoding: $0.bytes, as: UTF8.self) })
        #expect(try !exists(box.target))
        let made = try publisher.publish(stored + held)
        #expect((made.summary.added, made.summary.bytes) == (4, 3))
        #expect(try made.stamps.made == stampFiles((stored + held).map(\.path), in: box.target, box.clock))
        #expect(try box.published() == contents.merging(["late/d": "4"]) { $1 })
        #expect(try publisher.publish(outputs(contents) + held).summary.isUnchanged)
        #expect(publisher.staging()() == nil)
    }

    @Test func withoutAPublicationNothingStays() throws {
        let box = try PublishingSandbox()
        do {
            let publisher = try box.publisher()
            _ = outputs(contents).map(try #require(publisher.staging()()).store)
        }
        #expect(try !exists(box.target))
        #expect(try box.besideTarget() == [])
        if let folder = WithAndWithoutSpareTree.workFolder { #expect(try !exists("\(folder)/spare")) }
        #expect(try publish(outputs(["a": "1"]), to: box.target).added == 1)
        #expect(try box.published() == ["a": "1"])
    }

    /// A build may make its outputs twice.
    @Test func onlyTheLastStagingCounts() throws {
        let box = try PublishingSandbox()
        let publisher = try box.publisher()
        _ = outputs(["old": "1", "a": "old"]).map(try #require(publisher.staging()()).store)
        let stored = outputs(contents).map(try #require(publisher.staging()()).store)
        _ = try publisher.publish(stored)
        #expect(try box.published() == contents)
    }

    @Test func aFolderThatAppearsMeanwhileKeepsItsFiles() throws {
        let box = try PublishingSandbox()
        let publisher = try box.publisher()
        let stored = outputs(contents).map(try #require(publisher.staging()()).store)
        try box.write("theirs", to: "public/CNAME")
        _ = try publisher.publish(stored)
        #expect(try box.published() == contents.merging(["CNAME": "theirs"]) { $1 })
    }

    @Test func anOutputThatWasLostIsNotPublished() throws {
        let box = try PublishingSandbox()
        let publisher = try box.publisher()
        let stored = outputs(contents).map(try #require(publisher.staging()()).store)
        _ = try #require(publisher.staging()())
        try box.write("theirs", to: "public/CNAME")
        #expect(throws: PublishError.self) { try publisher.publish(stored) }
        #expect(try box.published() == ["CNAME": "theirs"])
    }

    @Test(arguments: [nil, "", "12"]) func anOutputThatWasChangedIsNotPublished(_ text: String?) throws {
        let box = try PublishingSandbox()
        let publisher = try box.publisher()
        let stored = outputs(contents).map(try #require(publisher.staging()()).store)
        let staging = WithAndWithoutSpareTree.workFolder.map { "\($0)/spare" } ?? box.root + "/.public.kairan-staging"
        try FileManager.default.removeItem(atPath: "\(staging)/a")
        if let text { try Data(text.utf8).write(to: URL(filePath: "\(staging)/a")) }
        #expect(throws: PublishError.self) { try publisher.publish(stored) }
        #expect(try !exists(box.target))
    }

    /// An output of bytes that could not be read is wrong, even if the file is back.
    @Test func anOutputThatCouldNotBeReadIsNotPublished() throws {
        let box = try PublishingSandbox()
        let publisher = try box.publisher()
        let stored = outputs(contents).map(try #require(publisher.staging()()).store)
        let staging = WithAndWithoutSpareTree.workFolder.map { "\($0)/spare" } ?? box.root + "/.public.kairan-staging"
        try FileManager.default.moveItem(atPath: "\(staging)/a", toPath: "\(staging)/z")
        #expect(stored.allSatisfy { $0.path != "a" || $0.bytes.isEmpty })
        try FileManager.default.moveItem(atPath: "\(staging)/z", toPath: "\(staging)/a")
        #expect(throws: PublishError.self) { try publisher.publish(stored) }
        #expect(try !exists(box.target))
    }

    /// The check of all paths tells what is wrong with these.
    @Test(arguments: ["../evil", "/evil", "a/../../evil", ""]) func nothingIsWrittenElsewhere(_ path: String) throws {
        let box = try PublishingSandbox()
        let publisher = try box.publisher()
        let file = try #require(publisher.staging()()).store(OutputFile(path: path, bytes: [1]))
        #expect(file.store == nil && file.bytes == [1])
        #expect(throws: PublishError.self) { try publisher.publish([file]) }
        #expect(try treeContents(box.root).keys.allSatisfy { !$0.contains("evil") })
    }
}
