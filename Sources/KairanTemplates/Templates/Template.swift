internal import KairanContent
package import KairanFormats
package import KairanModel
package import KairanQueries
package import KairanReaders

/// A checked template: it says which outputs are made, and how.
package struct Template: Sendable {
    /// The path relative to the site's folder, such as `templates/clubs/{id}.html.mustache`.
    package var path: String
    package var pattern: OutputPattern
    package var iteration: Iteration
    /// The value of `for`, independent of the order of its words; nil if there is no `for`.
    package var forWords: JSONValue?
    /// The place of `for`, or else the template's start.
    package var span: SourceSpan
    package var kind: Kind
    /// The position of the locale of its outputs; nil if their paths have no locale.
    package var locale: Int?
    /// The description of its outputs for people.
    var about = ""
    /// Tells whether clients leave out what they cannot read of its lists.
    var isLenient = false
    /// Tells whether it makes a second copy of a file, named by its content.
    var isSecondCopy = false
    /// The schema of the JSON that it makes; nil if no shape makes it.
    var schema: ValueSchema?
    /// The addresses in its outputs; nil if they have none, and for pages and style sheets.
    var dataAddresses: DataAddresses?
    /// The revision that stands in its object.
    var number: RevisionTemplate?
    /// The agreements whose versions a query may choose before they are in force.
    package var announced: Set<String> = []
    /// The files of the shared shapes that it uses.
    var sharedShapes: [String] = []

    /// A copy of a template counts one reference for it.
    package indirect enum Kind: Sendable {
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

    /// This is true if the template makes parts, which `addingLateOutputs` plans after all pages.
    package var makesParts: Bool {
        switch kind {
        case .search, .nearest: true
        case .page, .endpoint, .feed, .revision, .calendar, .copy: false
        }
    }

    /// This is true if the template makes one output, which may list all entries.
    var makesList: Bool {
        guard case .once = iteration else { return false }
        switch kind {
        case .page, .endpoint, .feed, .calendar: return true
        case .revision, .search, .nearest, .copy: return false
        }
    }

    /// This is true if the template makes pages of entries or of values, which other templates can link to.
    var makesPages: Bool {
        guard isPage else { return false }
        switch iteration {
        case .entries, .values: return true
        case .once, .combinations, .pages: return false
        }
    }
    package var isPage: Bool { if case .page = kind { pattern.fileExtension == "html" } else { false } }
}

/// The checked front matter of a page.
package struct PageTemplate: Sendable {
    var title: TextPattern?
    var description: TextPattern?
    var image: Path?
    var inSitemap = true
    /// The former addresses of a page that is made once.
    var aliases: [EntryAlias] = []
    /// Tells whether links of Markdown texts to other hosts open in a new tab.
    var opensNewTabs = false
    /// Named values. Each may use the values before it.
    var data: [(name: String, shape: TypedShape)] = []
    /// The layouts, the innermost first: the page's layout, the layout of that one, and so on.
    var layouts: [String] = []
    /// The files of all layouts and partials that it uses, and the copied files that it names by their content.
    var support: [String] = []
    /// The names that the template can use.
    var scope: Scope
    /// The type of `page` among these names.
    var type = RecordType([])
    var source: MustacheSource
    var program = PageProgram()
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
    /// This is true if the template makes a search, whose files need no `for`.
    var isSearch: Bool { engine == .data && node?["search"] != nil }
    var isNearest: Bool { engine == .data && node?["nearest"] != nil }
    var isHTMLPage: Bool { engine == .mustache && pattern.fileExtension == "html" }
}

/// Everything under `templates/`, checked against the declarations.
package struct Templates: Sendable {
    package var schema: Schema
    package var templates: [Template]
    /// The sources of layouts and partials, by name and output extension, such as `base.html`.
    package var layouts: [String: MustacheSource]
    package var partials: [String: MustacheSource]
    package var needs = TemplateNeeds()
    /// The copied files of which pages can ask for a second copy.
    var copied = CopiedFiles([], versions: [])
    /// The rules of all collections.
    package var checks: [EntryCheck] = []
    /// Entries that templates name by their ids. Only the content can confirm that they exist.
    var namedEntries: [NamedEntry] = []
    /// The versions, sorted by name.
    package var versions: [APIVersion] = []
    /// The versions that only the preview has.
    package var withheld: [APIVersion] = []
}

extension Template {
    /// The collections that its shape and its 'for' name.
    package var collections: [String] {
        var names: [String] = []
        switch iteration {
        case .once: break
        case .entries(let query), .values(let query, _), .combinations(let query, _), .pages(let query, _, _):
            names += query.collections
        }
        switch kind {
        case .endpoint(let shape): names += shape.shape.collections
        case .nearest(let nearest): names += nearest.query.collections
        case .page, .feed, .revision, .calendar, .search, .copy: break
        }
        return names
    }
}
