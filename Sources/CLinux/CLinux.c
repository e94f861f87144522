#define _GNU_SOURCE
#include "CLinux.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <malloc.h>
#include <sys/syscall.h>
#include <unistd.h>

const int linux_open_path = O_PATH;

int linux_exchange(const char *first, const char *second) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
}

void linux_return_freed_memory(void) { malloc_trim(0); }
