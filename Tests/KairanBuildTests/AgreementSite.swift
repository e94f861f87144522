import Foundation
import KairanContent
import KairanModel
import KairanReaders
import KairanTemplates
import SiteTesting
import Testing

@testable import KairanBuild
@testable import KairanPublish

/// A board whose users agree to versions of its terms, which is built again and again into one folder.
struct AgreementSite: ~Copyable {
    let sandbox: PublishingSandbox
    private let usesCache: Bool

    init(usesCache: Bool) throws {
        let sandbox = try PublishingSandbox()
        for (path, text) in [
            "content/site.yml": "title: T\nurl: https://t.example/\nlocales: { en: English, ja: 日本語 }\n",
            "content/terms/_collection.yml": """
            agreement: { version: version, from: day, contains: [pages/privacy] }
            fields: { version: { version: { unique: true } }, day: date, place: { point: { default: "35.1, 139.1" } } }
            body: { markdown: { localized: true } }

            """,
            "content/terms/1.0.md": "---\nversion: 1.0\nday: 2026-01-01\n---\nYou agree.\n",
            "content/pages/_collection.yml": "body: markdown\n", "content/pages/privacy.md": "Privacy.\n",
            "templates/versions.json.yml": "data: { each: terms, value: version }\n",
        ] { try sandbox.write(text, to: "site/" + path) }
        self.sandbox = sandbox
        self.usesCache = usesCache
    }

    func write(_ text: String, to path: String) throws { try sandbox.write(text, to: "site/" + path) }

    func term(_ version: String, _ day: String, _ text: String) throws {
        try write("---\nversion: \(version)\nday: \(day)\n---\n\(text)\n", to: "content/terms/\(version).md")
    }

    private func options(at moment: String) -> BuildOptions {
        var options = BuildOptions(clock: 0)
        (options.folder, options.output, options.moment) = (sandbox.root + "/site", sandbox.target, moment)
        return options
    }

    private func build(at moment: String, publishes: Bool) throws -> SiteBuild {
        let publisher: Publisher? = try Publisher(
            to: sandbox.target, workFolder: usesCache ? sandbox.root + "/.kairan" : nil, clock: sandbox.clock)
        var built = try buildSite(options(at: moment), for: publisher)
        if publishes {
            let errors = built.result.diagnostics.filter { $0.severity == .error }
            try #require(errors.isEmpty, "\(errors.map(\.message))")
            _ = try publisher?.publish(&built.result, after: built.earlier, seen: built.seen)
        }
        return built
    }

    func rules() throws -> [String] {
        let diagnostics = try build(at: "2026-04-15", publishes: false).result.diagnostics
        return diagnostics.filter { $0.severity == .error }.map(\.rule.rawValue)
    }

    /// Reads the published files whose paths begin with `x`, and the sitemap, by path.
    func published() throws -> [String: String] {
        let paths = FileManager.default.enumerator(atPath: sandbox.target)?.compactMap { $0 as? String } ?? []
        return try Dictionary(
            uniqueKeysWithValues: paths.filter { ($0.hasPrefix("x") || $0 == "sitemap.xml") && isFile($0) }.map {
                ($0, String(decoding: try readBytes(sandbox.target + "/" + $0), as: UTF8.self))
            })
    }

    private func isFile(_ path: String) -> Bool {
        ["json", "txt", "html", "xml", "ics"].contains { path.hasSuffix("." + $0) }
    }

    /// Lists the next changes of outputs that need no change of a source.
    func changes() throws -> [String] {
        let built = try buildSite(options(at: "2026-04-15"))
        return try nextChanges(after: built, options(at: "2026-04-15"), count: 5).map { change in
            "\(change.moment) \(change.outputs.map(\.path).joined(separator: " "))"
        }
    }

    /// Publishes the site at a moment, and returns what agreements.json then says of the terms.
    func build(at moment: String = "2026-04-15") throws -> String {
        _ = try build(at: moment, publishes: true)
        let file = SourceFile(path: "agreements.json", bytes: try readBytes(sandbox.target + "/agreements.json"))
        let versions = try #require(readJSON(file).value?["terms"]?.elements)
        return versions.map { version in
            "\(shown(version["version"])) \(version["from"].map { "from \(shown($0)) " } ?? "")\(shown(version["text"])) | \(shown(version["includes"]?["pages/privacy"]))"
        }.joined(separator: "; ")
    }
}

/// Writes a text of agreements.json in one line, with its locales if it has several.
private func shown(_ node: SourceNode?) -> String {
    guard let node else { return "" }
    return node.scalar ?? (node.members ?? []).map { "\($0.key) \($0.value.scalar ?? "")" }.joined(separator: " ")
}
