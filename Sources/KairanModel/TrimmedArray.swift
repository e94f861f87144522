extension Array where Element: BitwiseCopyable {
    /// The same elements without the spare room of the array, which may be as large again. This is for arrays that a
    /// build makes by the thousand and keeps.
    package var trimmed: [Element] { capacity == count ? self : Array(copying: span) }
}
