package enum PictureFormat: Sendable {
    case png, jpeg, gif, webp, svg

    /// Recognizes the format by the first bytes, never by a name.
    package init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.starts(with: Array("GIF8".utf8)) {
            self = .gif
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
            self = .webp
        } else if bytes.beginsSVG {
            self = .svg
        } else {
            return nil
        }
    }

    package var name: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .gif: "GIF"
        case .webp: "WebP"
        case .svg: "SVG"
        }
    }

    /// The extensions, the usual one first.
    package var extensions: [String] {
        switch self {
        case .png: ["png"]
        case .jpeg: ["jpg", "jpeg"]
        case .gif: ["gif"]
        case .webp: ["webp"]
        case .svg: ["svg"]
        }
    }

    package var mediaType: String {
        switch self {
        case .png, .gif, .webp: "image/" + extensions[0]
        case .jpeg: "image/jpeg"
        case .svg: "image/svg+xml"
        }
    }

    /// Returns whether an extension in lower case is that of a picture.
    package static func isNamed(by fileExtension: String) -> Bool {
        ["png", "jpg", "jpeg", "gif", "webp", "svg"].contains(fileExtension)
    }
}
