package import KairanModel

/// The settings of the whole site in `content/site.yml`.
package struct SiteSettings: Sendable {
    package var title = ""
    package var description = ""
    /// The scheme and host without a final slash, such as `https://example.org`.
    package var origin = "http://localhost"
    package var host = "localhost"
    /// The path from the host's root, which starts and ends with a slash, such as `/board/`.
    package var basePath = "/"
    /// The channel of this build, which is not a setting of the site.
    package var channel = Channel.live
    /// The BCP 47 code of the language.
    package var language = "en"
    package var author: String?
    /// The locales. There is at least one, and the first is the site's language.
    package var locales = [SiteLocale(code: "en")]
    /// This is true if the first locale has no folder of its own.
    package var firstLocaleAtRoot = false
    /// This is true if `site.yml` names the locales.
    package var namesLocales = false
    /// The place at which `site.yml` gives the language, which the first locale gives too.
    var languageSpan: SourceSpan?
    package var timeZone = SiteTimeZone.utc
    /// The fixed moment of the build; nil for a live site.
    package var moment: DateTime?
    /// A pattern of Unicode TR 35 such as `yyyy年M月d日`.
    package var dateFormat = "yyyy-MM-dd"
    /// The first day of weeks in calendars, where 0 is Sunday.
    package var firstWeekday = 0
    /// The widths in pixels, ascending, of the smaller pictures that are made for Markdown texts.
    package var pictureWidths: [Int] = []
    /// Tells whether pictures are published under their own names, for apps that know these.
    package var keepsPictureNames = false
    /// The warnings that are declared as intended.
    package var meant: [MeantWarning] = []
    /// The site's own constants, named `site.<name>` in templates and shapes.
    package var values: [(name: String, value: Value, type: FieldType)] = []
    /// This is false if the names of `values` and their types are not all known, after a reported mistake.
    package var isComplete = true

    /// The names that `site.` has on every site.
    static let reservedValueNames = ["title", "description", "url", "path", "language", "dir", "author", "moment"]

    package init() {}

    /// The folder of a locale below the site's root, with a final slash if it is not the root itself.
    package func folder(ofLocale position: Int) -> String {
        position == 0 && firstLocaleAtRoot ? "" : locales[position].code + "/"
    }

    /// The absolute address of the site's root, with a final slash.
    package var rootURL: String { origin + basePath }
}
