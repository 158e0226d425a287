/* SPDX-License-Identifier: Apache-2.0 */
/* POSIX <sys/mman.h>, as far as it gives memory: anonymous private mappings at an address of our choice. Files, fixed addresses and
 * protection fail with ENOTSUP: host memory is checked objects. */
#ifndef WARPCELL_MMAN_H
#define WARPCELL_MMAN_H
#include <errno.h>
#include <stdlib.h>
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 16
#define MAP_ANONYMOUS 32
#define MAP_ANON MAP_ANONYMOUS
#define MAP_FAILED ((void *) -1)
static inline void *mmap(void *address, size_t length, int protection, int flags, int file, long offset)
{
    if (!length || !(flags & MAP_ANONYMOUS) || flags & MAP_FIXED || protection & PROT_EXEC) {
        errno = length ? ENOTSUP : EINVAL;
        return MAP_FAILED;
    }
    void *made = calloc((length + 4095) / 4096, 4096);
    return made ? made : MAP_FAILED;
}
static inline int munmap(void *address, size_t length)
{
    free(address);
    return 0;
}
static inline int mprotect(void *address, size_t length, int protection)
{
    if ((protection & (PROT_READ | PROT_WRITE)) == (PROT_READ | PROT_WRITE))
        return 0;
    errno = ENOTSUP;
    return -1;
}
#endif
