import KairanBuild
import KairanContent
import KairanModel
import KairanSystem

/// The search page that `kairan init --with search` adds to a site: a page, its scripts and style, and the template of the
/// index, which finds the entries of all collections with pages.
struct SearchPage {
    let files: [(path: String, bytes: [UInt8])]
    /// The collections that it finds.
    let collections: [String]
    /// The address of the page, as a template writes it.
    let address: String

    /// - Parameter sources: The files of the site.
    /// - Parameter withPages: The names of the collections whose entries have pages.
    init(_ declarations: Declarations, withPages: Set<String>, _ sources: [String]) {
        let found = declarations.collections.filter { withPages.contains($0.name) }.compactMap(Source.init)
        let isByLocale = sources.contains { $0.hasPrefix("templates/{locale}/") }
        let folder = isByLocale ? "templates/{locale}/search" : "templates/search"
        let hasLayout = sources.contains("templates/_layouts/base.html.mustache")
        let parts = Dictionary(
            uniqueKeysWithValues: filesBelowPaths(String(embedded: "kairan/Examples/search.txt")[...]))
        let page = (parts["index.html.mustache"] ?? "").replacing("LAYOUT", with: hasLayout ? "layout: base\n" : "")
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

        /// Makes the element of a collection. Returns nil if no text of its entries could be their title.
        init?(_ collection: CollectionDeclaration) {
            let texts = collection.fields.filter { $0.type == .text && !$0.isOptional }.map(\.name)
            guard let title = collection.titleField ?? texts.first else { return nil }
            (self.collection, self.title) = (collection, title)
        }

        /// The name of the collection for people, as a text in YAML. What it has in braces is no value.
        private var label: String {
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
