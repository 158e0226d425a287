/* SPDX-License-Identifier: Apache-2.0 */
/* Resource usage on a real GPU: registers and spills from ptxas's report in NVRTC's log, code size from the cubin
 * (an ELF file with sections .text.NAME). Next: compile.c, which requests both. */
#include "ptx/ptxas_report.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number before `what` on its line: "Used 10 registers, 4096 bytes smem". */
static uint32_t number_before(const char *line, size_t n, const char *what)
{
    const char *end = memmem(line, n, what, strlen(what)), *p = end;
    while (p > line && p[-1] >= '0' && p[-1] <= '9')
        p--;
    return p == end ? 0 : (uint32_t) strtoul(p, NULL, 10);
}

static void read_line(struct code_resources *out, const char *line, size_t n)
{
    if (memmem(line, n, " bytes stack frame", 18)) {
        out->stack = number_before(line, n, " bytes stack frame");
        out->spill_stores = number_before(line, n, " bytes spill stores");
        out->spill_loads = number_before(line, n, " bytes spill loads");
    } else if (memmem(line, n, "Used ", 5)) {
        out->registers = number_before(line, n, " registers");
        out->shared = number_before(line, n, " bytes smem");
        out->barriers = number_before(line, n, " barriers");
    }
}

/* A kernel's report follows the line that names it; functions that it calls have their own reports. */
bool resources_read(struct code_resources *out, const char *log, const char *kernel)
{
    char head[300];
    snprintf(head, sizeof head, "Compiling entry function '%s'", kernel);
    const char *line = log ? strstr(log, head) : NULL, *next;
    *out = (struct code_resources){0};
    for (; line && (next = strchr(line, '\n')) && !out->registers; line = next + 1)
        read_line(out, line, (size_t) (next - line));
    return out->registers;
}

static const void *at(const char *image, size_t size, uint64_t offset, uint64_t n)
{
    return offset <= size && n <= size - offset ? image + offset : NULL;
}

uint64_t resources_code_bytes(const char *image, size_t size, const char *kernel)
{
    char wanted[300];
    int length = snprintf(wanted, sizeof wanted, ".text.%s", kernel);
    Elf64_Ehdr head;
    if (size < sizeof head || memcmp(image, ELFMAG, SELFMAG) || length >= (int) sizeof wanted)
        return 0;
    memcpy(&head, image, sizeof head);
    const char *table = at(image, size, head.e_shoff, (uint64_t) head.e_shnum * sizeof(Elf64_Shdr));
    Elf64_Shdr names, section;
    if (!table || head.e_shstrndx >= head.e_shnum)
        return 0;
    memcpy(&names, table + head.e_shstrndx * sizeof names, sizeof names);
    for (int i = 0; i < head.e_shnum; i++) {
        memcpy(&section, table + (size_t) i * sizeof section, sizeof section);
        const char *name =
            at(image, size, names.sh_offset + section.sh_name, (uint64_t) length + 1);
        if (name && !memcmp(name, wanted, (size_t) length + 1))
            return section.sh_size;
    }
    return 0;
}
