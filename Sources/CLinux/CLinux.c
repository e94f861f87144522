#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <malloc.h>
#include <sched.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

const int linux_open_path = O_PATH;

int linux_rename_to_free(int folder, const char *path, const char *new_path) {
    return (int)syscall(SYS_renameat2, folder, path, folder, new_path, RENAME_NOREPLACE);
}

int linux_exchange(int folder, const char *first, const char *second) {
    return (int)syscall(SYS_renameat2, folder, first, folder, second, RENAME_EXCHANGE);
}

int linux_force_file_system(int file) { return syncfs(file); }

int linux_is_mounted(const char *path) {
    struct statx status;
    if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, 0, &status) != 0) return -1;
    if (!(status.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT)) return -1;
    return (status.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

int linux_processor_count(void) {
    cpu_set_t processors;
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    if (sched_getaffinity(0, sizeof processors, &processors) == 0) return CPU_COUNT(&processors);
    return online > 0 ? (int)online : 1;
}

void linux_return_freed_memory(void) { malloc_trim(0); }

void linux_silence_error_stream(void) {
    FILE *nowhere = fopencookie(NULL, "w", (cookie_io_functions_t){0});
    if (nowhere != NULL) stderr = nowhere;
}

enum { heap_step = 32 << 20 };

void linux_grow_heaps_in_large_steps(void) {
    mallopt(M_MMAP_THRESHOLD, heap_step);
    mallopt(M_TRIM_THRESHOLD, 2 * heap_step);
    mallopt(M_TOP_PAD, heap_step);
}
