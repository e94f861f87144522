import KairanModel
import KairanTemplates
import Testing

@testable import KairanContracts

/// Files of a version that are larger than what clients read.
@Suite struct LargeFileTests {
    @Test(arguments: [
        ("current", 64 << 20, 16 << 20, [], []),
        (
            "current", 64 << 20 + 1, 16 << 20,
            ["'api/v1/all/a.json' has 65 MiB, and clients read at most 64"], ["templates/api/v1/all/{id}.json.yml"]
        ),
        (
            "frozen", 1, 16 << 20 + 1, ["'api/v1/manifest.json' has 17 MiB, and clients read at most 16"],
            ["templates/api/v1/_version.yml"]
        ),
        ("draft", 64 << 20 + 1, 16 << 20 + 1, [], []),
    ]) func sizes(_ status: String, _ size: Int, _ manifest: Int, _ messages: [String], _ places: [String]) throws {
        let site = ContractBoard()
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\n", "content/ads/a.yml": "title: A\n",
            "content/ads/_collection.yml": "fields: { title: text }\n",
            "templates/api/v1/_version.yml": "status: \(status)\n",
            "templates/api/v1/all/{id}.json.yml": "for: ads\ndata: { title: title }\n",
        ] { try site.write(text, to: path) }
        #expect(try site.build() == [])
        let sealing = site.sealing()
        let (plan, review) = (try #require(sealing.plan), try #require(sealing.outputs?.versions.reviews.first))
        // A file that belongs to no endpoint is nothing that clients read.
        let files = ["all/a.json", "notes.txt"].map {
            VersionManifest.File(path: $0, size: size, sha256: "", revision: 1)
        }
        let found = review.checkSizes(of: files, manifest: manifest, of: plan)
        #expect(found.map(\.message) == messages && found.map(\.span.path) == places)
        #expect(found.allSatisfy { $0.rule == .contractSize && $0.severity == .warning })
    }
}
