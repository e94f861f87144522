import Foundation
import KairanModel
import KairanFormats
import KairanReaders
import SiteTesting

@testable import KairanBuild

/// A sample site that a test edits as text. No edit knows what the language means, so a new word is edited as soon as a
/// sample site shows it.
struct EditedSite {
    let name: String
    /// The sources, by path.
    var sources: [String: [UInt8]]
    /// The sources that were removed, which may come back.
    var removed: [String: [UInt8]] = [:]
    var base: String?
    var style = JSONStyle.pretty
    /// Seconds since 1970.
    var moment = 1_775_779_200
    let dice: Dice
    /// Counts the names that were made up, so that each is new.
    private var names = 0

    /// Seeds that follow each other choose all sites in turn, and every third time the one in which most features meet.
    init(seed: UInt64) throws {
        let (samples, number) = (try sampleSites(), Int(seed % 3_000_000))
        let harbour = number % 3 == 0 ? samples.first { $0.name == "harbour" } : nil
        self.init(harbour ?? samples[(number / 3 * 2 + max(0, number % 3 - 1)) % samples.count], Dice(seed: seed))
    }

    /// The options decide about the moment, which is first the one of the site's own settings.
    private init(_ sample: SampleSite, _ dice: Dice) {
        (name, sources, self.dice) = (sample.name, sample.sources, dice)
        let settings = self["content/site.yml"]
        self["content/site.yml"] = settings.replacing(/(?m)^moment: .*\n/, with: "")
        if let own = settings.firstMatch(of: /(?m)^moment: (.*)$/) { moment = seconds(String(own.1)) ?? moment }
    }

    subscript(_ path: String) -> String {
        get { String(decoding: sources[path] ?? [], as: UTF8.self) }
        set { sources[path] = Array(newValue.utf8) }
    }

    var options: BuildOptions {
        var options = BuildOptions(clock: moment)
        (options.base, options.style) = (base, style)
        return options
    }

    var files: [SourceFile] { sources.map { SourceFile(path: $0.key, bytes: $0.value) } }

    mutating func newName(_ prefix: String) -> String {
        names += 1
        return prefix + "\(names)"
    }

    // MARK: Kinds of sources

    var templates: [String] { sources.keys.filter { $0.hasPrefix("templates/") && Self.isText($0) }.sorted() }

    /// The files with entries, which are texts.
    var entryFiles: [String] {
        sources.keys.filter { $0.hasPrefix("content/") && Self.isText($0) && !isSetting($0) }.sorted()
    }

    /// The Markdown files of entries.
    var bodies: [String] { entryFiles.filter { $0.hasSuffix(".md") } }

    var declarations: [String] { sources.keys.filter { $0.hasSuffix("/_collection.yml") }.sorted() }

    /// Pictures and other files that entries name.
    var attachments: [String] { sources.keys.filter { $0.hasPrefix("content/") && !Self.isText($0) }.sorted() }

    private func isSetting(_ path: String) -> Bool {
        path == "content/site.yml" || path.hasSuffix("/_collection.yml")
    }

    private static func isText(_ path: String) -> Bool {
        ["md", "yml", "yaml", "json", "toml", "csv", "mustache", "html", "css", "txt"]
            .contains(path.split(separator: ".").last.map(String.init))
    }

    // MARK: Moments

    /// The moments that stand in the entries, and the ends of the days among them, in seconds since 1970.
    var moments: [Int] {
        entryFiles.flatMap { path in
            self[path].matches(of: /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?/).flatMap { found -> [Int] in
                guard let start = seconds(String(found.0)) else { return [] }
                return found.0.count == 10 ? [start, start + 86400] : [start]
            }
        }
    }

    private func seconds(_ text: String) -> Int? {
        let identifier = self["content/site.yml"].firstMatch(of: /(?m)^timeZone: (\S+)$/)?.1 ?? "UTC"
        let time = text.count == 10 ? text + "T00:00" : text.replacing(" ", with: "T")
        return SiteTimeZone(identifier: String(identifier))?.parse(time)?.epochSeconds
    }
}
