#ifndef CLINUX_H
#define CLINUX_H

/// Calls renameat2(2) with RENAME_NOREPLACE: a file gets another name, unless anything has that name. Returns 0, or -1
/// and sets errno.
int linux_rename_to_free(int folder, const char *path, const char *new_path);

/// Calls renameat2(2) with RENAME_EXCHANGE: the two paths of an open folder change places in one atomic step.
/// Returns 0, or -1 with errno set. Swift cannot call the variadic syscall(2) itself.
int linux_exchange(int folder, const char *first, const char *second);

/// Calls syncfs(2), which Glibc declares only for GNU sources: waits until everything that was written to the file system
/// of an open file is on the disk. Returns 0, or -1 and sets errno.
int linux_force_file_system(int file);

/// Calls statx(2), which Glibc declares only for GNU sources. Returns 1 if something is mounted at the path, 0 if not,
/// and -1 if that is unknown, as before Linux 5.8.
int linux_is_mounted(const char *path);

/// The number of processors that this process may use (sched_getaffinity(2)), whose macros Swift does not have.
int linux_processor_count(void);

/// Calls malloc_trim(3), which Glibc's module does not export: whole pages without contents go back to the system.
void linux_return_freed_memory(void);

/// From now on the main heap grows by 32 MB at a time, the heap of any other thread begins with as much, and blocks of
/// up to as much stand in heaps. Call this before there are threads: a thread gets its heap when it first needs memory.
void linux_grow_heaps_in_large_steps(void);

/// From now on, what is written to the C library's stream `stderr` is lost; its file descriptor stays as it is.
void linux_silence_error_stream(void);

/// O_PATH of open(2), which Glibc declares only for GNU sources. It opens a folder only to name what is in it.
extern const int linux_open_path;

// Glibc's module does not export inotify(7).
#include <sys/inotify.h>

#endif
