/// Formats that people mistake for pictures of the web.
package enum OtherPictureFormat: String, Sendable {
    // Kairan cannot find the metadata of these formats, so they are refused rather than published with it.
    case heic = "HEIC"
    case avif = "AVIF"
    /// TIFF, and raw pictures of cameras, which have the same structure.
    case tiff = "TIFF"
    /// A format that scanners write and that is not a picture.
    case pdf = "PDF"

    /// Recognizes the format by the first bytes, never by a name.
    package init?(_ bytes: [UInt8]) {
        if ["II*\0", "MM\0*", "II+\0", "MM\0+"].contains(where: { bytes.starts(with: $0.utf8) }) {
            self = .tiff
            return
        }
        if bytes.starts(with: "%PDF-".utf8) {
            self = .pdf
            return
        }
        // The file starts with a box named "ftyp", whose first word is the brand (ISO 14496-12, 4.3).
        guard bytes.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
        switch String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self) {
        case "avif", "avis": self = .avif
        case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": self = .heic
        default: return nil
        }
    }
}
