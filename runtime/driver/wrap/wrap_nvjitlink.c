/* SPDX-License-Identifier: Apache-2.0 */
/* Stands for libnvJitLink: the result of a link is PTX. Modules of PTX are linked here (ptx/ptx_link.h); LTO-IR goes to the real library with its
 * documented options -lto and -ptx, and what it gives is linked with the rest. It needs nvJitLink for LTO-IR only.
 * Next: real_library.c. */
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "driver/core/driver_image.h"
#include "driver/wrap/real_library.h"
#include "ptx/ptx_link.h"

#define EXPORT __attribute__((visibility("default")))

enum { /* nvJitLinkResult, nvJitLinkInputType */
       RESULT_OK = 0,
       RESULT_OPTION = 1,
       RESULT_INPUT = 3,
       RESULT_PTX = 4,
       RESULT_INTERNAL = 6,
       TYPE_LTOIR = 3,
       TYPE_LIBRARY = 6,
       TYPE_ANY = 10,
};

struct input {
    void *data;
    size_t size;
};

struct jit_link {
    VEC(char *) options;
    VEC(struct str) texts; /* of PTX; of malloc */
    VEC(struct input) lto;
    struct buf linked, errors;
    int arch;
    uint32_t max_registers; /* -maxrregcount; 0: none */
};

struct real_linker {
    pthread_once_t once;
    int (*create)(void **link, uint32_t count, const char **options);
    int (*destroy)(void **link);
    int (*add)(void *link, int type, const void *data, size_t size, const char *name);
    int (*complete)(void *link);
    int (*ptx_size)(void *link, size_t *size);
    int (*ptx)(void *link, char *to);
    int (*log_size)(void *link, size_t *size);
    int (*log)(void *link, char *to);
    int (*version)(unsigned *major, unsigned *minor);
};

static struct real_linker real = {.once =
                                      PTHREAD_ONCE_INIT}; /* loaded once, when it is first needed */

#define F(name, params, args) EXPORT int nvJitLink##name params;
#include "driver/wrap/nvjitlink_functions.def"
#undef F
EXPORT int nvJitLinkVersion(unsigned *major, unsigned *minor);

static void load(void)
{
    static const char *const names[] = {"Create",          "Destroy",          "AddData",
                                        "Complete",        "GetLinkedPtxSize", "GetLinkedPtx",
                                        "GetErrorLogSize", "GetErrorLog",      "Version"};
    void *library = real_library_open("libnvJitLink.so"), *found[9];
    char name[64];
    for (size_t i = 0; i < 9; i++) {
        snprintf(name, sizeof name, "nvJitLink%s", names[i]);
        found[i] = real_function(library, name);
    }
    memcpy((char *) &real + offsetof(struct real_linker, create), found, sizeof found);
}

EXPORT int nvJitLinkVersion(unsigned *major, unsigned *minor)
{
    pthread_once(&real.once, load);
    return real.version ? real.version(major, minor) : RESULT_INTERNAL;
}

/* ---- making and ending ---- */

static int arch_of(const char *option)
{
    const char *sm = strstr(option, "sm_"), *compute = strstr(option, "compute_");
    return sm ? atoi(sm + 3) : compute ? atoi(compute + 8) : 0;
}

EXPORT int nvJitLinkCreate(struct jit_link **link, uint32_t count, const char **options)
{
    struct jit_link *l = xcalloc(1, sizeof *l);
    for (uint32_t i = 0; i < count; i++) {
        VEC_PUSH(&l->options, xstrdup(options[i]));
        if (!strncmp(options[i], "-arch", 5))
            l->arch = arch_of(options[i]);
        if (!strncmp(options[i], "-maxrregcount=", 14))
            l->max_registers = (uint32_t) atoi(options[i] + 14);
    }
    *link = l;
    return l->arch ? RESULT_OK : (nvJitLinkDestroy(link), RESULT_OPTION);
}

