/* SPDX-License-Identifier: Apache-2.0 */
/* Stands for libnvrtc: a program that asks for machine code (-arch=sm_75) gets PTX for that architecture (-arch=compute_75), which is what the
 * cpu device runs. Everything else is the real library's. It needs NVRTC. Next: real_library.c. */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "driver/wrap/real_library.h"

#define EXPORT __attribute__((visibility("default")))

enum { NVRTC_INTERNAL_ERROR = 11 };

typedef intptr_t any_function(void *a, void *b, void *c, void *d, void *e, void *f);

struct real_compiler {
    pthread_once_t once;
    void *library;
};

static struct real_compiler compiler = {
    .once = PTHREAD_ONCE_INIT}; /* loaded once, when it is first needed */

static void load(void)
{
    compiler.library = real_library_open("libnvrtc.so");
}

static any_function *real(const char *name)
{
    any_function *f;
    pthread_once(&compiler.once, load);
    void *p = real_function(compiler.library, name);
    memcpy(&f, &p, sizeof f);
    return f;
}

#define F(name)                                                                                    \
    EXPORT intptr_t name(void *a, void *b, void *c, void *d, void *e, void *f);                    \
    EXPORT intptr_t name(void *a, void *b, void *c, void *d, void *e, void *f)                     \
    {                                                                                              \
        any_function *to = real(#name);                                                            \
        return to ? to(a, b, c, d, e, f) : NVRTC_INTERNAL_ERROR;                                   \
    }
#include "driver/wrap/nvrtc_functions.def"
#undef F

EXPORT int nvrtcCompileProgram(void *program, int count, const char *const *options);
EXPORT int nvrtcGetCUBINSize(void *program, size_t *size);
EXPORT int nvrtcGetCUBIN(void *program, char *cubin);

/* The value of an architecture option, in its own word or the next; NULL: it is none. */
static const char *arch_value(const char *option, const char *next)
{
    static const char *const names[] = {"-arch", "--gpu-architecture"};
    for (size_t k = 0; k < 2; k++) {
        size_t n = strlen(names[k]);
        if (strncmp(option, names[k], n))
            continue;
        return option[n] == '=' ? option + n + 1 : !option[n] ? next : NULL;
    }
    return NULL;
}

static char *virtual_arch(const char *value)
{
    char text[64];
    snprintf(text, sizeof text, "-arch=compute_%s", value + strlen("sm_"));
    return xstrdup(text);
}

EXPORT int nvrtcCompileProgram(void *program, int count, const char *const *options)
{
    any_function *to = real("nvrtcCompileProgram");
    char **changed = xcalloc((size_t) count + 1, sizeof *changed);
    int n = 0;
    for (int i = 0; i < count; i++) {
        const char *value = arch_value(options[i], i + 1 < count ? options[i + 1] : NULL);
        bool machine = value && !strncmp(value, "sm_", 3);
        changed[n++] = machine ? virtual_arch(value) : xstrdup(options[i]);
        i += machine && !strchr(options[i], '=');
    }
    int e = to ? (int) to(program, (void *) (intptr_t) n, changed, NULL, NULL, NULL)
               : NVRTC_INTERNAL_ERROR;
    for (int i = 0; i < n; i++)
        free(changed[i]);
    free(changed);
    return e;
}

EXPORT int nvrtcGetCUBINSize(void *program, size_t *size)
{
    return (int) nvrtcGetPTXSize(program, size, NULL, NULL, NULL, NULL);
}

EXPORT int nvrtcGetCUBIN(void *program, char *cubin)
{
    return (int) nvrtcGetPTX(program, cubin, NULL, NULL, NULL, NULL);
}
