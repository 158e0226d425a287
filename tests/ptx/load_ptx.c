/* SPDX-License-Identifier: Apache-2.0 */
/* Loads PTX files on the cpu device and says of each whether the engine takes it: "ok FILE", or "no FILE: why". For
 * coverage.py. Usage: load_ptx FILE... ; exit status 1 if one was refused. */
#include <stdio.h>

#include "base/str.h"
#include "device/device.h"
#include "device/device_open.h"
#include "diag/diag.h"

static bool load(const char *path)
{
    struct diags diags = {0};
    struct buf text = {0};
    char part[4096];
    FILE *f = fopen(path, "rb");
    struct device *d = f ? cpu_device_open(NULL, (uint64_t) 1 << 32, &diags) : NULL;
    for (size_t n; f && (n = fread(part, 1, sizeof part, f)) > 0;)
        buf_put(&text, part, n);
    if (f)
        fclose(f);
    struct device_module *m =
        d ? device_load(d, text.p ? text.p : "", text.n, &diags, (struct span){0}) : NULL;
    bool ok = m != NULL;
    printf(ok ? "ok %s\n" : "no %s: %s\n", path,
           diags.first ? diags.first->text : "cannot open it");
    if (m)
        device_unload(d, &m);
    if (d)
        device_close(&d);
    diags_free(&diags);
    buf_free(&text);
    return ok;
}

int main(int argc, char **argv)
{
    int refused = 0;
    for (int i = 1; i < argc; i++)
        refused += !load(argv[i]);
    return refused != 0;
}