EXPORT int nvJitLinkDestroy(struct jit_link **link)
{
    struct jit_link *l = *link;
    if (!l)
        return RESULT_INPUT;
    VEC_EACH (o, &l->options)
        free(*o);
    VEC_EACH (t, &l->texts)
        free((char *) (uintptr_t) t->p);
    VEC_EACH (i, &l->lto)
        free(i->data);
    VEC_FREE(&l->options);
    VEC_FREE(&l->texts);
    VEC_FREE(&l->lto);
    buf_free(&l->linked);
    buf_free(&l->errors);
    free(l);
    *link = NULL;
    return RESULT_OK;
}

/* ---- inputs ---- */

/* LTO-IR has no documented form: whatever is neither PTX nor a fatbin nor an ELF file. */
static bool looks_like_lto(const unsigned char *p, size_t n)
{
    static const unsigned char elf[4] = {0x7f, 'E', 'L', 'F'}, fatbin[4] = {0x50, 0xed, 0x55, 0xba};
    for (size_t i = 0; i < n && i < 256; i++)
        if (!p[i] || p[i] > 126)
            return n > 4 && memcmp(p, elf, 4) && memcmp(p, fatbin, 4);
    return false;
}

EXPORT int nvJitLinkAddData(struct jit_link *link, int type, const void *data, size_t size,
                            const char *name)
{
    struct buf why = {0};
    char *text;
    if (type == TYPE_LTOIR || (type == TYPE_ANY && looks_like_lto(data, size))) {
        void *copy = xmalloc(size + 1);
        memcpy(copy, data, size);
        VEC_PUSH(&link->lto, (struct input){copy, size});
        return RESULT_OK;
    }
    if (type == TYPE_LIBRARY && name && strstr(name, "cudadevrt"))
        return RESULT_OK; /* the engine has its functions */
    enum image_status s = image_ptx(data, size, link->arch, &text, &why);
    if (s == IMAGE_OK)
        VEC_PUSH(&link->texts, (struct str){text, strlen(text)});
    else
        buf_printf(&link->errors, "%s: %s\n", name ? name : "input", why.p);
    buf_free(&why);
    return s == IMAGE_OK ? RESULT_OK : RESULT_INPUT;
}

EXPORT int nvJitLinkAddFile(struct jit_link *link, int type, const char *path)
{
    struct buf data = {0};
    char part[1 << 14];
    FILE *f = fopen(path, "rb");
    for (size_t n; f && (n = fread(part, 1, sizeof part, f));)
        buf_put(&data, part, n);
    if (f)
        fclose(f);
    else
        buf_printf(&link->errors, "%s: cannot be read\n", path);
    bool library = strstr(path, ".a") != NULL;
    int e = data.n ? nvJitLinkAddData(link, library ? TYPE_LIBRARY : type, data.p, data.n, path)
                   : RESULT_INPUT;
    buf_free(&data);
    return e;
}

/* ---- linking ---- */

static int fail(struct jit_link *l, int e, void *real_link)
{
    size_t n = 0;
    if (real_link && !real.log_size(real_link, &n) && n) {
        char *text = xcalloc(1, n + 1);
        real.log(real_link, text);
        buf_puts(&l->errors, text);
        free(text);
    }
    if (!l->errors.n)
        buf_puts(&l->errors, "the real libnvJitLink is needed for LTO-IR and is not there\n");
    return e ? e : RESULT_INTERNAL;
}

static int link_with(struct jit_link *l, void *real_link)
{
    size_t n;
    int e = RESULT_OK;
    for (size_t i = 0; i < l->lto.n && !e; i++)
        e = real.add(real_link, TYPE_LTOIR, l->lto.at[i].data, l->lto.at[i].size, "input");
    e = e ? e : real.complete(real_link);
    e = e ? e : real.ptx_size(real_link, &n);
    if (e)
        return fail(l, e, real_link);
    char *text = xcalloc(1, n + 1);
    e = real.ptx(real_link, text);
    VEC_PUSH(&l->texts, (struct str){text, strlen(text)});
    return e;
}

