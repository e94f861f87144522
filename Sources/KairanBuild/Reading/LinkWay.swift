internal import KairanSystem

/// The way from a folder along a path, name by name, through every symbolic link, as the system goes it
/// (path_resolution(7)).
struct LinkWay {
    private var place: TreePath
    /// The names that are still to go, the next one last.
    private var names: [ArraySlice<UInt8>] = []
    /// The system follows 40 links too, and no more.
    private var linksLeft = 40

    /// - Parameter folder: An absolute path without symbolic links.
    init(from folder: TreePath, along path: TreePath) {
        place = folder
        go(path.bytes)
    }

    /// Goes to the next name. Returns the absolute path of what has that name, before a link there is followed; nil at
    /// the end.
    mutating func next() -> TreePath? {
        while let name = names.popLast() {
            if name.elementsEqual("..".utf8) {
                place = place.folder ?? .root
                continue
            }
            let path = TreePath(place.bytes + [slash] + name)
            do throws(SystemError) {
                let target = try workingFolder.readLink(path)
                linksLeft -= 1
                if linksLeft < 0 { return nil }
                if target.first == slash { place = .root }
                go(target[...])
            } catch {
                // It is no link.
                place = path
            }
            return path
        }
        return nil
    }

    private mutating func go(_ path: ArraySlice<UInt8>) {
        for name in path.split(separator: slash).reversed() where !name.elementsEqual(".".utf8) { names.append(name) }
    }
}

private let slash = UInt8(ascii: "/")
