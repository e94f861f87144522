internal import Glibc

/// Whether a text is as a shell's pattern says (fnmatch(3)), where `*` is any text, also with slashes.
package func matches(_ text: String, pattern: String) -> Bool { fnmatch(pattern, text, 0) == 0 }