/* The LTO-IR as one module of PTX. */
static int lto_to_ptx(struct jit_link *l)
{
    void *real_link = NULL;
    const char **options = xcalloc(l->options.n + 2, sizeof *options);
    uint32_t n = 0;
    pthread_once(&real.once, load);
    VEC_EACH (o, &l->options)
        if (strcmp(*o, "-lto") && strcmp(*o, "-ptx"))
            options[n++] = *o;
    options[n++] = "-lto";
    options[n++] = "-ptx";
    int e = real.create ? real.create(&real_link, n, options) : RESULT_INTERNAL;
    e = e ? fail(l, e, NULL) : link_with(l, real_link);
    if (real_link)
        real.destroy(&real_link);
    free(options);
    return e;
}

EXPORT int nvJitLinkComplete(struct jit_link *link)
{
    struct buf why = {0};
    int e = link->lto.n ? lto_to_ptx(link) : RESULT_OK;
    if (e)
        return e;
    link->linked.n = 0;
    bool ok = ptx_link(link->texts.at, link->texts.n, link->max_registers, &link->linked, &why);
    if (!ok)
        buf_printf(&link->errors, "%s\n", why.p ? why.p : "there is nothing to link");
    buf_free(&why);
    return ok ? RESULT_OK : RESULT_PTX;
}

/* ---- results ---- */

static int size_of(const struct buf *b, size_t *size)
{
    *size = b->n + 1;
    return RESULT_OK;
}

static int copy_of(const struct buf *b, void *to)
{
    memcpy(to, b->p ? b->p : "", b->n + 1);
    return RESULT_OK;
}

EXPORT int nvJitLinkGetLinkedCubinSize(struct jit_link *link, size_t *size)
{
    return size_of(&link->linked, size);
}

EXPORT int nvJitLinkGetLinkedCubin(struct jit_link *link, void *to)
{
    return copy_of(&link->linked, to);
}

EXPORT int nvJitLinkGetLinkedPtxSize(struct jit_link *link, size_t *size)
{
    return size_of(&link->linked, size);
}

EXPORT int nvJitLinkGetLinkedPtx(struct jit_link *link, char *to)
{
    return copy_of(&link->linked, to);
}

EXPORT int nvJitLinkGetErrorLogSize(struct jit_link *link, size_t *size)
{
    return size_of(&link->errors, size);
}

EXPORT int nvJitLinkGetErrorLog(struct jit_link *link, char *to)
{
    return copy_of(&link->errors, to);
}

EXPORT int nvJitLinkGetInfoLogSize(struct jit_link *link, size_t *size)
{
    *size = 1;
    return RESULT_OK;
}

EXPORT int nvJitLinkGetInfoLog(struct jit_link *link, char *to)
{
    *to = '\0';
    return RESULT_OK;
}

/* ---- the names with a version, as nvJitLink.h has them ---- */

#define VERSIONED(name, params, args, version)                                                     \
    EXPORT int __nvJitLink##name##_##version params;                                               \
    EXPORT int __nvJitLink##name##_##version params                                                \
    {                                                                                              \
        return nvJitLink##name args;                                                               \
    }
#define F(name, params, args)                                                                      \
    VERSIONED(name, params, args, 12_0)                                                            \
    VERSIONED(name, params, args, 12_1)                                                            \
    VERSIONED(name, params, args, 12_2)                                                            \
    VERSIONED(name, params, args, 12_3)                                                            \
    VERSIONED(name, params, args, 12_4)                                                            \
    VERSIONED(name, params, args, 12_5)                                                            \
    VERSIONED(name, params, args, 12_6)                                                            \
    VERSIONED(name, params, args, 12_7)                                                            \
    VERSIONED(name, params, args, 12_8)                                                            \
    VERSIONED(name, params, args, 12_9)                                                            \
    VERSIONED(name, params, args, 13_0)                                                            \
    VERSIONED(name, params, args, 13_1)
#include "driver/wrap/nvjitlink_functions.def"
#undef F
#undef VERSIONED
