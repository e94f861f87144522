package import KairanModel

/// What `content/site.yml` says of the whole site.
package struct SiteSettings: Sendable {
    package var title = ""
    package var description = ""
    /// Scheme and host without a final slash: `https://example.org`.
    package var origin = "http://localhost"
    package var host = "localhost"
    /// From the host's root, starting and ending with a slash: `/board/`.
    package var basePath = "/"
    /// Not of the site, but of this build of it.
    package var channel = Channel.live
    /// BCP 47.
    package var language = "en"
    package var author: String?
    /// At least one; the first is the site's language.
    package var locales = [SiteLocale(code: "en")]
    /// Whether `site.yml` names them.
    package var namesLocales = false
    /// Whether it gives the language, which the first locale gives too.
    var writesLanguage = false
    package var timeZone = SiteTimeZone.utc
    /// Pins the build's moment; a live site leaves it out.
    package var moment: DateTime?
    /// A pattern of Unicode TR 35 such as `yyyy年M月d日`.
    package var dateFormat = "yyyy-MM-dd"
    /// With which day weeks begin in calendars; 0 is Sunday.
    package var firstWeekday = 0
    /// Of the smaller ones that are made of pictures in Markdown texts, in pixels, growing.
    package var pictureWidths: [Int] = []
    /// Warnings that are right as they are.
    package var meant: [MeantWarning] = []
    /// The site's own constants, named `site.<name>` in templates and shapes.
    package var values: [(name: String, value: Value, type: FieldType)] = []
    /// False when the names of `values` and their types are not all known, after a mistake that is reported.
    package var isComplete = true

    /// What `site.` offers on every site.
    static let reservedValueNames = ["title", "description", "url", "path", "language", "author", "moment"]

    package init() {}

    /// The absolute address of the site's root, with a final slash.
    package var rootURL: String { origin + basePath }
}
