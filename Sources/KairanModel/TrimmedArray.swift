extension Array where Element: BitwiseCopyable {
    /// The same elements without the room they grew by, which is up to as much again: for what a build makes thousands
    /// of and keeps.
    package var trimmed: [Element] { capacity == count ? self : withUnsafeBufferPointer { Array($0) } }
}
