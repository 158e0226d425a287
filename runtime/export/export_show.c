/* SPDX-License-Identifier: Apache-2.0 */
/* The last expression of a cell: what the session displays, the program prints. */
#include <string.h>

#include "export/export_impl.h"

/* How printf prints a value of the type as the session does; NULL: it cannot. */
static const char *format_of(const struct type *t, const char **out_before, const char **out_after)
{
    *out_before = *out_after = "";
    switch (t->kind) {
    case TYPE_BOOL: *out_after = " ? \"true\" : \"false\""; return "%s";
    case TYPE_SHORT:
    case TYPE_INT: return "%d";
    case TYPE_UCHAR:
    case TYPE_USHORT:
    case TYPE_UINT: return "%u";
    case TYPE_LONG: return "%ld";
    case TYPE_ULONG: return "%lu";
    case TYPE_LLONG: return "%lld";
    case TYPE_ULLONG: return "%llu";
    case TYPE_FLOAT:
    case TYPE_DOUBLE:
        *out_before = "warpcell::shortest";
        *out_after = ".c_str()";
        return "%s";
    default: return NULL;
    }
}

const char *export_result_text(struct exporter *x, const struct expr *e, const char *text)
{
    const struct type *t = type_plain(e->type);
    const char *before, *after, *format = format_of(t, &before, &after);
    if (t->kind == TYPE_VOID)
        return export_printf(x, "%s;", text);
    if (t->kind == TYPE_DEVICE_ARRAY && (type_is_arithmetic(t->base) && t->rank <= 2)) {
        x->support[SUPPORT_ARRAY] = x->support[SUPPORT_SHOW] = true;
        return export_printf(x, "warpcell::show(\"%s\", %s);",
                             e->kind == EXPR_VARIABLE ? e->symbol->name : "", text);
    }
    if (!format) {
        export_cannot(x, e->at, "the display of a value of type '%s'", type_name(x->arena, t));
        return "";
    }
    export_add_name(&x->headers, intern_cstr(x->intern, "stdio.h"));
    x->support[SUPPORT_SHOW] |= *before != 0;
    return export_printf(x, "printf(\"%s\\n\", %s(%s)%s);", format, before, text, after);
}
