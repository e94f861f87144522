#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// Returns whether a text matches a shell pattern (fnmatch(3)), in which `*` is any text, also with slashes.
package func matches(_ text: String, pattern: String) -> Bool { unsafe fnmatch(pattern, text, 0) == 0 }
