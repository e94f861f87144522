internal import KairanContent

/// What every browser shows as a picture.
let pictureExtensions = ["png", "jpg", "jpeg", "gif", "webp", "svg", "avif", "ico"]

func isPicture(_ path: String) -> Bool { pictureExtensions.contains(fileExtension(of: path).lowercased()) }
