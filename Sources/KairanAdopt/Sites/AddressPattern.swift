internal import KairanModel

/// The values for the placeholders of a pattern of addresses.
struct AddressParts {
    var date: OldDate?
    var title = ""
    var slug = ""
    /// The name of the file without its ending, and without the date of a post.
    var name = ""
    /// The path of the file in its collection, without ending.
    var path = ""
    var categories: [String] = []
    var collection = ""
    /// The folders of the file, as Hugo counts them.
    var sections: [String] = []

    /// Returns the text for a placeholder of either generator; nil for one that has no meaning.
    func text(_ name: String) -> String? {
        switch name {
        case "year": date?.day.parts.first.map(String.init) ?? ""
        case "month": date?.day.parts.dropFirst().first.map(String.init) ?? ""
        case "day": date?.day.parts.last.map(String.init) ?? ""
        case "i_month": date.map { String($0.day.month) } ?? ""
        case "i_day": date.map { String($0.day.day) } ?? ""
        case "short_year": date?.day.parts.first.map { String($0.suffix(2)) } ?? ""
        case "y_day", "yearday": date.map { dayOfYear($0.day) } ?? ""
        case "hour": String((date?.time ?? "").prefix(2))
        case "minute": String((date?.time ?? "").dropFirst(3).prefix(2))
        case "second": String((date?.time ?? "").dropFirst(6).prefix(2).filter(\.isNumber))
        case "title": title
        case "slug", "slugorfilename", "slugorcontentbasename": slug
        case "categories": categories.map { $0.lowercased() }.joined(separator: "/")
        case "slugified_categories": categories.map { jekyllSlug($0, isPretty: false) }.joined(separator: "/")
        case "collection": collection
        case "path": path
        case "name", "basename", "filename", "contentbasename": self.name
        case "section": sections.first ?? ""
        case "sections": sections.joined(separator: "/")
        case "output_ext": ".html"
        default: nil
        }
    }

    private func dayOfYear(_ day: LocalDate) -> String {
        let number = (1..<day.month).reduce(day.day) { $0 + LocalDate.dayCount(ofMonth: $1, year: day.year) }
        return String(repeating: "0", count: max(0, 3 - String(number).count)) + String(number)
    }

    /// Returns the address that a pattern such as `/:year/:title/` gives.
    func filled(_ pattern: String) -> String {
        var (result, rest) = ("", pattern[...])
        while let colon = rest.firstIndex(of: ":") {
            result += rest[..<colon]
            rest = rest[rest.index(after: colon)...]
            let word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
            // The longest name that has a meaning counts, as in `:title_old`.
            var name = word
            while !name.isEmpty, text(String(name)) == nil { name = name.dropLast() }
            result += name.isEmpty ? ":" : text(String(name)) ?? ""
            rest = rest[name.endIndex...]
        }
        result += rest
        while result.contains("//") { result = result.replacing("//", with: "/") }
        return result.hasPrefix("/") ? result : "/" + result
    }
}
