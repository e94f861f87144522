#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A place for a pointer, of which each thread has its own (pthread_key_create(3)).
package struct ThreadMemory: Sendable {
    private let key: pthread_key_t

    /// - Parameter release: A function that gets the pointer of each thread that ends.
    package init(release: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void) {
        var key = pthread_key_t()
        #if canImport(Darwin)
            // There the function's type says that the pointer is never nil; it is called in the same way.
            unsafe pthread_key_create(
                &key, unsafeBitCast(release, to: (@convention(c) (UnsafeMutableRawPointer) -> Void).self))
        #else
            unsafe pthread_key_create(&key, release)
        #endif
        self.key = key
    }

    /// Returns the pointer of the present thread; nil at first.
    package func pointer() -> UnsafeMutableRawPointer? { unsafe pthread_getspecific(key) }

    package func setPointer(_ pointer: UnsafeMutableRawPointer?) { unsafe pthread_setspecific(key, pointer) }
}
