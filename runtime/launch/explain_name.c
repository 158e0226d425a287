/* SPDX-License-Identifier: Apache-2.0 */
/* Explains names that NVRTC does not find because they exist only on the host. Next: launcher.c. */
#include "launch/explain_name.h"

#include <string.h>

static const char *const device_names[] = {
#define N(name, kind, prototype, section, help) name,
#define D(name)                                 name,
#include "launch/device_names.def"
#undef D
#undef N
};

/* The text between the prefix `before` and the suffix `behind`. */
static bool between(const char *text, const char *before, const char *behind, struct str *out)
{
    size_t n = strlen(text), b = strlen(before), e = strlen(behind);
    if (n < b + e || strncmp(text, before, b) || strcmp(text + n - e, behind))
        return false;
    *out = (struct str){text + b, n - b - e};
    return true;
}

/* What the name is on the host, in the session or in the cell that is not defined yet. NULL: unknown there too. */
static const struct symbol *on_host(struct lang *l, const struct unit *u, struct str name)
{
    for (uint32_t i = 0; u && i < u->function_count; i++)
        if (str_eq(name, u->functions[i]->symbol->name))
            return u->functions[i]->symbol;
    for (uint32_t i = 0; u && i < u->body->count; i++) {
        const struct stmt *s = u->body->list[i];
        if (s->kind == STMT_DECLARE && str_eq(name, s->symbol->name))
            return s->symbol;
    }
    return lang_find(l, name.p, name.n);
}

static void explain_name(struct lang *l, const struct unit *u, struct diags *out, struct diag *d,
                         struct str name)
{
    const struct symbol *s = on_host(l, u, name);
    int n = (int) name.n;
    bool function = s && (s->kind == SYMBOL_FUNCTION || s->kind == SYMBOL_SET);
    if (str_eq(name, "rand") || str_eq(name, "srand")) {
        diag_help(out, d,
                  "'%.*s' is a host function; kernels have cuRAND: #include <curand_kernel.h>", n,
                  name.p);
    } else if (function) {
        diag_help(out, d,
                  "'%.*s' is a host function: write __device__ or __host__ __device__ before it", n,
                  name.p);
    } else if (s && s->kind == SYMBOL_BUILTIN) {
        diag_help(out, d, "'%.*s' is a host function", n, name.p);
    } else if (s && s->kind == SYMBOL_VARIABLE && s->type->kind == TYPE_DEVICE_ARRAY) {
        diag_help(out, d, "'%.*s' is a device array of the host code: pass it as an argument", n,
                  name.p);
    } else if (s && s->kind == SYMBOL_VARIABLE) {
        diag_help(out, d,
                  "'%.*s' is a host variable: pass it as an argument, or declare it __device__", n,
                  name.p);
    } else {
        char *wanted = arena_strndup(&out->arena, name.p, name.n);
        struct name_match match = {.wanted = wanted};
        for (size_t i = 0; i < sizeof device_names / sizeof *device_names; i++)
            name_match_try(&match, device_names[i]);
        const char *best = name_match_best(&match);
        if (best && !strcmp(best, wanted))
            diag_help(out, d, "it needs a later compute capability, such as --as sm_80");
        else if (best)
            diag_help(out, d, "did you mean '%s'?", best);
    }
}

/* The other errors from `first` on are consequences of d. */
static void keep_one(struct diags *out, const struct diag *first, const struct diag *d)
{
    bool consequences = false;
    out->last = NULL;
    out->errors = 0;
    for (struct diag **link = &out->first; *link;) {
        struct diag *e = *link;
        consequences |= e == first;
        if (consequences && e != d && e->level == DIAG_ERROR && e->kind == DIAG_COMPILE) {
            *link = e->next;
            continue;
        }
        out->last = e;
        out->errors += e->level == DIAG_ERROR;
        link = &e->next;
    }
}

/* A type that is unknown makes its whole declaration wrong. true: the name is such a type. */
static bool explain_type(struct diags *out, struct diag *d, struct str name)
{
    const char *header = lang_device_header(name);
    if (header)
        diag_help(out, d, "it needs #include <%s>", header);
    return header;
}

void launch_explain_names(struct lang *l, const struct unit *u, struct diags *out,
                          struct diag *first)
{
    for (struct diag *d = first; d; d = d->next) {
        struct str name;
        if (d->kind != DIAG_COMPILE || d->level != DIAG_ERROR || d->help)
            continue;
        if (between(d->text, "identifier \"", "\" is undefined", &name)) {
            if (explain_type(out, d, name)) {
                keep_one(out, first, d);
                return;
            }
            explain_name(l, u, out, d, name);
        } else if (between(d->text, "namespace \"std\" has no member \"", "\"", &name)) {
            diag_help(out, d,
                      "'std::%.*s' exists on the host only: pass a kernel pointers and values",
                      (int) name.n, name.p);
            keep_one(out, d, d);
        }
    }
}
