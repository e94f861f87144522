package import KairanContracts
package import KairanPublish

/// A publication as it stands in a folder, whatever else is known of it.
package struct PublishedFolder {
    package let read: (_ path: String) -> PublishedFile
    /// The files that record what apps rely on.
    package let files: PublishedFiles

    package init(_ folder: String) {
        let back = LookBack(in: folder)
        read = back.read
        files = back.state(asking: []).last
    }
}
