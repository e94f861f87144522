#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <malloc.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

const int linux_open_path = O_PATH;

int linux_exchange(const char *first, const char *second) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
}

void linux_return_freed_memory(void) { malloc_trim(0); }

void linux_prefer_large_pages(void) {
    const int size = 32 << 20;
    mallopt(M_MMAP_THRESHOLD, size);
    mallopt(M_TRIM_THRESHOLD, 2 * size);
    mallopt(M_TOP_PAD, size);
    char *block = malloc(size / 2), *end = sbrk(0);
    // Not of a thread's own heap, which stands elsewhere.
    if (block && block < end && end - block <= 2 * size) {
        const size_t page = (size_t)sysconf(_SC_PAGESIZE);
        char *start = block + (page - (size_t)block % page);
        madvise(start, (size_t)(end - start), MADV_HUGEPAGE);
    }
    free(block);
}
