internal import KairanSystem

/// Silences libraries that write to the C library's stream `stderr`, for a program that does not use this stream
/// itself. libpng would complain there without saying about which picture, so nobody could act on it.
package func silenceLibraries() { silenceErrorStream() }
