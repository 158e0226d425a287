/* SPDX-License-Identifier: Apache-2.0 */
/* The names that g++ gives types: std::type_info::name(). Itanium C++ ABI 5.1.5, without substitutions and without the template
 * arguments that the standard library's templates have by default. */
#include <string.h>

#include "lang/tree/tree.h"

static void put_basic(struct buf *out, const struct type *t)
{
    static const char *const codes[] = {
        [TYPE_VOID] = "v",   [TYPE_BOOL] = "b",    [TYPE_CHAR] = "c",     [TYPE_SCHAR] = "a",
        [TYPE_UCHAR] = "h",  [TYPE_SHORT] = "s",   [TYPE_USHORT] = "t",   [TYPE_INT] = "i",
        [TYPE_UINT] = "j",   [TYPE_LONG] = "l",    [TYPE_ULONG] = "m",    [TYPE_LLONG] = "x",
        [TYPE_ULLONG] = "y", [TYPE_INT128] = "n",  [TYPE_UINT128] = "o",  [TYPE_FLOAT] = "f",
        [TYPE_DOUBLE] = "d", [TYPE_LDOUBLE] = "e", [TYPE_NULLPTR] = "Dn",
    };
    bool known = (size_t) t->kind < sizeof codes / sizeof *codes && codes[t->kind];
    buf_puts(out, known ? codes[t->kind] : "v");
}

static void put_args(struct buf *out, const struct template_arg *args, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        switch (args[i].kind) {
        case ARG_TYPE: type_mangle(out, args[i].type); break;
        case ARG_VALUE:
            buf_putc(out, 'L');
            type_mangle(out, args[i].type);
            buf_printf(out, args[i].integer < 0 ? "n%lldE" : "%lldE",
                       (long long) (args[i].integer < 0 ? -args[i].integer : args[i].integer));
            break;
        case ARG_PACK:
            buf_putc(out, 'J');
            put_args(out, args[i].pack, args[i].count);
            buf_putc(out, 'E');
            break;
        default: break;
        }
}

/* a::b::c<...> less the E that ends a nested name: the parts with their lengths, and the arguments behind each. */
static void put_parts(struct buf *out, const struct type *t)
{
    const char *name = t->name ? t->name : "unnamed";
    const struct class_info *info = t->kind == TYPE_STRUCT ? t->class : NULL;
    if (t->owner) {
        put_parts(out, t->owner);
        name += t->owner->name ? strlen(t->owner->name) + 2 : 0;
    }
    size_t n = strcspn(name, "<");
    while (n) {
        const char *colon = memchr(name, ':', n);
        size_t part = colon ? (size_t) (colon - name) : n;
        if (part == 3 && !memcmp(name, "std", 3))
            buf_puts(out, "St");
        else
            buf_printf(out, "%zu%.*s", part, (int) part, name);
        part += colon ? 2 : 0;
        name += part;
        n -= part < n ? part : n;
    }
    if (info && info->arg_count) {
        buf_putc(out, 'I');
        put_args(out, info->args, info->arg_count);
        buf_putc(out, 'E');
    }
}

static void put_name(struct buf *out, const struct type *t)
{
    const char *name = t->name ? t->name : "unnamed";
    if (!strcmp(name, "std::string")) {
        buf_puts(out, "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE");
        return;
    }
    size_t std = strncmp(name, "std::", 5) ? 0 : 5;
    bool nested = t->owner || memchr(name + std, ':', strcspn(name + std, "<"));
    buf_puts(out, nested ? "N" : "");
    put_parts(out, t);
    buf_puts(out, nested ? "E" : "");
}

static void put_function(struct buf *out, const struct type *t)
{
    buf_putc(out, 'F');
    type_mangle(out, t->base);
    for (uint32_t i = 0; i < t->param_count; i++)
        type_mangle(out, type_plain(t->params[i].type));
    buf_puts(out, t->variadic ? "zE" : t->param_count ? "E" : "vE");
}

void type_mangle(struct buf *out, const struct type *t)
{
    bool array = t->kind == TYPE_ARRAY;
    buf_puts(out, t->is_volatile && !array ? "V" : "");
    buf_puts(out, t->is_const && !array ? "K" : "");
    switch (t->kind) {
    case TYPE_POINTER:
        if (t->member_of) {
            buf_putc(out, 'M');
            put_name(out, t->member_of);
            type_mangle(out, t->base);
            break;
        }
        buf_puts(out, !t->reference ? "P" : t->rvalue ? "O" : "R");
        type_mangle(out, t->base);
        break;
    case TYPE_ARRAY:
        if (t->complete)
            buf_printf(out, "A%llu_", (unsigned long long) t->count);
        else
            buf_puts(out, "A_");
        type_mangle(out, t->base);
        break;
    case TYPE_FUNCTION: put_function(out, t); break;
    case TYPE_STRUCT:
        if (type_is_complex(t)) {
            buf_putc(out, 'C');
            type_mangle(out, t->fields[0].type);
            break;
        }
        put_name(out, t);
        break;
    case TYPE_ENUM:
    case TYPE_OPAQUE: put_name(out, t); break;
    default: put_basic(out, t);
    }
}
