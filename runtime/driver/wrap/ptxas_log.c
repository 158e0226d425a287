/* SPDX-License-Identifier: Apache-2.0 */
/* The report of ptxas about a module of PTX, by the real nvJitLink: a link with -verbose, whose machine code is thrown away. The driver library asks
 * for it (driver_function.c), because the auditor lets libraries of this folder load the real one. Next: real_library.c. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/wrap/real_library.h"

#define EXPORT __attribute__((visibility("default")))

enum { INPUT_PTX = 2 /* NVJITLINK_INPUT_PTX */ };

struct report_linker {
    int (*create)(void **link, uint32_t count, const char **options);
    int (*destroy)(void **link);
    int (*add)(void *link, int type, const void *data, size_t size, const char *name);
    int (*complete)(void *link);
    int (*log_size)(void *link, size_t *size);
    int (*log)(void *link, char *to);
};

static bool linker_find(struct report_linker *l)
{
    void *library = real_library_open("libnvJitLink.so");
    bool all = true;

    struct {
        const char *name;
        void *to;
    } wanted[] = {
        {"nvJitLinkCreate",         &l->create  },
        {"nvJitLinkDestroy",        &l->destroy },
        {"nvJitLinkAddData",        &l->add     },
        {"nvJitLinkComplete",       &l->complete},
        {"nvJitLinkGetInfoLogSize", &l->log_size},
        {"nvJitLinkGetInfoLog",     &l->log     }
    };

    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        void *f = real_function(library, wanted[i].name);
        memcpy(wanted[i].to, &f, sizeof f);
        all = all && f;
    }
    return all;
}

static char *log_of(const struct report_linker *l, void *link, const char *text)
{
    size_t n = 0;
    if (l->add(link, INPUT_PTX, text, strlen(text) + 1, "module") || l->complete(link) ||
        l->log_size(link, &n) || !n)
        return NULL;
    char *log = calloc(1, n + 1);
    if (log && l->log(link, log)) {
        free(log);
        return NULL;
    }
    return log;
}

EXPORT char *warpcell_ptxas_log(const char *text, int arch, int registers);

/* Of malloc; NULL: there is no nvJitLink, or it does not take the module. `registers`: the most of a thread; 0: no limit.
 * Thread-safety: safe. */
EXPORT char *warpcell_ptxas_log(const char *text, int arch, int registers)
{
    char target[32], most[40];
    const char *options[] = {target, "-verbose", most};
    struct report_linker l = {0};
    void *link = NULL;
    snprintf(target, sizeof target, "-arch=sm_%d", arch);
    snprintf(most, sizeof most, "-maxrregcount=%d", registers);
    if (!linker_find(&l) || l.create(&link, registers ? 3 : 2, options))
        return NULL;
    char *log = log_of(&l, link, text);
    l.destroy(&link);
    return log;
}
