import Foundation
import KairanModel
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanPublish

/// Sources that break apps or what users agreed to are refused, whatever somebody wrote into the files of the last
/// publication.
@Suite struct TamperingTests {
    static let files = [
        "api/v1/openapi.json", "api/v1/manifest.json", "api/versions.json", "agreements.json", ".kairan.json",
        "api/v1/ads.json",
    ]

    /// The ways in which somebody changes a published file.
    enum Edit: CaseIterable {
        /// The file becomes what a publication of the new sources would have.
        case forged
        case gone, broken
        /// The file loses all lines that name the other files.
        case silent
    }

    /// Sources that break something. If both witnesses are forged, the result is a publication like any other.
    enum Break: CaseIterable {
        case key, entry, terms

        var witnesses: Set<String> {
            switch self {
            case .key: []
            case .entry: ["api/v1/manifest.json", ".kairan.json"]
            case .terms: ["agreements.json", ".kairan.json"]
            }
        }

        func make(in site: borrowing ContractSite) throws {
            switch self {
            case .key:
                try site.write("data: { each: ads, value: { id: id } }\n", to: "templates/api/v1/ads.json.yml")
            case .entry: try site.write(nil, to: "content/ads/b.yml")
            case .terms: try site.write(term("You pay."), to: "content/terms/1.md")
            }
        }
    }

    private static func term(_ text: String) -> String { "---\nversion: 1.0\nday: 2026-01-01\n---\n\(text)\n" }

