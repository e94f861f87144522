package import KairanContent
internal import KairanFormats
package import KairanModel

/// Content together with the places of its pages. An output is a function of a site and a template alone.
///
/// The site is a class because all outputs share it. A copy of a struct would count the references of each part, on all
/// processors at once.
package final class Site: Sendable {
    package let content: Content
    package let schema: Schema
    package let moment: DateTime
    /// The range of moments of the site's present day, in seconds since 1970.
    let day: Range<Int>
    package let pages: Pages
    /// For each key of `Schema.valuePages` that has pages, a hash of their places.
    package let valuePageHashes: [String: ContentHash]
    /// The absolute address of the site's root, with a final slash.
    let rootURL: String
    let columns: Columns
    let namePatterns: Memo<TextWithNames, TextPattern?>
    let dayTexts: DayTexts
    /// For each collection, the fields that are windows or hold windows.
    let windowFields: [FieldSet]
    package let pictures: PictureMaker
    /// For each published picture's path, its path relative to `content/`.
    private let picturePaths: [String: String]
    /// The ids and values that outputs read most, of all collections one after the other. With an array inside another
    /// one, each read would count references, on all processors at once. They are empty if few values are read.
    private let rows: (ids: [String], values: [Value])
    /// For each collection, the positions in `rows` of the id and of the values of its first entry, and how many values
    /// an entry has.
    private let firstRows: [(id: Int, value: Int, width: Int)]
    /// See `rootValues(_:_:)`.
    private let rootValues: [(fromRoot: [Value], absolute: [Value])]

    /// - Parameter earlier: The site before an edit.
    package init(
        content: Content, schema: Schema, moment: DateTime, pictureCache: PictureCache = .none,
        after earlier: (site: Site, edit: EditedEntries)? = nil
    ) {
        (self.content, self.schema, self.moment) = (content, schema, moment)
        day = content.settings.timeZone.day(of: moment)
        rootURL = content.settings.rootURL
        pages = Pages(collectionCount: content.collections.count, localeCount: content.settings.locales.count)
        valuePageHashes = [:]
        windowFields = content.collections.map { collection in
            collection.windowFields.reduce(into: FieldSet()) { $0.formUnion(FieldSet(field: $1)) }
        }
        columns = earlier.map { Columns(of: $0.site, after: $0.edit) } ?? Columns()
        namePatterns = Memo()
        dayTexts = earlier?.site.dayTexts ?? DayTexts()
        pictures = PictureMaker(content.files, pictureCache)
        picturePaths = Dictionary(content.pictures.map { ($1.publishedPath, $0) }) { first, _ in first }
        (rows, firstRows) = Self.rows(content)
        rootValues = Self.rootValues(content.settings, schema, moment)
    }

    private static func rows(
        _ content: Content
    ) -> (rows: (ids: [String], values: [Value]), first: [(id: Int, value: Int, width: Int)]) {
        var rows: (ids: [String], values: [Value]) = ([], [])
        if content.isCached { return (rows, []) }
        let collections = content.collections
        rows.ids.reserveCapacity(collections.reduce(0) { $0 + $1.entries.count })
        rows.values.reserveCapacity(collections.reduce(0) { $0 + $1.entries.count * $1.declaration.fields.count })
        let first = collections.map { collection in
            let first = (rows.ids.count, rows.values.count, collection.declaration.fields.count)
            for entry in collection.entries {
                rows.ids.append(entry.id)
                rows.values += entry.values
            }
            return first
        }
        return (rows, first)
    }

    private static func rootValues(
        _ settings: SiteSettings, _ schema: Schema, _ moment: DateTime
    ) -> [(fromRoot: [Value], absolute: [Value])] {
        settings.locales.map { locale in
            (
                schema.rootValues(settings, locale, path: settings.basePath, at: moment),
                schema.rootValues(settings, locale, path: settings.rootURL, at: moment)
            )
        }
    }

    /// Makes a copy of a site that knows where its pages are.
    package init(_ site: Site, _ pages: Pages) {
        (content, schema, moment, day, columns) = (site.content, site.schema, site.moment, site.day, site.columns)
        (windowFields, namePatterns, dayTexts) = (site.windowFields, site.namePatterns, site.dayTexts)
        (pictures, picturePaths) = (site.pictures, site.picturePaths)
        (rows, firstRows) = (site.rows, site.firstRows)
        (rootURL, rootValues) = (site.rootURL, site.rootValues)
        (self.pages, valuePageHashes) = (pages, pages.hashesOfValues)
    }

    private init(_ site: Site, at moment: DateTime) {
        (content, schema, self.moment, columns) = (site.content, site.schema, moment, Columns(of: site))
        day = site.settings.timeZone.day(of: moment)
        (windowFields, namePatterns, dayTexts) = (site.windowFields, site.namePatterns, site.dayTexts)
        (pictures, picturePaths) = (site.pictures, site.picturePaths)
        (pages, valuePageHashes) = (site.pages, site.valuePageHashes)
        (rows, firstRows) = (site.rows, site.firstRows)
        rootURL = site.rootURL
        rootValues = Self.rootValues(content.settings, schema, moment)
    }

    /// Returns the same site at another moment.
    package func at(_ moment: DateTime) -> Site { Site(self, at: moment) }

    package func valuePagesKey(_ field: String, _ locale: Int?) -> String {
        locale.map { "\(field) \(settings.locales[$0].code)" } ?? field
    }

    /// Returns the values of the outermost names of every template, which are made once for all of them.
    func rootValues(_ form: AddressForm, _ locale: Int) -> [Value] {
        form == .absolute ? rootValues[locale].absolute : rootValues[locale].fromRoot
    }

    package var settings: SiteSettings { content.settings }

    package func id(of entry: EntryReference) -> String {
        // An entry is not copied for one of its parts.
        if rows.ids.isEmpty { return content.collections[entry.collection].entries[entry.index].id }
        return rows.ids[firstRows[entry.collection].id + entry.index]
    }

    package func value(ofField index: Int, of entry: EntryReference) -> Value {
        if rows.ids.isEmpty { return content.collections[entry.collection].entries[entry.index].values[index] }
        let first = firstRows[entry.collection]
        return rows.values[first.value + entry.index * first.width + index]
    }

    /// Returns whether parts of the field's values may differ between locales.
    func hasLocalizedParts(_ index: Int, of entry: EntryReference) -> Bool {
        content.collections[entry.collection].declaration.fields[index].hasLocalizedParts
    }

    /// Returns the entry at a place of its source file.
    func entry(at span: SourceSpan) -> EntryReference? {
        var entries = content.entries(inFile: span.path)
        if entries.isEmpty, let original = originalPath(of: span.path) {
            entries = content.entries(inFile: original.path)
        }
        if entries.isEmpty { return nil }
        let next = entries.partitioningIndex { entry in
            let start = content.collections[entry.collection].entries[entry.index].span
            return (start.line, start.column) > (span.line, span.column)
        }
        return innermost(entries[max(next - 1, entries.startIndex)], at: span)
    }

    /// Returns the record in an entry at a place of its file, or the entry itself if the place is in none.
    private func innermost(_ reference: EntryReference, at span: SourceSpan) -> EntryReference {
        guard content.holdsEntries(reference.collection), content[reference].span.path == span.path else {
            return reference
        }
        let fields = content.collections[reference.collection].declaration.fields
        func begins(_ place: SourcePlace) -> Bool { (place.line, place.column) <= (span.line, span.column) }
        let places = content[reference].places
        let last = fields.indices.filter { begins(places[$0]) }.max {
            (places[$0].line, places[$0].column) < (places[$1].line, places[$1].column)
        }
        guard let last, fields[last].holdsEntries, case .list(let records) = value(ofField: last, of: reference),
            case .entry(let record)? = records.last(where: {
                if case .entry(let record) = $0 { begins(content[record].span.place) } else { false }
            })
        else { return reference }
        return innermost(record, at: span)
    }

    /// Returns the path of an entry's page in the language asked for, or else the page for all languages.
    package func page(of entry: EntryReference, in locale: Int = 0) -> String? {
        page(of: entry.index, in: locale, of: pages.ofEntries[entry.collection])
    }

    private func page(of index: Int, in locale: Int, of pages: [[String?]?]) -> String? {
        pages[locale]?[index] ?? pages[pages.count - 1]?[index]
    }

    /// Returns for each entry of a collection a hash of the places of its pages, or 0 if it has none.
    package func pageHashes(ofCollection position: Int) -> [UInt64] {
        let pages = pages.ofEntries[position]
        return content.collections[position].entries.indices.map { pageHash(of: $0, pages) }
    }

    /// Returns a hash of the places of an entry's pages, or 0 if it has none.
    package func pageHash(of entry: EntryReference) -> UInt64 {
        pageHash(of: entry.index, pages.ofEntries[entry.collection])
    }

    private func pageHash(of index: Int, _ pages: [[String?]?]) -> UInt64 {
        var (hash, hasPage) = (ContentHash(), false)
        for locale in 0..<(settings.namesLocales ? settings.locales.count : 1) {
            let page = page(of: index, in: locale, of: pages)
            hash.combine(page ?? "")
            if page != nil { hasPage = true }
        }
        return hasPage ? hash.low : 0
    }

    package func collectionName(of entry: EntryReference) -> String { content.collections[entry.collection].name }

    /// Returns the path in the published site of a file of the content.
    func publishedPath(ofFile path: String) -> String { content.pictures[path]?.publishedPath ?? path }

    /// Returns the file of the content that is published at an output's path, relative to `content/`, or nil if there
    /// is none.
    package func file(ofOutput path: String) -> String? {
        picturePaths[path] ?? (content.files[path] != nil && content.pictures[path] == nil ? path : nil)
    }

    /// Returns the address of an output in the form asked for. `index.html` is dropped, as every static host serves it.
    package func address(ofOutput path: String, _ form: AddressForm) -> String {
        let (name, end) = ("index.html", path.utf8.count)
        let start = end - name.utf8.count
        let isIndex =
            path.utf8.span.hasBytes(name.utf8, at: start)
            && (start == 0 || path.utf8.span[start - 1] == UInt8(ascii: "/"))
        let shown = isIndex ? String(path.utf8.prefix(start)) ?? path : path
        return (form == .absolute ? rootURL : settings.basePath) + escapedPath(shown)
    }
}

extension SiteTimeZone {
    fileprivate func day(of moment: DateTime) -> Range<Int> {
        let start = dateTime(date: moment.date).epochSeconds
        return start..<max(start + 1, dateTime(date: moment.date.adding(days: 1)).epochSeconds)
    }
}

/// The form in which an output writes the addresses of the site's own pages and files.
package enum AddressForm: Sendable {
    /// The address starts at the host's root, as in pages: `/board/clubs/`.
    case fromRoot
    /// The address has its scheme and host, as in endpoints and feeds, which are read elsewhere.
    case absolute
}
