/// What people take for pictures of the web.
package enum OtherPictureFormat: String, Sendable {
    // Their metadata is not found here, so that nobody may publish them unseen.
    case heic = "HEIC"
    case avif = "AVIF"
    /// And raw pictures of cameras, which are built alike.
    case tiff = "TIFF"
    /// No picture, but what scanners make.
    case pdf = "PDF"

    /// Told from the first bytes, never from a name.
    package init?(_ bytes: [UInt8]) {
        if ["II*\0", "MM\0*", "II+\0", "MM\0+"].contains(where: { bytes.starts(with: $0.utf8) }) {
            self = .tiff
            return
        }
        if bytes.starts(with: "%PDF-".utf8) {
            self = .pdf
            return
        }
        // ISO 14496-12, 4.3: a box named "ftyp", whose first word is the brand.
        guard bytes.dropFirst(4).starts(with: "ftyp".utf8) else { return nil }
        switch String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self) {
        case "avif", "avis": self = .avif
        case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": self = .heic
        default: return nil
        }
    }
}
