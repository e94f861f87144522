/// A language that the site is published in.
package struct SiteLocale: Sendable {
    /// BCP 47; also a part of the paths of outputs.
    package var code: String
    /// What those who read it call it.
    package var name: String
    package var title = ""
    package var description = ""
    /// See `SiteSettings.dateFormat`.
    package var dateFormat = "yyyy-MM-dd"
    /// The positions of the locales whose values are shown: its own, and while there is none the next, up to the first.
    package var chain = [0]

    init(code: String) { (self.code, name) = (code, code) }
}

extension [SiteLocale] {
    /// For messages.
    var codes: [String] { map(\.code) }
}
