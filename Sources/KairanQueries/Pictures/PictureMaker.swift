internal import KairanContent
package import KairanModel
internal import KairanPictures
package import KairanReaders
internal import Synchronization

/// The store of results that take long to compute from pictures, by the hash of everything they depend on. It only
/// saves time. It is written while outputs are made, even by a build that fails, and a damaged file is made again.
package struct PictureCache: Sendable {
    let read: @Sendable (_ name: String) -> [UInt8]?
    let write: @Sendable (_ name: String, _ bytes: [UInt8]) -> Void

    package init(
        read: @escaping @Sendable (_ name: String) -> [UInt8]?,
        write: @escaping @Sendable (_ name: String, _ bytes: [UInt8]) -> Void
    ) {
        (self.read, self.write) = (read, write)
    }

    package static let none = PictureCache(read: { _ in nil }, write: { _, _ in })
}

/// Computes what depends on the pixels of pictures, once for each picture.
package final class PictureMaker: Sendable {
    private let files: [String: SourceFile]
    private let cache: PictureCache
    /// The colours by published path.
    private let colors = Mutex<[String: String?]>([:])

    init(_ files: [String: SourceFile], _ cache: PictureCache) { (self.files, self.cache) = (files, cache) }

    /// Returns nil if the picture is damaged.
    func color(of asset: Asset) -> String? {
        if let known = colors.withLock({ $0[asset.publishedPath] }) { return known }
        // The lock is not held meanwhile, so that others do not wait. If two compute the colour at once, they get the
        // same.
        let color = bytes(asset.colorKey.map { [$0] } ?? [], of: asset.path) { picture throws(DamagedPicture) in
            [Array(try picture.dominantColor().utf8)]
        }?.first.map { String(decoding: $0, as: UTF8.self) }
        colors.withLock { $0[asset.publishedPath] = .some(color) }
        return color
    }

    /// Returns the bytes of each size, or nil if the picture is damaged.
    package func sizes(_ sizes: [PictureSize], of path: String) -> [[UInt8]]? {
        bytes(sizes.map(\.key), of: path) { picture throws(DamagedPicture) in
            try picture.shrunk(to: sizes.map(\.width))
        }
    }

    package func isDamaged(_ asset: Asset) -> Bool {
        let found = bytes(asset.damageKey.map { [$0] } ?? [], of: asset.path) { picture throws(DamagedPicture) in
            [Array((picture.isDamaged ? "damaged" : "whole").utf8)]
        }
        return found?.first.map { $0 == Array("damaged".utf8) } ?? true
    }

    /// Returns the stored results. The picture is decoded once, and only if a result is missing.
    private func bytes(
        _ keys: [ContentHash], of path: String, make: (Picture) throws(DamagedPicture) -> [[UInt8]]
    ) -> [[UInt8]]? {
        let kept = keys.compactMap { cache.read($0.text) }
        if kept.count == keys.count { return kept }
        do {
            guard let file = files[path] else { return nil }
            let made = try make(try Picture(file.bytes))
            for (key, bytes) in zip(keys, made) { cache.write(key.text, bytes) }
            return made
        } catch {
            return nil
        }
    }
}

/// Returns the bytes of a picture's file without its metadata, or nil if the file is not a picture.
package func publishedPicture(_ file: SourceFile) -> [UInt8]? {
    do { return try Picture(file.bytes).bytes } catch { return nil }
}

extension Asset {
    package var colorKey: ContentHash? {
        guard var key = picture?.hash else { return nil }
        key.combine("colour, \(pictureLibraryVersion)")
        return key
    }

    package var damageKey: ContentHash? {
        guard var key = picture?.hash else { return nil }
        key.combine("damage, \(pictureLibraryVersion)")
        return key
    }
}
