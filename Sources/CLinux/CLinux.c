#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <malloc.h>
#include <stdbool.h>
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
static bool grows_in_large_steps = false;

void linux_grow_heaps_in_large_steps(void) {
    grows_in_large_steps = true;
    mallopt(M_MMAP_THRESHOLD, heap_step);
    mallopt(M_TRIM_THRESHOLD, 2 * heap_step);
    mallopt(M_TOP_PAD, heap_step);
}

void linux_prefer_large_pages(void) {
    if (!grows_in_large_steps) return;
    const size_t size = heap_step - large_page;
    char *block = malloc(size), *end = sbrk(0);
    if (!block) return;
    // A thread's own heap stands elsewhere than the main one, of which all may be asked for.
    if (block >= end || end - block > 3 * heap_step) end = block + size;
    const size_t rest = large_page - (size_t)block % large_page;
    madvise(block + rest, (size_t)(end - block) - rest, MADV_HUGEPAGE);
    free(block);
    // What comes before the first large page is left out; as nobody touches it, it takes no memory. Without somewhere to
    // keep it, a compiler may do without it.
    static void *volatile left_out;
    left_out = malloc(rest - sizeof(size_t) * 4);
}
