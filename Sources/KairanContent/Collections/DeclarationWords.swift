/// The words of `site.yml` and `_collection.yml`, for the code that reads them and the code that describes them to
/// editors.
package enum DeclarationWords {
    package static let settings = [
        "title", "description", "url", "language", "locales", "firstLocaleAtRoot", "author", "timeZone", "moment",
        "dateFormat",
        "firstWeekday", "pictures", "values", "ignored",
    ]
    package static let locale = ["name", "title", "description", "dateFormat", "fallback"]
    package static let collection = [
        "label", "entry", "parent", "id", "title", "source", "fields", "body", "from", "checks", "form", "mayBeEmpty",
        "agreement",
    ]
    /// The words for the place at which entries are kept outside the site.
    package static let source = ["url", "format", "entries", "next", "headers", "hosts", "every"]
    /// The words for a column of a table that another program writes.
    package static let column = ["column", "as", "by"]
    package static let check = ["holds", "unique", "from", "until", "text", "at", "where"]
    static let agreement = ["version", "from", "contains"]
    package static let choice = ["values", "numbers", "open", "default"]
    package static let list = ["of", "minimum", "maximum"]
    package static let keyed = list + ["by"]
    package static let oneOf = ["of", "default"]

    static let typeNames =
        plainTypes.keys.sorted() + [
            "choice", "entries", "ignored", "keyed", "list", "oneOf", "pattern", "record", "reference",
        ]
}
