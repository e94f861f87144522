/// What was touched in a watched folder.
package struct WatchEvent: Sendable {
    /// The folder that it happened in; nil for one that is not watched any more.
    package var folder: String?
    /// The name of what was touched there; empty for the folder itself.
    package var name: String
    /// Whether that is a folder, which came, went or has another name.
    package var isFolder = false
    /// Whether a file of this name just came into being, and may be written to until it is touched again.
    package var isNew = false
    /// Whether more happened than could be told, anywhere.
    package var isOverflow = false
    /// Whether nothing happened but that the folder is not watched any more.
    package var isEnd = false
}
