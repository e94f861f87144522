extension Unicode.Scalar {
    /// Tells whether this is Han, kana, Hangul, Bopomofo, or the punctuation and full-width forms that are written with
    /// them.
    package var isCJK: Bool {
        switch value {
        case 0x1100...0x11FF, 0x20A9, 0x2E80...0x303F, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFFEF, 0x1AFF0...0x1B16F, 0x1F200...0x1F2FF,
            0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// Tells whether this is Hangul, which is written with spaces between words, so that a line break stays a space.
    package var isHangul: Bool {
        switch value {
        case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xFFA0...0xFFDC: true
        default: false
        }
    }
}
