#if canImport(Darwin)
    public import Darwin
#else
    public import Glibc
#endif

/// Returns the offset of the first such byte (memchr(3)), or nil if there is none.
@inlinable
package func firstOffset(of byte: UInt8, in bytes: Span<UInt8>) -> Int? {
    unsafe bytes.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress, let found = unsafe memchr(start, CInt(byte), bytes.count) else {
            return nil
        }
        return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(start)
    }
}

/// Returns the offset of the last such byte, or nil if there is none. The standard library finds it much more slowly in
/// a text.
@inlinable
package func lastOffset(of byte: UInt8, in bytes: Span<UInt8>) -> Int? { bytes.indices.last { bytes[$0] == byte } }

/// Returns whether two places hold the same bytes (memcmp(3)).
@inlinable
package func areSameBytes(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Bool {
    guard first.count == second.count else { return false }
    return unsafe first.withUnsafeBufferPointer { first in
        unsafe second.withUnsafeBufferPointer { second in
            guard let start = first.baseAddress, let other = second.baseAddress else { return true }
            return unsafe memcmp(start, other, first.count) == 0
        }
    }
}

/// Returns whether two C strings are the same (strcmp(3)).
@inlinable
package func areSameTexts(_ first: UnsafePointer<CChar>, _ second: UnsafePointer<CChar>) -> Bool {
    unsafe strcmp(first, second) == 0
}

/// Returns the number of bytes before the NUL that ends a C string (strlen(3)).
@inlinable
package func byteCount(ofText text: UnsafePointer<CChar>) -> Int { unsafe strlen(text) }
