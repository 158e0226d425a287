/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the real library for a wrapper, by the file that the auditor writes. Next: audit.c. */
#include "driver/wrap/real_library.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void last_path(const char *prefix, char *to, size_t size)
{
    const char *file = getenv("WARPCELL_REAL_LIBRARIES");
    char line[PATH_MAX + 64];
    size_t n = strlen(prefix);
    FILE *f = file ? fopen(file, "r") : NULL;
    *to = '\0';
    while (f && fgets(line, sizeof line, f))
        if (!strncmp(line, prefix, n) && strchr(line, ' '))
            snprintf(to, size, "%.*s", (int) strcspn(strchr(line, ' ') + 1, "\n"),
                     strchr(line, ' ') + 1);
    if (f)
        fclose(f);
}

void *real_library_open(const char *prefix)
{
    /* in front of the path: by the path itself the linker already knows the wrapper */
    char path[PATH_MAX + 2] = "/.";
    last_path(prefix, path + 2, PATH_MAX);
    void *library = path[2] ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    return library ? library : dlopen(prefix, RTLD_NOW | RTLD_LOCAL);
}

void *real_function(void *library, const char *name)
{
    Dl_info own, its;
    void *f = library ? dlsym(library, name) : NULL;
    bool wrapper = f && dladdr((void *) (uintptr_t) real_function, &own) && dladdr(f, &its) &&
                   own.dli_fbase == its.dli_fbase;
    return wrapper ? NULL : f; /* there is no real one */
}
