/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of a process that waits. NVRTC alone has 40 MiB of code and tables in use after one compilation. */
#include "base/machine/machine_rest.h"

#include <link.h>
#include <malloc.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A segment that is mapped from its file and never written: its pages are still in the file. What is relocated lies in segments that are
 * writable here, even if the linker protects it later (ELF gABI 5, "Program Header"). */
static void forget_segment(uintptr_t start, uintptr_t bytes, uintptr_t page)
{
    uintptr_t first = (start + page - 1) & ~(page - 1), end = (start + bytes) & ~(page - 1);
    if (end > first)
        madvise((void *) first, end - first, MADV_DONTNEED);
}

static int forget_object(struct dl_phdr_info *object, size_t size, void *page)
{
    (void) size;
    if (!strncmp(object->dlpi_name, "linux-", 6)) /* the kernel's own, which has no file */
        return 0;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Dyn) *d = (const ElfW(Dyn) *) (object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
        if (object->dlpi_phdr[i].p_type != PT_DYNAMIC)
            continue;
        for (; d->d_tag != DT_NULL; d++)
            if (d->d_tag == DT_TEXTREL || (d->d_tag == DT_FLAGS && d->d_un.d_val & DF_TEXTREL))
                return 0; /* relocated in its code */
    }
    for (int i = 0; i < object->dlpi_phnum; i++)
        if (object->dlpi_phdr[i].p_type == PT_LOAD && !(object->dlpi_phdr[i].p_flags & PF_W))
            forget_segment(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr,
                           object->dlpi_phdr[i].p_memsz, *(const uintptr_t *) page);
    return 0;
}

void machine_rest(void)
{
    uintptr_t page = (uintptr_t) sysconf(_SC_PAGESIZE);
    malloc_trim(0);
    dl_iterate_phdr(forget_object, &page);
}
