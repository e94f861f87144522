public import Glibc

/// Where a byte first stands among so many from a place on (memchr(3)); nil for nowhere.
@inlinable
package func firstOffset(of byte: UInt8, from start: UnsafeRawPointer, count: Int) -> Int? {
    memchr(start, CInt(byte), count).map { UnsafeRawPointer($0) - start }
}

/// Whether two texts of C are the same (strcmp(3)).
@inlinable
package func areSameTexts(_ first: UnsafePointer<CChar>, _ second: UnsafePointer<CChar>) -> Bool {
    strcmp(first, second) == 0
}

/// How many bytes stand before the NUL that ends a text of C (strlen(3)).
@inlinable
package func byteCount(ofText text: UnsafePointer<CChar>) -> Int { strlen(text) }

/// Whether as many bytes from two places on are the same (memcmp(3)).
@inlinable
package func areSameBytes(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, count: Int) -> Bool {
    memcmp(first, second, count) == 0
}
