internal import KairanSystem

/// For a program that writes to the standard error itself: the C library's stream of that name is left to libraries, and
/// libpng would tell there, without saying of which picture, what nobody can act on.
package func silenceLibraries() { silenceErrorStream() }
