/* SPDX-License-Identifier: Apache-2.0 */
/* Images: a cubin, a marker, and the PTX text. It needs the ELF headers only. Next: ptx_image.h. */
#include "ptx/ptx_image.h"

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/check.h"

static const char marker[8] = "WCPTX\0\0\1";

static bool is_elf(const char *image, size_t size)
{
    return size >= sizeof(Elf64_Ehdr) && !memcmp(image, ELFMAG, SELFMAG);
}

static size_t rounded(size_t n)
{
    return (n + 7) & ~(size_t) 7;
}

char *ptx_image_join(const char *cubin, size_t cubin_size, const char *ptx, size_t *out_size)
{
    size_t at = rounded(cubin_size), n = strlen(ptx);
    char *image = xcalloc(1, at + sizeof marker + n + 1);
    memcpy(image, cubin, cubin_size);
    memcpy(image + at, marker, sizeof marker);
    memcpy(image + at + sizeof marker, ptx, n);
    *out_size = at + sizeof marker + n;
    return image;
}

/* The end of what an ELF file's headers describe; 0: it is no ELF file. */
static size_t elf_end(const char *image)
{
    Elf64_Ehdr h;
    memcpy(&h, image, sizeof h);
    if (h.e_ident[EI_CLASS] != ELFCLASS64)
        return 0;
    size_t end = h.e_shoff + (size_t) h.e_shnum * h.e_shentsize,
           programs = h.e_phoff + (size_t) h.e_phnum * h.e_phentsize;
    end = programs > end ? programs : end;
    for (size_t i = 0; i < h.e_shnum; i++) {
        Elf64_Shdr s;
        memcpy(&s, image + h.e_shoff + i * h.e_shentsize, sizeof s);
        if (s.sh_type != SHT_NOBITS && s.sh_offset + s.sh_size > end)
            end = s.sh_offset + s.sh_size;
    }
    return end;
}

struct str ptx_image_text(const char *image, size_t size)
{
    if (!is_elf(image, size)) {
        size_t n = strnlen(image, size);
        return n ? (struct str){image, n} : (struct str){0};
    }
    /* from the end: the text has no zero bytes, the marker has */
    for (size_t at = size; at-- > sizeof marker;)
        if (!image[at] && at + 1 < size) {
            const char *text = image + at + 2;
            bool ours = !memcmp(text - sizeof marker, marker, sizeof marker);
            return ours ? (struct str){text, size - at - 2} : (struct str){0};
        }
    return (struct str){0};
}

struct str ptx_image_text_unsized(const char *image)
{
    if (memcmp(image, ELFMAG, SELFMAG))
        return str_of(image);
    const char *p = image + rounded(elf_end(image));
    return memcmp(p, marker, sizeof marker) ? (struct str){0} : str_of(p + sizeof marker);
}
