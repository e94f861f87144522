internal import CLinux

/// Gives unused pages of the heap back to the system (malloc_trim(3)).
package func returnFreedMemory() { linux_return_freed_memory() }

/// Makes heaps grow in large steps from now on, for a caller that will fill a few long lists. Call this before there
/// are other threads.
package func growHeapsInLargeSteps() { linux_grow_heaps_in_large_steps() }

/// Discards from now on what is written to the C library's stream `stderr`; `FileDescriptor.standardError` still works.
package func silenceErrorStream() { linux_silence_error_stream() }
