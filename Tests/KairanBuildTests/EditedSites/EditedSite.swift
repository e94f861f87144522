import Foundation
import KairanContent
import KairanModel
import KairanReaders
import KairanTemplates

@testable import KairanBuild
@testable import KairanFormats
@testable import KairanPublish

/// A small site that a test makes up and edits: entries of all kinds of fields, in files of all formats.
struct EditedSite {
    struct Item {
        var id: String
        /// The path below `content/`.
        var file: String
        var fields: [String: FieldValue]
        var body: [String] = []
        /// The translations of a Markdown file, by locale.
        var translations: [String: Translation] = [:]

        var isTrash: Bool { fields["deleted"] != nil }

        var format: String { String(file[(file.lastIndex(of: ".") ?? file.startIndex)...].dropFirst()) }
    }

    /// A file beside an item's own.
    struct Translation {
        /// The title is shown only where the item itself has none in this language.
        var title: String?
        var body: [String]
    }

    /// The items by collection; items of one file need not be neighbours here.
    var items: [String: [Item]] = [:]
    /// Pictures and other files, by their paths below `content/`.
    var attachments: [String: [UInt8]] = [:]
    /// The templates, by their paths below `templates/`.
    var templates: [String: String] = [:]
    /// The lines of `fields:` of each collection.
    var declarations: [String: [String]] = [:]
    /// The line that makes `terms` an agreement; it is empty if they are none.
    var agreement = ""
    var settings: [String: String] = [:]
    var base: String?
    var style = JSONStyle.pretty
    /// This is true if the site has one language, and Markdown in bodies alone that causes no warnings.
    var isPlain = false
    /// Seconds since 1970.
    var moment = 1_775_779_200
    /// Counts the names that were made up, so that each is new.
    var names = 0

    var options: BuildOptions {
        var options = BuildOptions(clock: moment)
        (options.base, options.style) = (base, style)
        return options
    }

    var collections: [String] { declarations.keys.sorted() }

    var files: [SourceFile] {
        var files = [SourceFile(path: "content/site.yml", text: lines(settings))]
        for (name, fields) in declarations {
            let body =
                isLocalized(name)
                ? "body: { markdown: { localized: true } }\n" : Self.hasBody(name) ? "body: markdown\n" : ""
            let text =
                "entry: item\nmayBeEmpty: true\nfields:\n" + fields.map { "  \($0)\n" }.joined() + body
                + (name == "terms" ? agreement : "") + (name == "news" ? Self.checks : "")
            files.append(SourceFile(path: "content/\(name)/_collection.yml", text: text))
            let byFile = Dictionary(grouping: items[name] ?? [], by: \.file)
            for (file, items) in byFile {
                files.append(SourceFile(path: "content/\(file)", text: self.text(of: items)))
                files += translations(of: items[0])
            }
        }
        files.append(SourceFile(path: "content/visits/_collection.yml", text: Self.visits))
        for (path, bytes) in attachments { files.append(SourceFile(path: "content/\(path)", bytes: bytes)) }
        for (path, text) in templates { files.append(SourceFile(path: "templates/\(path)", text: text)) }
        for (version, status) in Self.versions {
            files.append(SourceFile(path: "templates/api/\(version)/_version.yml", text: "status: \(status)\n"))
        }
        return files
    }

    /// Rules that are seldom broken, and never at first: by an edit of an item or of its club, or as time goes on.
    private static let checks = """
        checks:
          - { holds: { shown: { not: past } }, where: { isPinned: true, order: 9 }, say: Unpin it, at: isPinned }
          - holds: [{ club.members: { atLeast: $order } }, { club.founded: { moreThan: today - 12 days } }]
            where: { club: { exists: true }, order: { atLeast: 8 }, kind: univ }
            say: Too few
            at: order
          - { holds: { order: { atMost: 9 } }, where: { date: { atLeast: 2026-04-15T00:00 } }, say: Too many, at: order }

        """

    /// Folders of templates, with their statuses.
    private static let versions = ["club": "draft", "archive": "current", "by": "current", "near": "frozen"]

    func isLocalized(_ collection: String) -> Bool { !isPlain && ["clubs", "news"].contains(collection) }

    static func hasBody(_ collection: String) -> Bool { ["clubs", "news", "terms"].contains(collection) }

    private func lines(_ settings: [String: String]) -> String {
        settings.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\n" }.joined()
    }
}

// MARK: Formats

extension EditedSite {
    private func text(of items: [Item]) -> String {
        switch items[0].format {
        case "md":
            let item = items[0]
            return "---\nid: \(item.id)\n" + fields(item).map { "\($0.key): \($0.value.yaml)\n" }.joined()
                + "---\n" + item.body.joined(separator: "\n\n") + "\n"
        case "yml":
            return items.map { item in
                (["id: \(item.id)"] + fields(item).map { "\($0.key): \($0.value.yaml)" }).enumerated()
                    .map { ($0.offset == 0 ? "- " : "  ") + $0.element + "\n" }.joined()
            }.joined()
        case "toml":
            return items.map { item in
                "[[item]]\nid = \"\(item.id)\"\n" + fields(item).map { "\($0.key) = \($0.value.toml)\n" }.joined()
            }.joined()
        case "csv": return table(items)
        default:
            let objects = items.map { item in
                "{ "
                    + (["\"id\": \"\(item.id)\""] + fields(item).map { "\"\($0.key)\": \($0.value.json)" })
                    .joined(separator: ", ") + " }"
            }
            return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
        }
    }

    private func translations(of item: Item) -> [SourceFile] {
        guard item.format == "md" else { return [] }
        return item.translations.map { code, translation in
            let name = ["name", "title"].first { item.fields[$0] != nil } ?? ""
            var text = translation.body.joined(separator: "\n\n") + "\n"
            if let title = translation.title, case .text = item.fields[name] {
                text = "---\n\(name): \(FieldValue.text(title).yaml)\n---\n\(text)"
            }
            return SourceFile(path: "content/\(item.file.dropLast(3)).\(code).md", text: text)
        }
    }

    private func table(_ items: [Item]) -> String {
        // If one row gives a text by locale, all rows have a column for each locale.
        let items = items.map { item in
            var item = item
            for (name, value) in item.fields where items.contains(where: { $0.fields[name]?.isByLocale == true }) {
                item.fields[name] = nil
                if case .record(let parts) = value {
                    for part in parts { item.fields["\(name).\(part.name)"] = part.value }
                } else {
                    item.fields["\(name).en"] = value
                }
            }
            return item
        }
        let columns = Set(items.flatMap { item in item.fields.filter { $0.value.cell != nil }.keys }).sorted()
        let rows = items.map { item in
            ([item.id] + columns.map { item.fields[$0]?.cell ?? "" }).joined(separator: ",") + "\n"
        }
        return (["id"] + columns).joined(separator: ",") + "\n" + rows.joined()
    }

    private func fields(_ item: Item) -> [(key: String, value: FieldValue)] {
        // TOML has no null.
        item.fields.filter { item.format != "toml" || $0.value != .null }.sorted { $0.key < $1.key }
    }
}

extension EditedSite.Item {
    mutating func changeTexts(_ change: ([String]) -> [String]) {
        body = change(body)
        translations = translations.mapValues { .init(title: $0.title, body: change($0.body)) }
    }
}
