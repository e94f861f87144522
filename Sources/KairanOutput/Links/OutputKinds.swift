internal import KairanContent

/// What every browser shows as a picture.
let pictureExtensions = ["png", "jpg", "jpeg", "gif", "webp", "svg", "avif", "ico"]

func isPicture(_ path: String) -> Bool { pictureExtensions.contains(fileExtension(of: path).lowercased()) }

/// What a browser reads as tags: an SVG picture has links, places and scripts as a page has.
func isMarkup(_ path: String) -> Bool { ["html", "htm", "xhtml", "svg"].contains(fileExtension(of: path)) }
