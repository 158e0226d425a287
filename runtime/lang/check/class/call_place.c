/* SPDX-License-Identifier: Apache-2.0 */
/* Where a call is: __builtin_LINE() and the like, which <source_location> is made of, and __func__. In a default argument they are of
 * the call that leaves it out (core/arguments.c). */
#include "lang/check/class/check_classes.h"

#include "lang/check/class/function_text.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/tree_build.h"
#include "lang/text/name.h"

static struct expr *text_value(struct checker *c, const char *text, struct span at)
{
    size_t size = strlen(text) + 1;
    const struct type *element = type_qualified(c->arena, type_basic(TYPE_CHAR), true, false);
    struct expr *e = expr_new(c, EXPR_STRING, type_array(c->arena, element, size), at);
    e->string = (struct str){text, size};
    e->lvalue = true;
    return e;
}

static const char *plain_name(const struct function *f)
{
    if (!f || !f->symbol) /* its declaration is being read */
        return "cell";
    return f->symbol->member ? f->symbol->member->plain : name_last(f->symbol->name);
}

static const char *signature_of(struct checker *c, const struct function *f)
{
    struct buf b = {0};
    if (!f || !f->symbol || !f->symbol->type)
        return plain_name(f);
    put_function_text(c, &b, f);
    const char *text = arena_strndup(c->arena, b.p, b.n);
    buf_free(&b);
    return text;
}

struct expr *function_name(struct checker *c, const char *name, struct span at)
{
    bool pretty = !strcmp(name, "__PRETTY_FUNCTION__") && c->dialect->language == LANGUAGE_CPP;
    return text_value(c, pretty ? signature_of(c, c->function) : plain_name(c->function), at);
}

struct expr *check_call_place(struct checker *c, const struct node *n)
{
    struct call_place place = c->place;
    if (!place.at.source)
        place = (struct call_place){n->at, c->function};
    c->places_told++;
    const struct source *src = source_get(c->l->sources, place.at.source);
    if (str_eq(n->text, "__builtin_FILE"))
        return text_value(c, src ? src->name : "", n->at);
    if (str_eq(n->text, "__builtin_FUNCTION"))
        return text_value(c, plain_name(place.function), n->at);
    if (str_eq(n->text, "__builtin_signature"))
        return text_value(c, signature_of(c, place.function), n->at);
    struct place where = src ? source_place(src, place.at.start) : (struct place){0};
    bool line = str_eq(n->text, "__builtin_LINE");
    return integer_new(c, type_basic(TYPE_INT), line ? where.line : where.column, n->at);
}
