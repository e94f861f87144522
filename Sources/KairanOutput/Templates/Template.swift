internal import KairanContent
package import KairanModel
internal import KairanReaders

/// One checked template: which outputs it makes, and how.
package struct Template: Sendable {
    /// Relative to the site's folder: `templates/clubs/{id}.html.mustache`.
    package var path: String
    package var pattern: OutputPattern
    package var iteration: Iteration
    /// `for` as it is written, whatever the order of its words; nil without.
    var forWords: JSONValue?
    /// Where `for` stands, or the template's start.
    package var span: SourceSpan
    package var kind: Kind
    /// The position of the one whose readers its outputs are for; nil where no locale is in their paths.
    package var locale: Int?
    /// What people are told of its outputs.
    var about = ""
    /// What the JSON that it makes always is; nil where no shape makes it.
    var schema: ValueSchema?
    /// The agreements of which a query may choose versions that are not in force yet.
    var announced: Set<String> = []

    package enum Kind: Sendable {
        case page(PageTemplate)
        case endpoint(TypedShape)
        case feed(FeedTemplate)
        case revision(RevisionTemplate)
        case calendar(CalendarTemplate)
        case search(SearchTemplate)
        case nearest(NearestTemplate)
        case copy([UInt8])
    }

    var isSearch: Bool { if case .search = kind { true } else { false } }
    /// True when it makes files of its own, which are planned after all pages.
    var makesParts: Bool {
        switch kind {
        case .search, .nearest: true
        case .page, .endpoint, .feed, .revision, .calendar, .copy: false
        }
    }
    /// Tells whether it makes pages of entries or of values, which other templates can link to.
    var makesPages: Bool {
        guard isPage else { return false }
        switch iteration {
        case .entries, .values: return true
        case .once, .combinations, .pages: return false
        }
    }
    package var isPage: Bool { if case .page = kind { pattern.fileExtension == "html" } else { false } }
}

/// The front matter of a page, checked.
package struct PageTemplate: Sendable {
    var title: TextPattern?
    var description: TextPattern?
    var image: Path?
    var inSitemap = true
    /// Named values, each of which may use those before it.
    var data: [(name: String, shape: TypedShape)] = []
    /// The innermost first: the page's layout, that layout's own, and so on.
    var layouts: [String] = []
    /// The files of all layouts and partials that it uses.
    var support: [String] = []
    /// What the template's names are.
    var scope: Scope
    /// What `page` is among them.
    var type = RecordType([])
    var source: MustacheSource
    var program = PageProgram()
}

/// A feed's declaration, checked.
package struct FeedTemplate: Sendable {
    enum Format: String, Sendable, CaseIterable { case rss, atom, json }

    var format: Format
    var title: TextPattern
    var description: TextPattern?
    var query: Query
    /// Where `each` stands.
    var span: SourceSpan
    var itemTitle: Path
    var itemDate: Path
    var itemUpdated: Path?
    var itemContent: Path?
    var itemSummary: Path?
}

/// A template before its words are checked.
struct TemplateHead {
    enum Engine { case mustache, data, none }

    var file: SourceFile
    var engine: Engine
    var pattern: OutputPattern
    /// The front matter of a page, or the whole of a data template.
    var node: SourceNode?
    var source: MustacheSource?

    var start: SourceSpan { SourceSpan(path: file.path) }
    /// Makes files of its own, without `for`.
    var isSearch: Bool { engine == .data && node?["search"] != nil }
    var isNearest: Bool { engine == .data && node?["nearest"] != nil }
    var isHTMLPage: Bool { engine == .mustache && pattern.fileExtension == "html" }
}

/// Everything under `templates/`, checked against the declarations.
package struct Templates: Sendable {
    package var schema: Schema
    package var templates: [Template]
    /// Layouts and partials as text, by the name templates use and the extension they are for (`base.html`).
    package var layouts: [String: MustacheSource]
    package var partials: [String: MustacheSource]
    package var needs = TemplateNeeds()
    /// Entries that templates name by their ids, which only the content can confirm.
    var namedEntries: [NamedEntry] = []
    /// Sorted by name.
    package var versions: [APIVersion] = []
    /// Those that only the preview has.
    var withheld: [APIVersion] = []
}

/// What templates may ask for that takes longer than looking it up.
package struct TemplateNeeds: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Of some Markdown.
    package static let plainText = TemplateNeeds(rawValue: 1)
    package static let pictureSizes = TemplateNeeds(rawValue: 2)
    package static let pictureColors = TemplateNeeds(rawValue: 4)
}

/// An id that stands in a template, or in a declaration, as a constant.
struct NamedEntry: Sendable {
    var collection: String
    var id: String
    var span: SourceSpan
}
