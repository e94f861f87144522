import KairanContracts
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild

/// A build for an earlier or later moment than the one before it, whose outputs are taken over, equals a build of
/// everything.
@Suite struct OtherMomentTests {
    private static let version = [
        "templates/api/v1/_version.yml": "status: current\n",
        "templates/api/v1/ads.json.yml": "data: { each: ads, value: id }\n",
        "content/ads/_collection.yml": "fields: { shown: window }\n",
        "content/ads/a.yml": "shown: { until: 2026-04-20 }\n",
    ]

    @Test(arguments: [
        // The changelog shows the day of a change that is not published yet.
        (version, ["templates/api/v1/more.json.yml": "data: { each: ads, value: { id: id } }\n"], "changelog.json"),
        // The changelog of a version that is gone does so too.
        (version, ["templates/api/v1/": ""], "changelog.json"),
        // The manifest says when the next window begins or ends, whether or not an endpoint shows it.
        (version, ["content/ads/b.yml": "shown: { until: 2026-04-10 }\n"], "manifest.json"),
        (
            [
                "content/terms/_collection.yml":
                    "agreement: { version: version, from: day }\n"
                    + "fields: { version: { version: { unique: true } }, day: date }\nbody: markdown\n",
                "content/terms/1.0.md": "---\nversion: 1.0\nday: 2026-01-01\n---\nYou agree.\n",
            ], ["content/terms/2.0.md": "---\nversion: 2.0\nday: 2026-04-12\n---\nAgree.\n"], "agreements.json"
        ),
    ])
    func equalsABuildOfEverything(_ board: [String: String], _ edit: [String: String], _ shown: String) throws {
        let sandbox = try PublishingSandbox()
        var files = board.merging(["content/site.yml": "title: T\nurl: https://t.example/\n"]) { $1 }
        var options = BuildOptions(clock: 0)
        (options.folder, options.output) = ("\(sandbox.root)/site", sandbox.target)
        options.isFirstPublication = true
        options.moment = "2026-03-01T09:00"
        try sandbox.publish(build(tree(files), options).files)
        for (path, text) in edit {
            if path.hasSuffix("/") {
                files = files.filter { !$0.key.hasPrefix(path) }
                options.accepted = [.init(rule: .versionRemoved, endpoint: "v1", why: "Unused.")]
            } else {
                files[path] = text
            }
        }
        _ = try sandbox.readSite(of: tree(files).files, after: nil)
        try sandbox.tick()
        var (builds, all) = (RepeatedBuild(clock: sandbox.clock), Set<[UInt8]>())
        for moment in ["2026-04-15T09:00", "2026-04-09T09:00", "2026-04-15T09:00"] {
            options.moment = moment
            let clean = try build(tree(files), options, published: LookBack(in: sandbox.target))
            #expect(clean.diagnostics == [])
            #expect(try builds.build(options, after: .files([])).result.diagnostics == [])
            for file in clean.files {
                #expect(builds.files[file.path] == file.bytes, "\(file.path) at \(moment)")
                if file.path.hasSuffix(shown) { all.insert(file.bytes) }
            }
            // No midnight is a change to come, since the day of a change stays once it is published.
            #expect(clean.nextChange != LocalDate("2026-04-16").map { $0.daysSinceEpoch * 86_400 })
        }
        #expect(all.count == 2)
    }

    private func tree(_ files: [String: String]) -> SourceTree {
        SourceTree(files: files.map { SourceFile(path: $0, bytes: Array($1.utf8)) })
    }
}
