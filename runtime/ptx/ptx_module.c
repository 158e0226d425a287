/* SPDX-License-Identifier: Apache-2.0 */
/* Types, accessors and release of a parsed module, which ptx_parse.c makes. Next: ptx_parse.c. */
#include "ptx/ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/intern.h"
#include "ptx/ptx_parser.h"

const struct ptx_type_info ptx_types[PTX_TYPES] = {
    [PTX_NONE] = {"",       0,  PTX_KIND_BITS    },
      [PTX_B8] = {"b8",     1,  PTX_KIND_BITS    },
    [PTX_B16] = {"b16",    2,  PTX_KIND_BITS    },
      [PTX_B32] = {"b32",    4,  PTX_KIND_BITS    },
    [PTX_B64] = {"b64",    8,  PTX_KIND_BITS    },
      [PTX_B128] = {"b128",   16, PTX_KIND_BITS    },
    [PTX_U8] = {"u8",     1,  PTX_KIND_UNSIGNED},
      [PTX_U16] = {"u16",    2,  PTX_KIND_UNSIGNED},
    [PTX_U32] = {"u32",    4,  PTX_KIND_UNSIGNED},
      [PTX_U64] = {"u64",    8,  PTX_KIND_UNSIGNED},
    [PTX_S8] = {"s8",     1,  PTX_KIND_SIGNED  },
      [PTX_S16] = {"s16",    2,  PTX_KIND_SIGNED  },
    [PTX_S32] = {"s32",    4,  PTX_KIND_SIGNED  },
      [PTX_S64] = {"s64",    8,  PTX_KIND_SIGNED  },
    [PTX_F16] = {"f16",    2,  PTX_KIND_FLOAT   },
      [PTX_F16X2] = {"f16x2",  4,  PTX_KIND_FLOAT   },
    [PTX_BF16] = {"bf16",   2,  PTX_KIND_FLOAT   },
      [PTX_BF16X2] = {"bf16x2", 4,  PTX_KIND_FLOAT   },
    [PTX_TF32] = {"tf32",   4,  PTX_KIND_FLOAT   },
      [PTX_F32] = {"f32",    4,  PTX_KIND_FLOAT   },
    [PTX_F64] = {"f64",    8,  PTX_KIND_FLOAT   },
      [PTX_PRED] = {"pred",   0,  PTX_KIND_PRED    },
};

enum ptx_type ptx_type_named(struct str name)
{
    for (int t = PTX_NONE + 1; t < PTX_TYPES; t++)
        if (str_eq(name, ptx_types[t].name))
            return (enum ptx_type) t;
    return PTX_NONE;
}

void ptx_func_free(struct ptx_func *f)
{
    VEC_FREE(&f->params);
    VEC_FREE(&f->returns);
    VEC_FREE(&f->vars);
    VEC_FREE(&f->regs);
    VEC_FREE(&f->register_names);
    VEC_FREE(&f->insts);
    VEC_FREE(&f->labels);
    VEC_FREE(&f->scopes);
}

void ptx_free(struct ptx_module **at)
{
    struct ptx_module *m = *at;
    if (!m)
        return;
    VEC_EACH (f, &m->funcs)
        ptx_func_free(*f);
    VEC_FREE(&m->vars);
    VEC_FREE(&m->funcs);
    VEC_FREE(&m->files);
    VEC_FREE(&m->locs);
    VEC_FREE(&m->sections);
    intern_free(&m->names);
    arena_free(&m->arena);
    free(m);
    *at = NULL;
}

/* ---- accessors ---- */

struct ptx_func *ptx_func_named(const struct ptx_module *m, const char *name)
{
    VEC_EACH (f, &m->funcs)
        if ((*f)->name == name || !strcmp((*f)->name, name))
            return *f;
    return NULL;
}

const struct ptx_func *ptx_entry_named(const struct ptx_module *m, const char *name)
{
    const struct ptx_func *f = ptx_func_named(m, name);
    return f && f->is_entry ? f : NULL;
}

