internal import KairanContent
internal import KairanReaders

/// What every browser shows as a picture.
let pictureExtensions = ["png", "jpg", "jpeg", "gif", "webp", "svg", "ico"]

private let xmlExtensions = ["xhtml", "xht", "svg"]
private let markupExtensions = ["html", "htm", "shtml"] + xmlExtensions

/// What an output is to those that link to it.
struct OutputKind {
    /// What a browser reads as tags: an SVG picture has links, places and scripts as a page has.
    var isMarkup: Bool
    var isPicture: Bool

    static let page = OutputKind(fileExtension: "html")

    /// `fileExtension` is in lower case.
    init(fileExtension: String) {
        isMarkup = markupExtensions.contains(fileExtension)
        isPicture = pictureExtensions.contains(fileExtension)
    }
}

func isPicture(_ path: String) -> Bool { OutputKind(fileExtension: fileExtension(of: path)).isPicture }

func isXMLMarkup(_ path: String) -> Bool { xmlExtensions.contains(fileExtension(of: path)) }

func isMarkup(_ path: String) -> Bool { OutputKind(fileExtension: fileExtension(of: path)).isMarkup }
