/* SPDX-License-Identifier: Apache-2.0 */
/* The front end of one session: opening, closing, queries. A cell's way through it: cell.c. */
#include "lang/lang.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lang/check/core/scope.h"
#include "lang/check/device/check_device.h"
#include "lang/check/rule_table.h"
#include "lang/front.h"
#include "lang/wrappers.h"

/* GCC has each function of C's library under a second name, __builtin_abort, that a program cannot define. */
static void name_as_builtin(struct lang *l, uint32_t row)
{
    const struct builtin *b = l->library[row].builtin;
    if (strncmp(b->section, "C11", 3) != 0 && strncmp(b->section, "POSIX", 5) != 0)
        return;
    char text[64];
    snprintf(text, sizeof text, "__builtin_%s", b->name);
    struct name *n = name_cstr(&l->names, text);
    if (!n->builtin_count++)
        n->builtin = row;
}

/* The double of a function that has no row for long double: scalbnl is scalbn (C11 7.12). */
static void name_as_long(struct lang *l, uint32_t row)
{
    const struct builtin *b = l->library[row].builtin;
    if (strncmp(b->section, "C11 7.12", 8) != 0 || strncmp(b->prototype, "double ", 7) != 0)
        return;
    char text[64];
    snprintf(text, sizeof text, "%sl", b->name);
    struct name *n = name_cstr(&l->names, text);
    if (n->builtin_count)
        return;
    n->builtin_count = 1;
    n->builtin = row;
}

static void list_library(struct lang *l, const struct builtin *rows)
{
    for (const struct builtin *row = rows; row && row->name; row++)
        l->library_count++;
    l->library = xcalloc(l->library_count + 1, sizeof *l->library);
    for (uint32_t i = 0; i < l->library_count; i++) {
        struct name *n = name_cstr(&l->names, rows[i].name);
        bool ours = !strncmp(rows[i].section, "docs/", 5);
        n->yields = ours && (n->yields || !n->builtin_count);
        if (!n->builtin_count++)
            n->builtin = i;
        l->library[i].builtin = rows + i;
        l->library[i].symbol =
            (struct symbol){.kind = SYMBOL_BUILTIN, .storage = STORAGE_SESSION, .name = n->text};
        l->library[i].symbol.builtin = rows + i;
        name_as_builtin(l, i);
    }
    for (uint32_t i = 0; i < l->library_count; i++)
        name_as_long(l, i);
}

/* The prelude is ours: an error in it is a bug. */
static void read_prelude(struct lang *l, const char *text)
{
    struct diags diags = {0};
    const struct source *src =
        sources_add(l->sources, SOURCE_BUILTIN, "<prelude>", text, strlen(text));
    l->prelude = check_text(l, src, false, true, NULL, &diags);
    if (!l->prelude) {
        struct buf b = {0};
        for (const struct diag *d = diags.first; d; d = d->next)
            diag_render(&b, l->sources, d, RENDER_PLAIN);
        fprintf(stderr, "%s", b.p);
        buf_free(&b);
    }
    CHECK(l->prelude);
    l->prelude->device_def_count = 0; /* NVRTC has its own */
    lang_commit(l, l->prelude);
    l->functions.n = 0;
    diags_free(&diags);
    for (struct name *n = l->names.all; n; n = n->next)
        n->yields &= !n->tag; /* launch_stats() fills a struct launch_stats */
}

/* Types of device headers: the host knows their size, so that arrays of them can be made and passed on. A
 * size of 0: another name of the type above, as in CUDA's headers. */
static const struct {
    const char *name;
    uint16_t size, align;
    const char *header;
} device_types[] = {
    {"half",                          2,    2,  "cuda_fp16.h"    },
    {"__half",                        0,    0,  "cuda_fp16.h"    },
    {"half2",                         4,    4,  "cuda_fp16.h"    },
    {"__half2",                       0,    0,  "cuda_fp16.h"    },
    {"nv_bfloat16",                   2,    2,  "cuda_bf16.h"    },
    {"__nv_bfloat16",                 0,    0,  "cuda_bf16.h"    },
    {"nv_bfloat162",                  4,    4,  "cuda_bf16.h"    },
    {"__nv_bfloat162",                0,    0,  "cuda_bf16.h"    },
    {"curandState",                   48,   8,  "curand_kernel.h"},
    {"curandState_t",                 0,    0,  "curand_kernel.h"},
    {"curandStateXORWOW",             0,    0,  "curand_kernel.h"},
    {"curandStateXORWOW_t",           0,    0,  "curand_kernel.h"},
    {"curandStateMRG32k3a",           48,   8,  "curand_kernel.h"},
    {"curandStateMRG32k3a_t",         0,    0,  "curand_kernel.h"},
    {"curandStatePhilox4_32_10",      64,   16, "curand_kernel.h"},
    {"curandStatePhilox4_32_10_t",    0,    0,  "curand_kernel.h"},
    {"curandStateSobol32",            140,  4,  "curand_kernel.h"},
    {"curandStateSobol32_t",          0,    0,  "curand_kernel.h"},
    {"curandStateScrambledSobol32",   140,  4,  "curand_kernel.h"},
    {"curandStateScrambledSobol32_t", 0,    0,  "curand_kernel.h"},
    {"curandStateSobol64",            536,  8,  "curand_kernel.h"},
    {"curandStateSobol64_t",          0,    0,  "curand_kernel.h"},
    {"curandStateScrambledSobol64",   536,  8,  "curand_kernel.h"},
    {"curandStateScrambledSobol64_t", 0,    0,  "curand_kernel.h"},
    {"curandStateMtgp32",             4112, 8,  "curand_kernel.h"},
    {"curandStateMtgp32_t",           0,    0,  "curand_kernel.h"},
};

