internal import KairanFormats
package import KairanModel
internal import KairanQueries

/// Returns the `404.html` of a site that has no template for one.
///
/// - Parameters:
///   - homePath: The base path, such as `/board/`. The page is served for any address, so nothing in it may be
/// relative.
///   - words: Returns the words in that language.
package func writeNotFoundPage(
    siteTitle: String, homePath: String, language: String, _ words: (OwnWord) -> String
) -> [UInt8] {
    let title = words(.notFound)
    var page = XMLText()
    page.openDocument(in: language)
    page.markup("<head>\n<meta charset=\"utf-8\">\n<title>")
    page.text("\(title) | \(siteTitle)")
    page.markup(plainHead)
    page.markup("<h1>")
    page.text(title)
    page.markup("</h1>\n<p>")
    page.text(words(.notFoundText))
    page.markup("</p>\n<p><a href=\"")
    page.text(homePath)
    page.markup("\">")
    page.text(siteTitle)
    page.markup("</a></p>\n</main>\n</body>\n</html>\n")
    return page.bytes
}

extension XMLText {
    /// Begins a page in a language. From left to right is what every page without a direction is.
    mutating func openDocument(in language: String) {
        markup("<!DOCTYPE html>\n<html lang=\"")
        text(language)
        markup(WritingDirection(of: language) == .rightToLeft ? "\" dir=\"rtl\">\n" : "\">\n")
    }
}

/// The head of pages that no template makes, after their title, up to the start of what they say.
let plainHead = """
    </title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <style>
    :root { color-scheme: light dark; }
    body { margin: 0; font: 1rem/1.8 system-ui, sans-serif; }
    main { max-width: 36rem; margin: 20vh auto; padding: 0 1.5rem; }
    h1 { font-size: 1.5rem; line-height: 1.4; }
    </style>
    </head>
    <body>
    <main>

    """
