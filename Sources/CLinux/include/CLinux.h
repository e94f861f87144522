#ifndef CLINUX_H
#define CLINUX_H

/// renameat2(2) with RENAME_EXCHANGE: the two paths change places in one atomic step.
/// Returns 0, or -1 with errno set. Swift cannot call the variadic syscall(2) itself.
int linux_exchange(const char *first, const char *second);

/// malloc_trim(3), which Glibc's module does not export: gives whole pages that nothing stands in back to the system.
void linux_return_freed_memory(void);

/// The next 32 MB of the main heap come in pages of 2 MB where the system gives them to who asks (madvise(2),
/// MADV_HUGEPAGE). From then on, as long as the process lives, blocks of up to 32 MB stand in the heap. To touch a page of
/// 4 KB for the first time costs as much as to ask for a file's stamp.
void linux_prefer_large_pages(void);

/// O_PATH of open(2), which Glibc declares only for GNU sources: a folder opened to name what is in it.
extern const int linux_open_path;

/// inotify(7) as it is: Glibc's module does not export the first.
#include <sys/inotify.h>

#endif
