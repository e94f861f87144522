internal import KairanSystem

/// The attributes that a new folder must take over from the folder whose place it takes.
struct FolderAttributes: Equatable {
    var permissions: UInt32
    var owner: UInt32
    var group: UInt32
    var device: UInt64
    /// Tells whether the folder's owner may list it, write to it and enter it.
    var allowsOwner: Bool

    init(_ status: FileStatus) {
        (permissions, owner, group) = (status.permissions, status.owner, status.group)
        (device, allowsOwner) = (status.device, status.allowsOwner)
    }
}

extension OpenFolder {
    var attributes: FolderAttributes { FolderAttributes(status) }
}
