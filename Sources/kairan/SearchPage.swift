import KairanBuild
import KairanContent
import KairanModel
import KairanQueries
import KairanSystem

/// The search page that `kairan init --with search` adds to a site: a page, its scripts and style, and the template of the
/// index, which finds the entries of all collections with pages.
struct SearchPage {
    let files: [(path: String, bytes: [UInt8])]
    /// The collections that it finds.
    let collections: [String]
    /// The address of the page, as a template writes it.
    let address: String
    /// This is true if the board has the words of the page in its languages. In any other they are in English.
    let isTranslated: Bool

    static var words: TemplateWords {
        let parts = filesBelowPaths(String(embedded: "kairan/Examples/search.txt")[...])
        return TemplateWords(text: parts.first { $0.path == "words" }?.text ?? "")
    }

    /// - Parameter sources: The files of the site.
    init(_ schema: Schema, _ sources: [String]) {
        let withPages = schema.collectionsWithPages
        let strings = Set(schema.strings.filter { !$0.takesNumber }.map(\.name))
        let found = schema.declarations.collections.filter { withPages[$0.name] != nil }.compactMap {
            Source($0, strings)
        }
        let isByLocale = sources.contains { $0.hasPrefix("templates/{locale}/") }
        let folder = isByLocale ? "templates/{locale}/search" : "templates/search"
        let hasLayout = sources.contains("templates/_layouts/base.html.mustache")
        let parts = Dictionary(
            uniqueKeysWithValues: filesBelowPaths(String(embedded: "kairan/Examples/search.txt")[...]))
        let source = (parts["index.html.mustache"] ?? "").replacing("LAYOUT", with: hasLayout ? "layout: base\n" : "")
        isTranslated = strings.isSuperset(of: Self.words.names)
        let page = isTranslated ? source : Self.words.filled(source)
        let texts = [
            ("\(folder)/index.html.mustache", page),
            ("\(folder)/{part}.json.yml", "search:\n" + found.map(\.text).joined()),
            ("templates/assets/search.css", parts["search.css"] ?? ""),
            ("templates/assets/search.js", String(embedded: "../templates/assets/search.js")),
            ("templates/assets/search-index.js", String(embedded: "../templates/assets/search-index.js")),
        ]
        files = texts.map { ($0, Array($1.utf8)) }
        collections = found.map(\.collection.name)
        address = isByLocale ? "{{locale.path}}search/" : "{{site.path}}search/"
    }

    /// An element of `search`.
    private struct Source {
        let collection: CollectionDeclaration
        let title: String
        /// This is true if a text of `_strings.yml` has the collection's name.
        let hasText: Bool

        /// Makes the element of a collection. Returns nil if no text of its entries could be their title.
        init?(_ collection: CollectionDeclaration, _ strings: Set<String>) {
            let texts = collection.fields.filter { $0.type == .text && !$0.isOptional }.map(\.name)
            guard let title = collection.titleField ?? texts.first else { return nil }
            (self.collection, self.title, hasText) = (collection, title, strings.contains(collection.name))
        }

        /// The name of the collection for people, as a text in YAML. What it has in braces is no value.
        private var label: String {
            guard !hasText else { return "\"{strings.\(collection.name)}\"" }
            let name = collection.name.prefix(1).uppercased() + collection.name.dropFirst()
            let label = (collection.label ?? name).replacing("{", with: "{{").replacing("}", with: "}}")
            let isPlain = label.allSatisfy { $0.isLetter || $0 == " " }
            return isPlain ? label : ReportValue.string(label).text
        }

        var text: String {
            // A text with names of other entries has a place of its own.
            let others = collection.fields.filter { $0.type == .text && $0.pattern == nil }.map(\.name).filter {
                $0 != title
            }
            let texts = [title] + others + (collection.hasBody ? ["body.text"] : [])
            var lines = ["  - each: \(collection.name)"]
            if let window = collection.fields.first(where: { $0.type == .window }) {
                lines.append("    where: { \(window.name): now }")
            }
            lines.append("    title: \(title)")
            if others.contains("summary") { lines.append("    description: summary") }
            lines.append("    label: \(label)")
            lines.append("    text: [\(texts.joined(separator: ", "))]")
            return lines.map { $0 + "\n" }.joined()
        }
    }
}
