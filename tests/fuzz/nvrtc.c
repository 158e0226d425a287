/* SPDX-License-Identifier: Apache-2.0 */
/* A fake NVRTC, so that fuzzed kernels cost microseconds and are launched for real: a kernel of any text becomes one
 * that stores its thread's number in each of its pointer parameters. Version 12.0, compute_75. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

#define EXPORT __attribute__((visibility("default")))
#define API(name, ...)                                                                             \
    EXPORT int nvrtc##name(__VA_ARGS__);                                                           \
    EXPORT int nvrtc##name(__VA_ARGS__)

enum { OK = 0, BAD = 6 };

struct program {
    char *source, *kernel;
    struct buf ptx;
};

API(Version, int *major, int *minor)
{
    *major = 12;
    *minor = 0;
    return OK;
}

API(CreateProgram, void **out, const char *source, const char *name, int headers,
    const char *const *texts, const char *const *names)
{
    struct program *p = calloc(1, sizeof *p);
    p->source = strdup(source);
    *out = p;
    return OK;
}

API(DestroyProgram, void **at)
{
    struct program *p = *at;
    free(p->source);
    free(p->kernel);
    buf_free(&p->ptx);
    free(p);
    *at = NULL;
    return OK;
}

API(AddNameExpression, void *program, const char *expression)
{
    struct program *p = program;
    p->kernel = strndup(expression, strcspn(expression, "<"));
    return OK;
}

API(GetLoweredName, void *program, const char *expression, const char **lowered)
{
    *lowered = ((struct program *) program)->kernel;
    return OK;
}

/* Where the kernel's parameters begin, after the last "NAME("; NULL: nowhere. */
static const char *parameters(const struct program *p)
{
    const char *found = NULL;
    size_t n = strlen(p->kernel);
    for (const char *at = p->source; n && (at = strstr(at, p->kernel)); at += n) {
        const char *end = at + n + strspn(at + n, " \t\n");
        if (*end == '(')
            found = end + 1;
    }
    return found;
}

/* The end of a parameter: a comma or parenthesis outside of brackets. */
static size_t parameter_length(const char *at)
{
    int depth = 0;
    size_t n = 0;
    for (; at[n]; n++) {
        depth += !!strchr("([{<", at[n]);
        if (!depth && (at[n] == ',' || at[n] == ')'))
            break;
        depth -= !!strchr(")]}>", at[n]);
    }
    return n;
}

static const char *type_of(const char *text, size_t n)
{
    static const struct {
        const char *word, *type;
    } rows[] = {
        {"*",      "u64"},
        {"[",      "u64"},
        {"long",   "u64"},
        {"size_t", "u64"},
        {"double", "f64"},
        {"char",   "u8" },
        {"bool",   "u8" },
        {"short",  "u16"},
        {"float",  "f32"}
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (memmem(text, n, rows[i].word, strlen(rows[i].word)))
            return rows[i].type;
    return "u32";
}

/* The code that stores through pointer parameter i. */
static void put_store(struct buf *body, int i)
{
    buf_printf(body,
               "ld.param.u64 %%rd1, [p%d];\ncvta.to.global.u64 %%rd2, %%rd1;\n"
               "add.s64 %%rd3, %%rd2, %%rd0;\nst.global.u32 [%%rd3], %%r0;\n",
               i);
}

API(CompileProgram, void *program, int count, const char *const *options)
{
    struct program *p = program;
    const char *at = p->kernel ? parameters(p) : NULL;
    struct buf body = {0};
    if (!at || strstr(p->source, "#error"))
        return BAD;
    buf_printf(&p->ptx, ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry %s(\n",
               p->kernel);
    for (int i = 0; *at && *at != ')'; i++) {
        size_t n = parameter_length(at);
        const char *type = type_of(at, n);
        buf_printf(&p->ptx, "%s.param .%s p%d", i ? ",\n" : "", type, i);
        if (memchr(at, '*', n))
            put_store(&body, i);
        at += n;
        at += *at == ',';
    }
    buf_puts(&p->ptx, ")\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\n"
                      "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\n"
                      "mad.lo.s32 %r0, %r2, %r3, %r1;\nmul.wide.u32 %rd0, %r0, 4;\n");
    buf_put(&p->ptx, body.p ? body.p : "", body.n);
    buf_puts(&p->ptx, "ret;\n}\n");
    buf_free(&body);
    return OK;
}

API(GetPTXSize, void *program, size_t *size)
{
    *size = ((struct program *) program)->ptx.n + 1;
    return OK;
}

API(GetPTX, void *program, char *ptx)
{
    const struct buf *b = &((struct program *) program)->ptx;
    memcpy(ptx, b->p, b->n);
    ptx[b->n] = 0;
    return OK;
}

API(GetCUBINSize, void *program, size_t *size)
{
    *size = 0;
    return OK;
}

API(GetCUBIN, void *program, char *cubin)
{
    return OK;
}

static const char log_text[] = "In[1](1): error: refused\n";

API(GetProgramLogSize, void *program, size_t *size)
{
    *size = ((struct program *) program)->ptx.n ? 1 : sizeof log_text;
    return OK;
}

API(GetProgramLog, void *program, char *log)
{
    memcpy(log, ((struct program *) program)->ptx.n ? "" : log_text,
           ((struct program *) program)->ptx.n ? 1 : sizeof log_text);
    return OK;
}
