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
    /// The link to it, as a template writes it.
    let link: String
    /// The texts that a file of the site gets for it.
    let texts: SearchTexts?
    /// The languages of the page that it is not in, because Kairan has no words for them.
    let untranslated: [String]

    /// - Parameter sources: The paths of the site's files.
    /// - Parameter strings: The bytes of `_strings.yml`; nil if there is none.
    init(_ schema: Schema, _ sources: [String], strings present: [UInt8]?) {
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
        let settings = schema.declarations.settings
        let locales = isByLocale && settings.namesLocales ? settings.locales.map(\.code) : [settings.language]
        // A board in one language needs no file for its texts.
        let hasAll = strings.isSuperset(of: SearchWords.names)
        let texts = SearchTexts(locales, present: present, schema.strings.map { ($0.name, $0.takesNumber) })
        let usesTexts = hasAll || locales.count > 1 && texts != nil
        self.texts = usesTexts && !hasAll ? texts : nil
        let words = SearchWords.words(in: locales[0])
        let page = usesTexts ? source : TemplateWords.filled(source, words)
        // A page with the words themselves is in the first language alone.
        let others = usesTexts ? [] : locales.dropFirst()
        untranslated = hasAll ? [] : locales.filter { !SearchWords.isKnown($0) || others.contains($0) }
        let name = usesTexts ? "{{strings.search}}" : words.first?.text ?? ""
        link = "<a href=\"\(isByLocale ? "{{locale.path}}" : "{{site.path}}")search/\">\(name)</a>"
        let written = [
            ("\(folder)/index.html.mustache", page),
            ("\(folder)/{part}.json.yml", "search:\n" + found.map(\.text).joined()),
            ("templates/assets/search.css", parts["search.css"] ?? ""),
            ("templates/assets/search.js", String(embedded: "../templates/assets/search.js")),
            ("templates/assets/search-index.js", String(embedded: "../templates/assets/search-index.js")),
        ]
        files = written.map { ($0, Array($1.utf8)) }
        collections = found.map(\.collection.name)
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
