/// Would give pages of the heap that nothing stands in back to the system; here the C library does that as it likes.
package func returnFreedMemory() {}

/// Would let heaps grow in large steps; here they grow as the C library likes.
package func growHeapsInLargeSteps() {}

/// Would lose what is written to the C library's stream `stderr`, which POSIX cannot without the standard error itself: here
/// a picture that libpng warns of is told of there.
package func silenceErrorStream() {}
