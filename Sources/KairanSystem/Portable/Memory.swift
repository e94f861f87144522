/// Does nothing: here the C library decides when it gives unused pages of the heap back to the system.
package func returnFreedMemory() {}

/// Does nothing: here the C library decides how heaps grow.
package func growHeapsInLargeSteps() {}

/// Does nothing: POSIX cannot silence the C library's stream `stderr` without the standard error itself, so warnings of
/// libpng about pictures appear there.
package func silenceErrorStream() {}
