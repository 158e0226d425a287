/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a table: Arrow's IPC format or NumPy's if they begin as these do, else text in rows. What can be read is sorted, grouped, described and
 * written as text, which must read back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/check.h"
#include "fuzz.h"
#include "table/csv_read.h"
#include "table/file/arrow_read.h"
#include "table/file/record_file.h"
#include "table/file/table_file.h"

static struct data_table *read_text(struct table_job *j, const char *bytes, size_t n)
{
    char path[64];
    bool named;
    int fd = memfd_create("rows", MFD_CLOEXEC);
    CHECK(fd >= 0 && write(fd, bytes, n) == (ssize_t) n);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    struct csv_source from = {.path = path};
    struct data_table *t = csv_read_table(&from, &named, j->diags, j->at);
    close(fd);
    return t;
}

static void use(struct table_job *j, struct data_table *t)
{
    static const char *const how[] = {"count()"};
    const char *first = t->count ? t->names[0] : NULL;
    struct data_table *made[] = {
        first ? table_sort(j, t, &first, 1) : NULL,
        first ? table_aggregate(j, t, &first, 1, how, 1) : NULL,
        first ? table_join(j, t, t, &first, 1, JOIN_LEFT) : NULL,
        table_unique(j, t, NULL, 0),
        table_describe(j, t),
    };
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        table_unref(made + i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct diags diags = {0};
    struct table_job j = {.diags = &diags};
    char *exact = xmalloc(size + 1);
    if (size)
        memcpy(exact, data, size);
    bool arrow =
        size >= 6 && (!memcmp(exact, "ARROW1", 6) || !memcmp(exact, "\xff\xff\xff\xff", 4));
    bool records = size >= 6 && !memcmp(exact, "\x93NUMPY", 6);
    struct data_table *t = arrow     ? arrow_read(&j, "x", exact, size)
                           : records ? record_read(&j, "x", exact, size)
                                     : read_text(&j, exact, size);
    CHECK((t == NULL) == (diags.errors > 0));
    if (t)
        use(&j, t);
    table_unref(&t);
    free(exact);
    diags_free(&diags);
    return 0;
}
