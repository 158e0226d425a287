/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the library as values: a pointer to one points to a function of the language that calls it. Created
 * on first use; the checker reaches it through struct lang, since it runs a whole text through the front end. */
#include "lang/wrappers.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "lang/front.h"
#include "lang/lang.h"

/* "int __call_printf(const char *format, ...)" by vprintf. false: the library has no such function. */
static bool put_variadic(struct lang *l, struct buf *out, const char *prototype, const char *name)
{
    char listed[64];
    snprintf(listed, sizeof listed, "v%s", name);
    const char *open = strchr(prototype, '('), *end = open ? strstr(open, ", ...") : NULL;
    if (!end || !name_cstr(&l->names, listed)->builtin_count)
        return false;
    buf_printf(out, "int __call_%s%s {\n", name, open);
    buf_puts(out, "va_list list; list->__next = (char *) __va_area; return ");
    buf_printf(out, "%s(", listed);
    for (const char *p = open + 1; p < end;) {
        size_t n = strcspn(p, ","), from = n;
        while (from && (isalnum((unsigned char) p[from - 1]) || p[from - 1] == '_'))
            from--;
        buf_printf(out, "%.*s, ", (int) (n - from), p + from);
        p += n + 1;
    }
    buf_puts(out, "list); }\n");
    return true;
}

/* "int __call_abs(int x) { return abs(x); }" of "int abs(int x)". false: it has a parameter that a function of the
 * language cannot have. */
static bool put_wrapper(struct buf *out, const char *prototype, const char *name)
{
    const char *open = strchr(prototype, '('), *at = open ? strstr(prototype, name) : NULL;
    if (!at || at > open || strstr(prototype, "...") || strstr(prototype, "__a") ||
        strchr(open + 1, '('))
        return false;
    buf_printf(out, "%.*s__call_%s", (int) (at - prototype), prototype, name);
    buf_printf(out, "%s { %s%s(", open, strncmp(prototype, "void ", 5) ? "return " : "", name);
    for (const char *p = open + 1; *p && strncmp(open, "(void)", 6);) {
        size_t n = strcspn(p, ",)"), from = n;
        while (from && (isalnum((unsigned char) p[from - 1]) || p[from - 1] == '_'))
            from--;
        buf_printf(out, "%s%.*s", p == open + 1 ? "" : ", ", (int) (n - from), p + from);
        p += n + 1;
    }
    buf_puts(out, "); }\n");
    return true;
}

struct symbol *wrapper_of(struct lang *l, const struct symbol *builtin)
{
    const char *plain = builtin->builtin->name;
    struct name *name = name_cstr(&l->names, plain);
    char made[64];
    snprintf(made, sizeof made, "__call_%s", plain);
    struct name *wrapper = name_cstr(&l->names, made);
    if (wrapper->ordinary)
        return wrapper->ordinary;
    struct buf text = {0};
    bool good = name->builtin_count > 0;
    for (uint32_t i = 0; i < name->builtin_count && good; i++)
        good = put_variadic(l, &text, l->library[name->builtin + i].builtin->prototype, plain) ||
               put_wrapper(&text, l->library[name->builtin + i].builtin->prototype, plain);
    struct diags unheard = {0};
    char shown[80];
    snprintf(shown, sizeof shown, "<%s>", plain);
    struct unit *u = NULL;
    if (good)
        u = check_text(l, sources_add(l->sources, SOURCE_BUILTIN, shown, text.p, text.n), false,
                       true, NULL, &unheard);
    if (u) {
        u->device_def_count = 0;
        lang_commit(l, u);
        VEC_PUSH(&l->headers, u);
    }
    buf_free(&text);
    diags_free(&unheard);
    return wrapper->ordinary;
}