struct ptx_var *ptx_var_named(const struct ptx_module *m, const char *name)
{
    VEC_EACH (v, &m->vars)
        if ((*v)->name == name || !strcmp((*v)->name, name))
            return *v;
    return NULL;
}

const struct ptx_label *ptx_label_of(const struct ptx_func *f, const char *name, uint32_t scope)
{
    for (;;) {
        VEC_EACH (l, &f->labels)
            if (l->name == name && l->scope == scope)
                return l;
        if (!scope)
            return NULL;
        scope = f->scopes.at[scope].parent;
    }
}

const char *ptx_file_name(const struct ptx_module *m, uint32_t number)
{
    VEC_EACH (f, &m->files)
        if (f->number == number)
            return f->name;
    return "";
}

void ptx_each_register(const struct ptx_operand *o, void (*see)(void *user, uint32_t reg),
                       void *user)
{
    if (o->kind == PTX_OPERAND_REG || (o->kind == PTX_OPERAND_MEMORY && o->has_reg))
        see(user, o->reg);
    for (uint32_t k = 0; k < o->part_count; k++)
        ptx_each_register(&o->parts[k], see, user);
}

bool ptx_has_mod(const struct ptx_inst *i, const char *mod)
{
    for (uint32_t k = 1; k < i->mod_count; k++)
        if (str_eq(i->mods[k], mod))
            return true;
    return false;
}

/* Headers of the toolkit lie in an include folder or are NVRTC's built-in ones. */
static bool is_user_file(const char *name)
{
    return *name && !strstr(name, "/include/") && !strstr(name, "nvrtc") &&
           strncmp(name, "cuda_", 5) && strncmp(name, "<built-in>", 10);
}

bool ptx_user_place(const struct ptx_module *m, uint32_t loc, const char **out_file,
                    uint32_t *out_line, uint32_t *out_column)
{
    if (!loc || loc >= m->locs.n)
        return false;
    struct ptx_loc l = m->locs.at[loc];
    /* Line 0 is code of the compiler's own; the place before it in the same function is the best approximation. */
    for (uint32_t i = loc; !l.line && !l.at_file && i > 1 && m->locs.at[i - 1].file == l.file; i--)
        l = m->locs.at[i - 1];
    for (int depth = 0; depth < 16 && l.at_file && !is_user_file(ptx_file_name(m, l.file));
         depth++) {
        struct ptx_loc call = {.file = l.at_file, .line = l.at_line, .column = l.at_column};
        for (uint32_t i = loc; i > 0; i--) { /* the call itself may be inlined code: find where */
            const struct ptx_loc *c = &m->locs.at[i - 1];
            if (c->file == call.file && c->line == call.line && c->column == call.column &&
                c->at_file) {
                call = *c;
                break;
            }
        }
        l = call;
    }
    *out_file = ptx_file_name(m, l.file);
    *out_line = l.line;
    *out_column = l.column;
    return **out_file != '\0' && l.line;
}

/* ---- names ---- */

/* A number and that many characters (Itanium C++ ABI 5.1.2, <source-name>); NULL: none begins here. */
static const char *source_name(const char *at, struct str *out)
{
    size_t n = isdigit((unsigned char) *at) ? strtoul(at, NULL, 10) : 0;
    const char *word = at + strspn(at, "0123456789");
    if (!n || n > strlen(word))
        return NULL;
    *out = (struct str){word, n};
    return word + n;
}

struct str ptx_variable_name(const char *mangled)
{
    struct str name = str_of(mangled);
    if (strncmp(mangled, "_Z", 2))
        return name;
    for (const char *p = mangled + 2, *end; *p; p = end ? end : p + 1)
        end = source_name(p, &name);
    return name;
}

struct str ptx_function_name(const char *mangled)
{
    struct str name = str_of(mangled);
    if (strncmp(mangled, "_Z", 2))
        return name;
    const char *p = mangled + 2 + (mangled[2] == 'N'), *end = source_name(p, &name);
    while (mangled[2] == 'N' && end && isdigit((unsigned char) *end))
        end = source_name(end, &name);
    return name;
}
