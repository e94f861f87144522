internal import CLinux

/// Gives whole pages of the heap that nothing stands in back to the system (malloc_trim(3)).
package func returnFreedMemory() { linux_return_freed_memory() }

/// From now on heaps grow in large steps. For calling before there are threads, by who is going to fill a few long lists.
package func growHeapsInLargeSteps() { linux_grow_heaps_in_large_steps() }

/// From now on what is written to the C library's stream `stderr` is lost; `FileDescriptor.standardError` is as it was.
package func silenceErrorStream() { linux_silence_error_stream() }
