internal import KairanReaders

/// The extensions of files that every browser shows as pictures.
package let pictureExtensions = ["png", "jpg", "jpeg", "gif", "webp", "svg", "ico"]

private let xmlExtensions = ["xhtml", "xht", "svg"]
private let markupExtensions = ["html", "htm", "shtml"] + xmlExtensions

/// The kind of an output, as it matters to links.
package struct OutputKind {
    /// This is true if a browser reads tags in the output. An SVG picture has links, places and scripts like a page.
    package var isMarkup: Bool
    var isPicture: Bool

    static let page = OutputKind(fileExtension: "html")

    /// - Parameter fileExtension: The extension in lower case.
    package init(fileExtension: String) {
        isMarkup = markupExtensions.contains(fileExtension)
        isPicture = pictureExtensions.contains(fileExtension)
    }
}

package func isPicture(_ path: String) -> Bool { OutputKind(fileExtension: fileExtension(of: path)).isPicture }

package func isXMLMarkup(_ path: String) -> Bool { xmlExtensions.contains(fileExtension(of: path)) }

package func isMarkup(_ path: String) -> Bool { OutputKind(fileExtension: fileExtension(of: path)).isMarkup }