const char *lang_device_header(struct str name)
{
    for (size_t i = 0; i < sizeof device_types / sizeof *device_types; i++)
        if (str_eq(name, device_types[i].name))
            return device_types[i].header;
    return NULL;
}

static void name_device_types(struct lang *l)
{
    struct type *t = NULL;
    for (size_t i = 0; i < sizeof device_types / sizeof *device_types; i++) {
        struct name *n = name_cstr(&l->names, device_types[i].name);
        struct symbol *s = ARENA_NEW(&l->arena, struct symbol);
        if (device_types[i].size) {
            t = ARENA_NEW(&l->arena, struct type);
            *t = (struct type){.kind = TYPE_OPAQUE,
                               .name = n->text,
                               .complete = true,
                               .size = device_types[i].size,
                               .align = device_types[i].align};
        }
        *s = (struct symbol){.kind = SYMBOL_TYPE,
                             .name = n->text,
                             .type = t,
                             .at = {.source = l->prelude->source->id}};
        if (!n->ordinary && !n->tag)
            n->ordinary = s;
    }
}

static void find_dim3(struct lang *l)
{
    struct name *n = name_cstr(&l->names, "dim3");
    struct symbol *s = n->ordinary ? n->ordinary : n->tag;
    if (s && s->kind == SYMBOL_TYPE && type_plain(s->type)->kind == TYPE_STRUCT &&
        type_plain(s->type)->field_count == 3)
        l->dim3 = type_plain(s->type);
}

struct lang *lang_new(struct intern *names, struct sources *sources, const struct lang_hooks *hooks)
{
    struct lang *l = xcalloc(1, sizeof *l);
    l->rules = &check_rules;
    l->active = &dialect_cpp;
    l->sources = sources;
    names_init(&l->names, names);
    keywords_define(&l->names);
    macros_define_builtin(&l->names, &l->arena);
    l->user = hooks->user;
    l->replaced = hooks->replaced;
    l->library_pointer = wrapper_of;
    l->safepoint.asked = hooks->interrupt;
    safepoint_stack(&l->safepoint);
    list_library(l, hooks->builtins);
    read_prelude(l, hooks->prelude ? hooks->prelude : "");
    find_dim3(l);
    name_device_types(l);
    headers_init(l);
    return l;
}

struct safepoint *lang_safepoint(struct lang *l)
{
    return &l->safepoint;
}

bool lang_set_language(struct lang *l, const char *name)
{
    const struct dialect *d = dialect_of_language(name);
    d = d ? d : dialect_named(name);
    if (!d && strcmp(name, "auto") != 0)
        return false;
    l->chosen = d;
    return true;
}

void lang_set_device_arch(struct lang *l, int arch)
{
    l->device_arch = arch;
}

const char *lang_standard(const struct lang *l)
{
    return (l->chosen ? l->chosen : &dialect_cpp)->standard;
}

void lang_add_folder(struct lang *l, const char *path)
{
    VEC_EACH (f, &l->folders)
        if (!path)
            free((char *) (uintptr_t) *f);
    if (!path)
        VEC_FREE(&l->folders);
    else
        VEC_PUSH(&l->folders, xstrdup(path));
}

const char *lang_folder(const struct lang *l, size_t n)
{
    return n < l->folders.n ? l->folders.at[n] : NULL;
}

void lang_free(struct lang **l)
{
    if (!*l)
        return;
    lang_add_folder(*l, NULL);
    VEC_EACH (u, &(*l)->headers)
        unit_free(u);
    VEC_FREE(&(*l)->headers);
    free((*l)->loaded);
    unit_free(&(*l)->prelude);
    VEC_EACH (a, &(*l)->rechecks) {
        arena_free(*a);
        free(*a);
    }
    VEC_FREE(&(*l)->rechecks);
    VEC_FREE(&(*l)->functions);
    free((*l)->program.defs);
    free((*l)->library);
    arena_free(&(*l)->arena);
    names_free(&(*l)->names);
    free(*l);
    *l = NULL;
}

