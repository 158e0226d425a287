/* SPDX-License-Identifier: Apache-2.0 */
/* Names that the cells define more than once, and the headers that names of the library need. */
#include <string.h>

#include "export/export_impl.h"

/* ---- definitions ---- */

static const struct exported_version *renamed_to(const struct exporter *x, const char *name)
{
    VEC_EACH (r, &x->renamed)
        if (r->name == name)
            return r;
    return NULL;
}

const char *export_name_now(struct exporter *x, const char *name)
{
    const struct exported_version *r = renamed_to(x, name);
    return r ? export_printf(x, "%s_%u", name, r->version) : name;
}

struct renaming {
    struct exporter *x;
    edit_vec *edits;
};

static void rename_one(void *user, const char *name, struct span at)
{
    struct renaming *r = user;
    if (renamed_to(r->x, name))
        VEC_PUSH(r->edits, ((struct export_edit){at.start, at.end, export_name_now(r->x, name)}));
}

void export_rename(struct exporter *x, struct span at, edit_vec *edits)
{
    struct renaming r = {x, edits};
    if (x->renamed.n)
        export_identifiers(x, at, rename_one, &r);
}

static void next_version(struct exporter *x, const char *name)
{
    VEC_EACH (r, &x->renamed)
        if (r->name == name) {
            r->version++;
            return;
        }
    VEC_PUSH(&x->renamed, ((struct exported_version){name, 2}));
}

bool export_define(struct exporter *x, const char *name, const char *params,
                   const struct node *node, struct span at)
{
    struct exported_definition *old = NULL;
    VEC_EACH (d, &x->defined)
        if (d->name == name && !d->node == !node && !strcmp(d->params, params))
            old = d;
    struct exported_definition new = {name, params, node, at, x->at};
    if (!old) {
        VEC_PUSH(&x->defined, new);
        return false;
    }
    bool again = old->cell != x->at || old->node == node;
    if (again && node)
        next_version(x, name);
    *old = new;
    return again;
}

/* ---- headers ---- */

static const struct {
    const char *section, *header;
} sections[] = {
    {"C11 7.2",  "assert.h"},
    {"C11 7.4",  "ctype.h" },
    {"C11 7.12", "math.h"  },
    {"C11 7.21", "stdio.h" },
    {"C11 7.22", "stdlib.h"},
    {"C11 7.24", "string.h"},
    {"C11 7.27", "time.h"  },
    {"POSIX",    "unistd.h"},
};

/* What is no function of the library. */
static const struct {
    const char *header, *names; /* separated by spaces */
} others[] = {
    {"stdio.h",  " FILE stdout stderr stdin EOF SEEK_SET SEEK_END "                         },
    {"stdlib.h", " EXIT_SUCCESS EXIT_FAILURE RAND_MAX "                                     },
    {"math.h",   " M_PI M_E M_SQRT2 INFINITY NAN HUGE_VAL "                                 },
    {"float.h",  " FLT_MAX FLT_MIN FLT_EPSILON DBL_MAX DBL_MIN DBL_EPSILON "                },
    {"limits.h", " CHAR_BIT INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN ULONG_MAX LLONG_MAX "},
    {"stdint.h", " int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t "
                 "uintptr_t INT32_MAX UINT32_MAX INT64_MAX UINT64_MAX "     },
    {"assert.h", " assert "                                                                 },
    {"time.h",   " CLOCKS_PER_SEC time_t "                                                  },
};

static const char *header_of_section(const char *section)
{
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        size_t n = strlen(sections[i].section);
        if (!strncmp(section, sections[i].section, n) && (section[n] < '0' || section[n] > '9'))
            return sections[i].header;
    }
    return NULL;
}

static bool after_std(const struct exporter *x, struct span at)
{
    const struct source *src = source_get(x->sources, at.source);
    return at.start >= 5 && !memcmp(src->text.p + at.start - 5, "std::", 5);
}

static void find_header(void *user, const char *name, struct span at)
{
    struct exporter *x = user;
    struct library_name library;
    char padded[80];
    const char *header = NULL;
    for (const struct builtin *b = x->in->builtins; b->name && !header; b++)
        if (!strcmp(b->name, name))
            header = header_of_section(b->section);
    size_t n = strlen(name);
    if (n < sizeof padded - 2) {
        memset(padded, ' ', sizeof padded);
        memcpy(padded + 1, name, n);
        padded[n + 2] = 0;
        for (size_t i = 0; !header && i < sizeof others / sizeof *others; i++)
            if (strstr(others[i].names, padded))
                header = others[i].header;
    }
    if (!header && after_std(x, at) && lang_library_name(name, &library) && library.std)
        header = library.header;
    if (header)
        export_add_name(&x->headers, intern_cstr(x->intern, header));
}

void export_headers(struct exporter *x, struct span at)
{
    export_identifiers(x, at, find_header, x);
}
