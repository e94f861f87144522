#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A path inside an open folder, compared byte by byte.
///
/// A `String` would not do: two names that differ only in Unicode normalization are equal as strings but two files on
/// disk, and a name that is not UTF-8 must come through unharmed.
package struct TreePath: Sendable {
    /// The bytes end with NUL, so that the path and its last name can be handed to the kernel without a copy.
    private let terminated: [UInt8]
    fileprivate let nameStart: Int

    package static let root = TreePath([])

    package init(_ bytes: Span<UInt8>) {
        var terminated: [UInt8] = []
        terminated.reserveCapacity(bytes.count + 1)
        unsafe bytes.withUnsafeBufferPointer { unsafe terminated.append(contentsOf: $0) }
        terminated.append(0)
        self.terminated = terminated
        nameStart = lastOffset(of: UInt8(ascii: "/"), in: bytes).map { $0 + 1 } ?? 0
    }

    /// Generic code is not specialized in other modules, and a path is made for every file. So this initializer only
    /// finds the bytes for the other one; otherwise the rebuild of 1,000 entries after one changed body took 9 %
    /// longer.
    package init(_ bytes: some Collection<UInt8>) {
        self =
            bytes.withContiguousStorageIfAvailable { unsafe TreePath($0.span) } ?? TreePath(Array(bytes).span)
    }

    package init(_ text: String) { self.init(text.utf8.span) }

    package var bytes: ArraySlice<UInt8> { terminated.dropLast() }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The folder's path with its final slash; empty at the top.
    package var folderPrefix: ArraySlice<UInt8> { terminated[..<nameStart] }

    /// The folder that holds this; nil at the top.
    package var folder: TreePath? { nameStart == 0 ? nil : TreePath(terminated[..<(nameStart - 1)]) }

    /// The last name alone.
    package var name: TreePath { TreePath(terminated[nameStart...].dropLast()) }

    /// Returns whether the path begins with the bytes of the other one, which may end in the middle of a name.
    package func starts(with other: TreePath) -> Bool {
        let count = other.terminated.count - 1
        guard terminated.count > count else { return false }
        return areSameBytes(terminated.span.extracting(..<count), other.terminated.span.extracting(..<count))
    }

    package func isInside(_ folder: TreePath) -> Bool {
        starts(with: folder) && terminated[folder.terminated.count - 1] == UInt8(ascii: "/")
    }

    package func appending(_ name: some Collection<UInt8>) -> TreePath {
        bytes.isEmpty ? TreePath(name) : TreePath(bytes + [UInt8(ascii: "/")] + name)
    }

    /// Calls a body with the bytes without the final NUL, and without a copy.
    package func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        body(terminated.span.extracting(droppingLast: 1))
    }

    /// The last name alone, for calls relative to the folder that holds it; without a copy.
    package var lastName: LastName { LastName(path: self) }

    fileprivate func withPointer<Result>(from start: Int, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe terminated[start...].withUnsafeBufferPointer { buffer in
            // The buffer is never empty, since the final NUL is always there.
            unsafe buffer.withMemoryRebound(to: CChar.self) { unsafe body($0.baseAddress!) }
        }
    }
}

extension TreePath: SystemPath {
    package func withPointer<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        unsafe withPointer(from: 0, body)
    }

    /// The last name of a path.
    package struct LastName: SystemPath {
        fileprivate let path: TreePath

        package func withPointer<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
            unsafe path.withPointer(from: path.nameStart, body)
        }
    }
}

extension TreePath: Hashable {
    package static func == (left: TreePath, right: TreePath) -> Bool { left.terminated == right.terminated }

    package func hash(into hasher: inout Hasher) {
        unsafe terminated.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
}

extension TreePath: Comparable {
    /// Compares bytes. The final NUL sorts a folder before what is in it.
    package static func < (left: TreePath, right: TreePath) -> Bool {
        unsafe left.terminated.withUnsafeBytes { left in
            unsafe right.terminated.withUnsafeBytes { right in
                unsafe memcmp(left.baseAddress!, right.baseAddress!, min(left.count, right.count)) < 0
            }
        }
    }
}

extension TreePath {
    /// Tells whether an output may have this path: it must be relative, and every name a real one.
    package var isPublishable: Bool { withSpan(Self.areNames) }

    /// Returns whether these are names with a slash between them, of which none is empty, `.` or `..`.
    private static func areNames(_ bytes: Span<UInt8>) -> Bool {
        func isName(_ name: Span<UInt8>) -> Bool {
            name.count > 2 || !name.indices.allSatisfy { name[$0] == UInt8(ascii: ".") }
        }
        var start = 0
        for index in bytes.indices where bytes[index] <= UInt8(ascii: "/") {
            if bytes[index] == 0 { return false }
            guard bytes[index] == UInt8(ascii: "/") else { continue }
            if !isName(bytes.extracting(start..<index)) { return false }
            start = index + 1
        }
        return isName(bytes.extracting(start...))
    }
}
