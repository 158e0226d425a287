/* SPDX-License-Identifier: Apache-2.0 */
/* The template arguments of a launch that names none: k<<<g, b>>>(x), where k is a template. A parameter that is written
 * as T, T * or const T & gives T; the host knows such a parameter by its text only (C++17 17.8.2.1). */
#include "lang/check.h"

#include <ctype.h>
#include <string.h>

static bool is_word(char c)
{
    return isalnum((unsigned char) c) || c == '_';
}

/* Whether the text declares a parameter of type T or of pointers to it; how many. */
static bool is_made_of(const char *text, const char *wanted, unsigned *out_stars)
{
    static const char *const qualifiers[] = {"const", "volatile", "__restrict__", "__restrict",
                                             "restrict"};
    bool found = false;
    unsigned words_behind = 0;
    *out_stars = 0;
    for (const char *p = text; *p;) {
        size_t n = 0;
        while (is_word(p[n]))
            n++;
        if (!n) {
            if (!isspace((unsigned char) *p) && *p != '*' && *p != '&')
                return false;
            *out_stars += *p++ == '*';
            continue;
        }
        bool qualifier = false;
        for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++)
            qualifier |= strlen(qualifiers[i]) == n && !strncmp(p, qualifiers[i], n);
        if (!qualifier && !found && strlen(wanted) == n && !strncmp(p, wanted, n))
            found = true;
        else if (!qualifier && (!found || words_behind++))
            return false;
        p += n;
    }
    return found;
}

/* The type behind so many pointers; a device array is one. NULL: it has not as many. */
static const struct type *behind(const struct type *t, unsigned stars)
{
    for (; stars && t; stars--)
        t = t->kind == TYPE_POINTER || t->kind == TYPE_DEVICE_ARRAY ? t->base : NULL;
    return t && t->kind != TYPE_VOID && t->kind != TYPE_DEVICE_ARRAY ? type_plain(t) : NULL;
}

static const struct type *deduce(const struct launch *l, const char *name)
{
    const struct kernel *k = l->kernel;
    for (uint32_t i = 0; i < k->param_count; i++) {
        const struct kernel_param *p = k->params + i;
        unsigned stars;
        if (p->type->kind != TYPE_OPAQUE || !p->type->name ||
            !is_made_of(p->type->name, name, &stars))
            continue;
        const struct type *t = behind(l->args[i]->type, stars);
        if (t)
            return t;
    }
    return NULL;
}

/* Parameters that no argument gives are left to their defaults. */
bool deduce_template(struct checker *c, const struct node *n, struct launch *l)
{
    const struct kernel *k = l->kernel;
    struct buf args = {0};
    uint32_t known = 0;
    for (; known < k->template_count && known < TEMPLATE_NAMES_MAX && k->template_names[known];
         known++) {
        const struct type *t = deduce(l, k->template_names[known]);
        if (!t)
            break;
        buf_puts(&args, known ? ", " : "");
        type_print(&args, t);
    }
    if (known)
        l->template_args = arena_strndup(c->arena, args.p, args.n);
    buf_free(&args);
    if (known)
        return true;
    struct diag *d = diag_error(
        c->diags, DIAG_TYPE, n->a->at,
        "the template arguments of kernel '%s' cannot be told from its arguments", k->name);
    diag_note(c->diags, d, k->at, "'%s' is defined here", k->name);
    diag_help(c->diags, d, "write them: %s<...><<<blocks, threads>>>(...)", k->name);
    return false;
}
