import Foundation
import KairanContent
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Synchronization
import Testing

@testable import KairanBuild
@testable import KairanContracts
@testable import KairanPublish

/// Each build in memory that follows another equals, byte for byte, a full build after the same publication.
@Suite struct RepeatedBuildTests {
    @Test func repeatedEqualsClean() throws {
        let seed = printedSeed()
        var (kept, read, shown, told, tried) = (0, 0, 0, 0, 0)
        for number in 0..<6 {
            let own = seed &+ UInt64(number)
            let sandbox = try PublishingSandbox()
            var (site, builds) = (try EditedSite(seed: own), RepeatedBuild(clock: sandbox.clock))
            var lastGood = site
            var changes = SourceWatch.Changes.everything
            for step in 0...16 {
                let tree = try sandbox.readSite(of: site.files, after: nil)
                if step % 2 == 0 { try sandbox.tick() }
                var options = site.options
                (options.folder, options.output) = ("\(sandbox.root)/site", sandbox.target)
                let target = sandbox.target
                let clean = try build(SourceTree(files: site.files), options, published: LookBack(in: target))
                let ahead = ShownAhead()
                let built = try builds.build(options, after: changes, seen: ahead.seen(builds.files.keys))
                let made = built.result
                let note: Comment = "KAIRAN_SEED=\(own), \(site.name), step \(step)"
                // A build in which nothing changed does not tell again which pages the one before took away.
                let expected = clean.diagnostics.filter { !made.isRepeated || $0.rule != .addressGone }
                #expect(made.diagnostics == expected, note)
                if made.diagnostics.hasErrors {
                    try #require(step > 0, note)
                    site = lastGood
                } else {
                    lastGood = site
                    kept += made.kept.count
                    try #require(Set(builds.files.keys) == Set(clean.files.map(\.path)), note)
                    for file in clean.files { try #require(builds.files[file.path] == file.bytes, note) }
                    shown += try ahead.check(builds, note)
                    builds.prepareNext()
                    if step % 4 == 1, !made.isRepeated {
                        let all = SiteBuild(tree: SourceTree(files: site.files), result: clean)
                        let next = try [built, all].map { try nextChanges(after: $0, options, count: 2, effort: 200) }
                        #expect(next[0].map(\.moment) == next[1].map(\.moment), note)
                        #expect(next[0].map { $0.outputs.map(\.path) } == next[1].map { $0.outputs.map(\.path) }, note)
                        told += next[0].count
                    }
                    // The publication stays behind for some steps, and then changes.
                    if step % 8 == 0 { try sandbox.publish(clean.files) }
                }
                _ = site.edit()
                let paths = differences(tree.files, site.files)
                if step % 3 > 0 {
                    // What is tried before it is saved need not be built again, unless something else has changed.
                    let now = Dictionary(site.files.map { ($0.path, $0.bytes) }) { first, _ in first }
                    let wished = paths.reduce(into: [String: [UInt8]?]()) { $0[$1] = .some(now[$1]) }
                    tried += try trial(of: wished, builds, options) ? 1 : 0
                    if step % 8 == 4, !made.diagnostics.hasErrors { try sandbox.publish(clean.files) }
                }
                if step % 3 > 0 { read += 1 }
                changes = step % 3 == 0 ? .everything : .files(paths)
            }
        }
        #expect(kept > 0 && read > 0 && shown > 0 && told > 0 && tried > 0)
    }

    private func trial(
        of wished: [String: [UInt8]?], _ builds: RepeatedBuild, _ options: BuildOptions
    ) throws -> Bool {
        do { return try !builds.trying(wished, options).result.diagnostics.hasErrors } catch is OptionError {
            return false
        }
    }

    /// A build of what was tried takes over the trial, and so does the same trial again. Another moment, option or
    /// publication, or another source, makes everything that depends on it anew.
    @Test func whatWasTriedIsTakenOver() throws {
        let path = "content/notes/a.yml"
        let files = [
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/notes/_collection.yml": "fields: { title: text, shown: window? }\n",
            path: "title: A\n", "content/notes/b.yml": "title: B\nshown: { until: 2026-04-01 }\n",
            "templates/notes.json.yml":
                "data: { each: notes, where: { shown: now }, value: { title: title } }\n",
            "templates/all.json.yml": "data: { each: notes, value: title }\n",
        ]
        let saved = Array("title: C\n".utf8)
        for change in ["nothing", "the moment", "the day", "an option", "a publication", "another source", "no save"] {
            let sandbox = try PublishingSandbox()
            var (builds, options) = (RepeatedBuild(clock: sandbox.clock), BuildOptions(clock: 1_770_000_000))
            (options.folder, options.output) = ("\(sandbox.root)/site", sandbox.target)
            var now = files
            _ = try sandbox.readSite(of: now.map { SourceFile(path: $0, text: $1) }, after: nil)
            try sandbox.tick()
            _ = try builds.build(options, after: .everything)
            let trials = try (0...1).map { _ in try builds.trying([path: saved], options) }
            #expect(trials[0].isSame(as: trials[1]) && trials[0].result.diagnostics.isEmpty, "\(change)")
            switch change {
            case "the moment": options.clock += 3600
            case "the day": options.clock += 86_400 * 90
            case "an option": options.style = .compact
            case "a publication": try sandbox.publish(trials[0].result.files)
            case "another source": now["content/notes/b.yml"] = "title: D\n"
            default: break
            }
            if change != "no save" { now[path] = "title: C\n" }
            let sources = now.map { SourceFile(path: $0, text: $1) }
            _ = try sandbox.readSite(of: sources, after: nil)
            let before = builds
            let built = try builds.build(options, after: .files([path, "content/notes/b.yml"]))
            #expect(built.isSame(as: trials[0]) == ["nothing", "the moment"].contains(change), "\(change)")
            let clean = try build(SourceTree(files: sources), options, published: LookBack(in: sandbox.target))
            let expected = Dictionary(uniqueKeysWithValues: clean.files.map { ($0.path, $0.bytes) })
            #expect(builds.files == expected && built.result.diagnostics == clean.diagnostics, "\(change)")
            #expect(Set(builds.changed) == Set(expected.filter { before.files[$0.key] != $0.value }.keys), "\(change)")
            // The next build goes on from there.
            builds.prepareNext()
            now[path] = "title: E\n"
            _ = try sandbox.readSite(of: now.map { SourceFile(path: $0, text: $1) }, after: nil)
            _ = try builds.build(options, after: .files([path]))
            #expect(String(decoding: builds.files["all.json"] ?? [], as: UTF8.self).contains("\"E\""), "\(change)")
        }
    }

    /// A source that changes while something is tried is read again, whatever is tried.
    @Test func sourcesThatChangeDuringATrial() throws {
        let sandbox = try PublishingSandbox()
        var files = [
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "content/notes/_collection.yml": "fields: { title: text }\nbody: markdown\n",
            "content/notes/a.md": "---\ntitle: A\n---\nOne.\n", "content/notes/b.md": "---\ntitle: B\n---\nTwo.\n",
            "templates/notes.json.yml": "data: { each: notes, value: { title: title, body: body.html } }\n",
            "templates/plain.txt": "Plain.\n",
        ]
        var (builds, options) = (RepeatedBuild(clock: sandbox.clock), BuildOptions(clock: 0))
        (options.folder, options.output) = ("\(sandbox.root)/site", sandbox.target)
        _ = try sandbox.readSite(of: files.map { SourceFile(path: $0, text: $1) }, after: nil)
        for step in 0...2 {
            try sandbox.tick()
            _ = try builds.build(options, after: .everything)
            files["content/notes/b.md"] = "---\ntitle: B\n---\nTwo, \(step).\n"
            files["templates/plain.txt"] = "Plain, \(step).\n"
            _ = try sandbox.readSite(of: files.map { SourceFile(path: $0, text: $1) }, after: nil)
            let made = try builds.trying(["content/notes/a.md": Array("---\ntitle: C\n---\nOne.\n".utf8)], options)
            let text = try #require(made.result.files.first { $0.path == "notes.json" }?.bytes)
            #expect(String(decoding: text, as: UTF8.self).contains("\"C\""))
        }
    }

    /// Rows that come, go or change places are other entries for all that refers to them; the last edit takes a point
    /// away and changes the order of the pages. A trial that changes nothing knows all pages, as the last build does.
    @Test func rowsOfATable() throws {
        let sandbox = try PublishingSandbox()
        var files = [
            "content/site.yml": "title: T\nurl: https://t.example/\n",
            "templates/api/v1/_version.yml": "status: current\n",
            "content/halls/_collection.yml": "fields: { seats: integer? }\n",
            "content/shows/_collection.yml": "fields: { hall: { reference: halls }, note: text, at: point? }\n",
            "content/shows/b.yml": "{ hall: blue, note: B, at: '1, 2' }\n",
            "templates/near/{cell}.json.yml": "nearest: shows\nwhere: { at: { exists: true } }\nat: at\ncount: 1\n"
                + "paginate: 10\nvalue: { id: id, note: note }\n",
            "templates/{hall}/index.html.mustache": "---\nfor: { each: shows, by: hall, sort: note }\n---\n"
                + "<!DOCTYPE html>\n<title>{{value.id}}</title>\n{{#entries}}{{note}}{{/entries}}\n",
        ]
        var (builds, options, shown) = (RepeatedBuild(clock: sandbox.clock), BuildOptions(clock: 0), 0)
        (options.folder, options.output) = ("\(sandbox.root)/site", sandbox.target)
        for (step, rows) in ["blue red", "red blue", "new red blue", "blue red", "blue red"].enumerated() {
            files["content/halls/halls.csv"] = "id\n" + rows.replacing(" ", with: "\n") + "\n"
            let note = ["A", "C"][step % 2] + "\(step)"
            let show = "{ hall: red, \(step < 4 ? "at: '1, 1', " : "")note: "
            files["content/shows/a.yml"] = show + "\(note) }\n"
            let sources = files.map { SourceFile(path: $0, text: $1) }
            _ = try sandbox.readSite(of: sources, after: nil)
            let ahead = ShownAhead()
            let made = try builds.build(options, after: .everything, seen: ahead.seen(builds.files.keys)).result
            let clean = try build(SourceTree(files: sources), options)
            #expect(made.diagnostics.isEmpty && clean.diagnostics.isEmpty)
            #expect(
                builds.files == Dictionary(uniqueKeysWithValues: clean.files.map { ($0.path, $0.bytes) }), "\(rows)")
            shown = try ahead.check(builds, "\(rows)")
            let trials = try [note, "new"].map { note in
                try builds.trying(["content/shows/a.yml": Array((show + "\(note) }\n").utf8)], options).result
            }
            #expect(trials.map(\.isRepeated) == [true, false])
            let paths = ["blue/index.html", "near/0.json", "near/index.json", "red/index.html"]
            #expect(trials.allSatisfy { $0.plan?.jobs.map(\.path).sorted() == paths })
            builds.prepareNext()
        }
        #expect(shown == 1)
    }

    private func differences(_ old: [SourceFile], _ new: [SourceFile]) -> Set<String> {
        let before = Dictionary(old.map { ($0.path, $0.bytes) }) { first, _ in first }
        let after = Dictionary(new.map { ($0.path, $0.bytes) }) { first, _ in first }
        return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    }
}

extension SiteBuild {
    /// Tells whether both are one build.
    fileprivate func isSame(as other: SiteBuild) -> Bool {
        guard let plan = result.plan, let others = other.result.plan else { return false }
        return plan.site.content.collections[0].files === others.site.content.collections[0].files
    }
}

/// The pages that a build showed before it was done.
private final class ShownAhead: Sendable {
    private let shown = Mutex<[OutputFile]>([])

    func seen(_ paths: some Sequence<String>) -> SeenPages {
        SeenPages(Set(paths)) { pages in self.shown.withLock { $0 = pages } }
    }

    /// - Returns: The number of pages that it showed.
    func check(_ builds: RepeatedBuild, _ note: Comment) throws -> Int {
        let pages = shown.withLock(\.self)
        for page in pages { try #require(builds.files[page.path] == page.bytes, note) }
        return pages.count
    }
}
