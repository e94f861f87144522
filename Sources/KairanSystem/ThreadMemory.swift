internal import Glibc

/// A place for a pointer that each thread has for itself (pthread_key_create(3)).
package struct ThreadMemory: Sendable {
    private let key: pthread_key_t

    /// - Parameter release: Gets the pointer of a thread that ends.
    package init(release: @escaping @convention(c) (UnsafeMutableRawPointer?) -> Void) {
        var key = pthread_key_t()
        pthread_key_create(&key, release)
        self.key = key
    }

    /// Of the present thread; nil at first.
    package func pointer() -> UnsafeMutableRawPointer? { pthread_getspecific(key) }

    package func setPointer(_ pointer: UnsafeMutableRawPointer?) { pthread_setspecific(key, pointer) }
}
