package import KairanModel

/// A language that the site is published in.
package struct SiteLocale: Sendable {
    /// The BCP 47 code, which is also a part of the paths of outputs.
    package var code: String
    /// The name of the language as its readers write it.
    package var name: String
    package var title = ""
    package var description = ""
    /// See `SiteSettings.dateFormat`.
    package var dateFormat = "yyyy-MM-dd"
    /// The positions of the locales whose values are shown, in order: its own, then its fallbacks, up to the first
    /// locale.
    package var chain = [0]
    /// The place that names it; nil if nothing does.
    package var span: SourceSpan?

    init(code: String) { (self.code, name) = (code, code) }
}

extension [SiteLocale] {
    /// The codes, for messages.
    var codes: [String] { map(\.code) }
}
