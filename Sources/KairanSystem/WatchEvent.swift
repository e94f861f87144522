/// A report that something was touched in a watched folder.
package struct WatchEvent: Sendable {
    /// The name of the folder; nil if it is not watched any more.
    package var folder: String?
    /// The name of the entry that was touched; empty for the folder itself.
    package var name: String
    /// Tells whether the entry is a folder that came, went or was renamed.
    package var isFolder = false
    /// Tells whether a file of this name was just made. It may still be written to, and then causes another event.
    package var isNew = false
    /// Tells whether more happened, in any folder, than could be reported.
    package var isOverflow = false
    /// Tells whether the only news is that the folder is not watched any more.
    package var isEnd = false
}
