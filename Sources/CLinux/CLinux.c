#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

const int linux_open_path = O_PATH;

int linux_exchange(const char *first, const char *second) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
}

void linux_return_freed_memory(void) { malloc_trim(0); }

enum { heap_step = 32 << 20, large_page = 2 << 20 };
static atomic_bool grows_in_large_steps;

void linux_grow_heaps_in_large_steps(void) {
    atomic_store(&grows_in_large_steps, true);
    mallopt(M_MMAP_THRESHOLD, heap_step);
    mallopt(M_TRIM_THRESHOLD, 2 * heap_step);
    mallopt(M_TOP_PAD, heap_step);
}

// Not static, or a compiler sees that nobody reads it, and allocates nothing.
_Atomic(void *) linux_left_out;

void linux_prefer_large_pages(void) {
    if (!atomic_load(&grows_in_large_steps)) return;
    // As large as a block of the heap may be.
    const size_t size = heap_step - large_page;
    void *block = malloc(size);
    if (!block) return;
    const uintptr_t start = (uintptr_t)block;
    uintptr_t end = (uintptr_t)sbrk(0);
    // Of the main heap all may be asked for, which is what it has grown by; that of another thread stands elsewhere.
    if (end < start + size || end - start > size + 2 * heap_step) end = start + size;
    const uintptr_t first = (start + large_page - 1) / large_page * large_page;
    madvise((void *)first, end - first, MADV_HUGEPAGE);
    free(block);
    // What comes before the first large page is left out, but for a little that malloc notes at its end. As nobody touches
    // it, it takes addresses and no memory.
    if (first - start > large_page / 16) atomic_store(&linux_left_out, malloc(first - start - 64));
}
