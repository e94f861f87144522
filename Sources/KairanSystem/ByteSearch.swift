public import Glibc

/// Returns the offset of the first such byte within `count` bytes (memchr(3)), or nil if there is none.
@inlinable
package func firstOffset(of byte: UInt8, from start: UnsafeRawPointer, count: Int) -> Int? {
    memchr(start, CInt(byte), count).map { UnsafeRawPointer($0) - start }
}

/// Returns whether two C strings are the same (strcmp(3)).
@inlinable
package func areSameTexts(_ first: UnsafePointer<CChar>, _ second: UnsafePointer<CChar>) -> Bool {
    strcmp(first, second) == 0
}

/// Returns the number of bytes before the NUL that ends a C string (strlen(3)).
@inlinable
package func byteCount(ofText text: UnsafePointer<CChar>) -> Int { strlen(text) }

/// Returns whether `count` bytes at two places are the same (memcmp(3)).
@inlinable
package func areSameBytes(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, count: Int) -> Bool {
    memcmp(first, second, count) == 0
}