    private static func lay(_ site: borrowing ContractSite) throws {
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nmoment: 2026-04-15\n",
            "content/ads/_collection.yml": "fields: { title: text }\n", "content/ads/a.yml": "title: A\n",
            "content/ads/b.yml": "title: B\n",
            "content/terms/_collection.yml":
                "agreement: { version: version, from: day }\n"
                + "fields: { version: { version: { unique: true } }, day: date }\nbody: markdown\n",
            "content/terms/1.md": term("You agree."),
            "templates/terms.json.yml": "data: { each: terms, value: body.text }\n",
            "templates/api/v1/_version.yml": "status: current\n",
            "templates/api/v1/ads.json.yml": "data: { each: ads, value: { id: id, title: title } }\n",
            "templates/api/v1/ads/{id}.json.yml": "for: ads\ndata: { title: title }\n",
        ] { try site.write(text, to: path) }
    }

    /// Returns the files of a first publication of the changed sources.
    private static func forgery(_ change: Break) throws -> [String: String] {
        let site = try ContractSite()
        try lay(site)
        try change.make(in: site)
        let rules = try site.build()
        #expect(rules == [])
        var files: [String: String] = [:]
        for path in Self.files { files[path] = try site.published(path) }
        return files
    }

    private static func edited(_ edit: Edit, _ path: String, _ text: String, _ forged: [String: String]) -> String? {
        switch edit {
        case .forged: forged[path]
        case .gone: nil
        case .broken: "<<<<<<< HEAD\n" + text
        case .silent:
            text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
                !Self.files.contains { $0 != path && line.contains("\"\($0)\"") }
            }.joined(separator: "\n")
        }
    }

    @Test(arguments: Break.allCases) func whatBreaksIsRefused(_ change: Break) throws {
        let forged = try Self.forgery(change)
        let site = try ContractSite()
        try Self.lay(site)
        #expect(try site.build() == [])
        var published: [String: String] = [:]
        for path in Self.files { published[path] = try site.published(path) }
        try change.make(in: site)

        func expectRefusal(_ edits: [String: String?], _ what: String) throws {
            for (path, text) in edits { try site.write(text, to: "public/\(path)") }
            let isRefused: Bool
            do {
                isRefused = try !site.build().filter { !["manifest.damaged", "contract.uncompared"].contains($0) }
                    .isEmpty
            } catch is PublishError {
                isRefused = true
            }
            #expect(isRefused, "\(change): \(what)")
            for path in edits.keys { try site.write(published[path], to: "public/\(path)") }
        }

        typealias Change = (path: String, edit: Edit)
        func expectRefusal(of changes: [Change]) throws {
            let edits = changes.map { ($0.path, Self.edited($0.edit, $0.path, published[$0.path] ?? "", forged)) }
            try expectRefusal(Dictionary(uniqueKeysWithValues: edits), "\(changes)")
        }
        let changes = Self.files.flatMap { path in Edit.allCases.map { (path: path, edit: $0) } }
        for one in changes { try expectRefusal(of: [one]) }
        var pairs: [[Change]] = []
        for (index, first) in changes.enumerated() {
            for second in changes[(index + 1)...] where second.path != first.path {
                let isForgery = first.edit == .forged && second.edit == .forged
                if !isForgery || change.witnesses != [first.path, second.path] { pairs.append([first, second]) }
            }
        }
        var random = SeededNumbers(seed: printedSeed())
        // Each run tries other pairs.
        for pair in pairs.shuffled(using: &random).prefix(60) { try expectRefusal(of: pair) }
        for (index, first) in Self.files.enumerated() {
            for second in Self.files[(index + 1)...] {
                try expectRefusal(
                    [first: published[second], second: published[first]], "\(first) and \(second) swapped")
            }
        }
    }

    /// Whoever takes out the seal may have edited all files that it covers so that they fit together.
    @Test func withoutTheSealNothingIsBelieved() throws {
        let forged = try Self.forgery(.key)
        let site = try ContractSite()
        try Self.lay(site)
        #expect(try site.build() == [])
        let list = try site.published(".kairan.json")
        #expect(withoutSeal(list) != list)
        try site.write(withoutSeal(list), to: "public/.kairan.json")
        try site.forget()
        try site.write("title: Bee\n", to: "content/ads/b.yml")
        #expect(try site.build() == ["agreement.unreadable", "contract.damaged"])
        #expect(try site.help().contains { $0.contains("git checkout") && $0.contains("--accept-breaking damaged:v1") })
        for path in ["api/v1/openapi.json", "api/v1/manifest.json"] {
            try site.write(forged[path], to: "public/\(path)")
        }
        try Break.key.make(in: site)
        #expect(try site.build() == ["agreement.unreadable", "contract.damaged"])
        #expect(
            try site.build(accepting: [.init(rule: .damaged, endpoint: "v1", why: "Lost.")]) == ["agreement.unreadable"]
        )
    }

    /// This holds even if nothing changed. A machine that knows what it published writes it again.
    @Test func aBuildOfNothingNewNoticesIt() throws {
        let site = try ContractSite()
        try Self.lay(site)
        #expect(try site.build() == [])
        let list = try site.published(".kairan.json")
        for other in [withoutSeal(list), nil] {
            try site.write(other, to: "public/.kairan.json")
            #expect(try site.build() == ["contract.restored"])
            #expect(try site.published(".kairan.json") == list)
        }
        #expect(try site.build() == [])
        try site.write(withoutSeal(list), to: "public/.kairan.json")
        try site.forget()
        #expect(try site.build() == ["agreement.unreadable", "contract.damaged"])
    }

    /// The rest of the publication tells nothing of the version.
    @Test(arguments: ["{\"kairan\":1,\"files\":[]}\n", nil]) func whatBeginsAnewIsNotSilent(_ list: String?) throws {
        let site = try ContractSite()
        try Self.lay(site)
        #expect(try site.build() == [])
        for path in ["api", "agreements.json", ".kairan.json"] { try site.write(nil, to: "public/\(path)") }
        if let list { try site.write(list, to: "public/.kairan.json") }
        try Break.key.make(in: site)
        let rules = try site.build()
        // Kairan's memory tells.
        #expect(rules == ["contract.keyRemoved"] + (list == nil ? [] : ["contract.restored"]))
    }

    @Test func whatTheUserHasInTheFolderIsNoPublication() throws {
        let site = try ContractSite()
        try Self.lay(site)
        for path in ["CNAME", ".nojekyll", "README.md"] { try site.write("", to: "public/\(path)") }
        #expect(try site.build() == [])
        #expect(try site.build() == [])
    }

    /// A site of pages alone has a list that promises nothing, so a later version is known to be the first.
    @Test func aVersionMayComeLater() throws {
        let site = try ContractSite()
        try site.write("title: T\nurl: https://t.example/\nmoment: 2026-04-15\n", to: "content/site.yml")
        try site.write("A\n", to: "templates/index.html.mustache")
        #expect(try site.build() == [])
        #expect(try site.published(".kairan.json").contains("\"promises\": {}"))
        try Self.lay(site)
        #expect(try site.build() == [])
    }

    /// An edit is noticed even if nothing breaks.
    @Test(arguments: [
        (["api/v1/manifest.json", "api/v1/openapi.json"], "contract.damaged"),
        (["agreements.json"], "agreement.unreadable"),
    ]) func aConsistentEditIsNoticed(_ paths: [String], _ rule: String) throws {
        let forged = try Self.forgery(paths.count == 1 ? .terms : .key)
        let site = try ContractSite()
        try Self.lay(site)
        #expect(try site.build() == [])
        for path in paths { try site.write(forged[path], to: "public/\(path)") }
        #expect(try site.errors() == [])
        try site.forget()
        #expect(try site.build() == [rule])
        #expect(try site.help().contains { $0.contains(".kairan.json") })
    }
}

/// A list of published files in which somebody left out the hashes.
func withoutSeal(_ list: String) -> String { list.replacing(/\n  "promises"[\s\S]*"seal".*,/, with: "") }
