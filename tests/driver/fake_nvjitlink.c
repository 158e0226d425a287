/* SPDX-License-Identifier: Apache-2.0 */
/* In place of the real nvJitLink: its report says 100 registers and 48 bytes of stack, or as many registers as -maxrregcount allows.
 * It knows sm_86 only. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT int nvJitLinkCreate(void **link, uint32_t count, const char **options);
EXPORT int nvJitLinkDestroy(void **link);
EXPORT int nvJitLinkAddData(void *link, int type, const void *data, size_t size, const char *name);
EXPORT int nvJitLinkComplete(void *link);
EXPORT int nvJitLinkGetInfoLogSize(void *link, size_t *size);
EXPORT int nvJitLinkGetInfoLog(void *link, char *to);

static int most;

EXPORT int nvJitLinkCreate(void **link, uint32_t count, const char **options)
{
    most = 100;
    for (uint32_t i = 0; i < count; i++)
        sscanf(options[i], "-maxrregcount=%d", &most);
    *link = &most;
    return !count || strcmp(options[0], "-arch=sm_86") || strcmp(options[1], "-verbose");
}

EXPORT int nvJitLinkDestroy(void **link)
{
    *link = NULL;
    return 0;
}

EXPORT int nvJitLinkAddData(void *link, int type, const void *data, size_t size, const char *name)
{
    return type != 2 || size != strlen(data) + 1;
}

EXPORT int nvJitLinkComplete(void *link)
{
    return 0;
}

static const char report[] =
    "ptxas info    : Compiling entry function 'store' for 'sm_86'\n"
    "ptxas info    : Function properties for store\n"
    "ptxas         .     48 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
    "ptxas info    : Used %d registers, 320 bytes cmem[0]\n";

EXPORT int nvJitLinkGetInfoLogSize(void *link, size_t *size)
{
    *size = sizeof report + 20;
    return 0;
}

EXPORT int nvJitLinkGetInfoLog(void *link, char *to)
{
    sprintf(to, report, most);
    return 0;
}