struct symbol *lang_find(struct lang *l, const char *name, size_t n)
{
    struct name *found = name_of(&l->names, name, n);
    if (found->ordinary)
        return found->ordinary;
    if (found->builtin_count)
        return &library_row(l, found->builtin)->symbol;
    return found->tag;
}

/* The names that the prelude defined, or all the others. */
static bool is_known(const struct lang *l, struct span at)
{
    const struct source *src = source_get(l->sources, at.source);
    return src && (src == l->prelude->source || source_is_header(src));
}

static void each(struct lang *l, bool known, void (*see)(void *user, struct symbol *s), void *user)
{
    for (struct name *n = l->names.all; n; n = n->next) {
        if (strstr(n->text, "::__") || n->text[0] == ' ')
            continue;
        if (n->ordinary && is_known(l, n->ordinary->at) == known)
            see(user, n->ordinary);
        else if (n->tag && is_known(l, n->tag->at) == known)
            see(user, n->tag);
        if (n->macro && n->macro->kind == MACRO_PLAIN && is_known(l, n->macro->at) == known) {
            struct symbol s = {.kind = SYMBOL_CONSTANT,
                               .name = n->text,
                               .type = type_basic(TYPE_ANY),
                               .at = n->macro->at};
            see(user, &s);
        }
    }
}

void lang_each(struct lang *l, void (*see)(void *user, struct symbol *s), void *user)
{
    each(l, false, see, user);
}

void lang_each_known(struct lang *l, void (*see)(void *user, struct symbol *s), void *user)
{
    each(l, true, see, user);
}

/* ---- one line for help ---- */

static void put_declarator(struct buf *out, const struct type *t, const char *name)
{
    struct buf b = {0};
    type_print(&b, t);
    bool tight = b.n && (b.p[b.n - 1] == '*' || b.p[b.n - 1] == '&');
    buf_put(out, b.p, b.n);
    if (name)
        buf_printf(out, "%s%s", tight ? "" : " ", name);
    buf_free(&b);
}

static void sign_function(struct buf *out, const struct symbol *s)
{
    put_declarator(out, s->type->base, s->name);
    buf_putc(out, '(');
    for (uint32_t i = 0; i < s->type->param_count; i++) {
        buf_puts(out, i ? ", " : "");
        put_declarator(out, s->type->params[i].type, s->type->params[i].name);
    }
    if (s->type->variadic)
        buf_puts(out, s->type->param_count ? ", ..." : "...");
    buf_putc(out, ')');
}

static void sign_kernel(struct lang *l, struct buf *out, const struct kernel *k)
{
    buf_printf(out, "__global__ void %s(", k->name);
    for (uint32_t i = 0; i < k->param_count; i++) {
        struct str text = span_text(l->sources, k->params[i].at);
        buf_puts(out, i ? ", " : "");
        buf_put(out, text.p, text.n);
    }
    buf_putc(out, ')');
}

void lang_signature(struct lang *l, const struct symbol *s, struct buf *out)
{
    switch (s->kind) {
    case SYMBOL_BUILTIN: buf_puts(out, s->builtin->prototype); break;
    case SYMBOL_SET: /* the first stands for all */
        lang_signature(l, s->set->at[0], out);
        buf_printf(out, "  (and %u more)", s->set->count - 1);
        break;
    case SYMBOL_TEMPLATE: buf_printf(out, "template %s", s->name); break;
    case SYMBOL_FUNCTION:
        if (s->type)
            sign_function(out, s);
        else
            buf_puts(out, s->name);
        break;
    case SYMBOL_KERNEL: sign_kernel(l, out, s->kernel); break;
    case SYMBOL_DEVICE:
        buf_puts(out, "__device__ ");
        if (s->type && s->type->kind == TYPE_FUNCTION)
            put_declarator(out, s->type, s->name);
        else
            buf_puts(out, s->name);
        break;
    case SYMBOL_TYPE:
        buf_printf(out, "%s ",
                   s->type->kind == TYPE_ENUM     ? "enum"
                   : s->type->kind != TYPE_STRUCT ? "typedef"
                   : s->type->is_union            ? "union"
                                                  : "struct");
        put_declarator(out, s->type, s->type->name == s->name ? NULL : s->name);
        break;
    case SYMBOL_CONSTANT:
        if (s->type->kind == TYPE_ANY)
            buf_printf(out, "#define %s", s->name);
        else
            buf_printf(out, "%s = %lld", s->name, (long long) s->integer);
        break;
    default:
        if (s->type)
            put_declarator(out, s->type, s->name);
        else
            buf_puts(out, s->name);
    }
}

void lang_device_program(struct lang *l, const struct unit *u, struct device_program *out)
{
    program_with(l, u, out);
}

bool lang_is_one_statement(const struct function *f)
{
    return f->syntax && f->syntax->function.body && f->syntax->function.body->count == 1;
}
