/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a file of arrays: an archive (.npz) if they begin as a zip file does, else .npy. What can be read holds what its shape says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "array/npy.h"
#include "base/check.h"
#include "fuzz.h"

static bool read_archive(const char *bytes, size_t n, struct diags *diags, struct file_array *out)
{
    char path[64];
    int fd = memfd_create("archive", MFD_CLOEXEC);
    CHECK(fd >= 0 && write(fd, bytes, n) == (ssize_t) n);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    struct file_work w = {.path = path, .diags = diags};
    bool ok = npz_read(&w, NULL, out);
    if (ok)
        free(out->bytes);
    CHECK(ok == !diags->errors);
    ok = npz_read(&w, "b", out);
    close(fd);
    return ok;
}

/* Every byte that the shape promises is there. */
static void look(const struct file_array *a)
{
    uint64_t size = a->dtype.size, sum = 0;
    CHECK(a->rank >= 1 && a->rank <= ARRAY_RANK_MAX);
    for (uint32_t k = 0; k < a->rank; k++)
        size *= (uint64_t) a->shape[k];
    CHECK(size == a->size);
    for (uint64_t i = 0; i < size; i++)
        sum += (unsigned char) a->bytes[i];
    CHECK(sum <= 255 * size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct diags diags = {0};
    struct file_array a = {0};
    char *exact = xmalloc(size + 1);
    if (size)
        memcpy(exact, data, size);
    bool archive = size >= 2 && !memcmp(exact, "PK", 2),
         ok = archive ? read_archive(exact, size, &diags, &a)
                      : npy_parse("x", exact, size, &diags, (struct span){0}, &a);
    CHECK(ok || diags.errors);
    if (ok) {
        look(&a);
        free(a.bytes);
    }
    free(exact);
    diags_free(&diags);
    return 0;
}
