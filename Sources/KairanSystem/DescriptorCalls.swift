#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

// `FileDescriptor` has methods with the names of these calls, which would be called instead.

/// Calls close(2).
func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }

/// Calls read(2).
@inline(always)
func readDescriptor(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(descriptor, buffer, count)
}

/// Calls write(2).
@inline(always)
func writeDescriptor(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    unsafe write(descriptor, bytes, count)
}
