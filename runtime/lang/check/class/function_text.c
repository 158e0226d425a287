/* SPDX-License-Identifier: Apache-2.0 */
/* The text of a function's declaration as g++ gives it. Of templates it is what their text says, then the arguments. */
#include "lang/check/class/function_text.h"

#include <ctype.h>
#include <string.h>

#include "lang/parse/ast.h"

/* ---- types ---- */

/* The words of a type of numbers, and what g++ writes between them. */
struct number_words {
    int longs;
    bool is_short, is_unsigned, is_signed, is_char, is_int, is_double, any;
};

static bool take_word(struct number_words *w, struct str word)
{
    static const char *const words[] = {"long", "short", "unsigned", "signed",
                                        "char", "int",   "double"};
    bool *const flags[] = {NULL,        &w->is_short, &w->is_unsigned, &w->is_signed,
                           &w->is_char, &w->is_int,   &w->is_double};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (str_eq(word, words[i])) {
            if (flags[i])
                *flags[i] = true;
            else
                w->longs++;
            return w->any = true;
        }
    return false;
}

static void put_number(struct buf *out, const struct number_words *w)
{
    if (w->is_double) {
        buf_puts(out, w->longs ? "long double" : "double");
        return;
    }
    for (int i = 0; i < w->longs; i++)
        buf_puts(out, "long ");
    buf_printf(out, "%s%s%s%s", w->is_short ? "short " : "", w->is_unsigned ? "unsigned " : "",
               w->is_char && w->is_signed ? "signed " : "", w->is_char ? "char" : "int");
}

static bool ends_with(const struct buf *out, char c)
{
    return out->n && out->p[out->n - 1] == c;
}

/* A blank stands between words, and between a '*' and a word; "> >" is kept apart. grouped: c is the bracket of "int [3]" or the
 * parenthesis of "int (*)()". */
static void put_char(struct buf *out, char c, bool blank, bool grouped)
{
    bool after_word = out->n && (str_is_word(out->p[out->n - 1]) || ends_with(out, '>') ||
                                 ends_with(out, '*') || ends_with(out, '&'));
    bool before_word = str_is_word(c) || (c == '.' && !ends_with(out, '.'));
    bool behind_mark = str_is_word(c) && (ends_with(out, '*') || ends_with(out, '&'));
    if ((blank && ((after_word && (before_word || grouped)) || ends_with(out, ','))) ||
        behind_mark || (c == '>' && ends_with(out, '>')))
        buf_putc(out, ' ');
    buf_putc(out, c);
}

/* The text of a type in g++'s spelling: "unsigned long const *" is "long unsigned int const*". */
static void put_spelled(struct buf *out, struct str text)
{
    bool blank = false;
    for (size_t i = 0; i < text.n;) {
        struct number_words w = {0};
        size_t end = i, n;
        for (;; end += n) {
            size_t from = end;
            while (from < text.n && isspace((unsigned char) text.p[from]) && w.any)
                from++;
            for (n = 0; from + n < text.n && str_is_word(text.p[from + n]); n++)
                ;
            if (!n || !take_word(&w, (struct str){text.p + from, n}))
                break;
            n += from - end;
        }
        if (w.any) {
            if (blank && out->n && !ends_with(out, '(') && !ends_with(out, '<'))
                buf_putc(out, ' ');
            put_number(out, &w);
            i = end;
            blank = false;
            continue;
        }
        if (isspace((unsigned char) text.p[i])) {
            blank = true;
            i++;
            continue;
        }
        bool word = str_is_word(text.p[i]);
        char next = i + 1 < text.n ? text.p[i + 1] : 0;
        bool grouped = text.p[i] == '[' || (text.p[i] == '(' && (next == '*' || next == '&'));
        blank |= text.p[i] == '.' || text.p[i] == '[';
        put_char(out, text.p[i], blank, grouped);
        while (++i < text.n && word && str_is_word(text.p[i]))
            buf_putc(out, text.p[i]);
        blank = false;
    }
}

static void put_type(struct buf *out, const struct type *t)
{
    struct buf b = {0};
    type_print(&b, t);
    if (t->kind == TYPE_STRUCT && t->name && !strcmp(t->name, "a lambda"))
        buf_puts(out, "<lambda>");
    else
        put_spelled(out, (struct str){b.p, b.n});
    buf_free(&b);
}

/* ---- templates ---- */

/* The parameters of its template; NULL: the function is no instance. */
static const struct context *own_template(const struct function *f)
{
    const struct context *x = ((const struct host_function *) f)->context;
    const struct context *outer =
        x ? x->outer : NULL; /* other names of the class's: template_renamed */
    for (uint32_t i = 0; outer && outer->class && outer->outer && i < outer->outer->count; i++)
        if (x->count && outer->outer->bindings[i].symbol == x->bindings[0].symbol)
            return NULL;
    return x && !x->class && x->count && f->syntax ? x : NULL;
}

static const struct context *class_template(const struct function *f)
{
    const struct member *m = f->symbol->member;
    const struct class_info *info = m ? m->class->class : NULL;
    const struct context *x = info && info->template ? info->context->outer : NULL;
    return x && x->count ? x : NULL;
}

/* An argument's type without typedefs. Of the library's only this one is met often. */
static void put_argument_type(struct buf *out, const struct type *t)
{
    static const char alias[] = "std::string";
    struct buf b = {0};
    put_type(&b, t);
    const char *p = b.p, *found;
    while ((found = str_find_word(p, alias))) {
        const char *end = found + sizeof alias - 1;
        buf_printf(out, "%.*sstd::__cxx11::basic_string<char>%s", (int) (found - p), p,
                   *end == '>' ? " " : "");
        p = end;
    }
    buf_puts(out, p);
    buf_free(&b);
}

static void put_argument(struct buf *out, const struct symbol *s)
{
    if (s->kind == SYMBOL_TYPE)
        put_argument_type(out, s->type);
    else if (s->kind == SYMBOL_CONSTANT && s->type->kind == TYPE_BOOL)
        buf_puts(out, s->integer ? "true" : "false");
    else if (s->kind == SYMBOL_CONSTANT && s->type->kind == TYPE_CHAR)
        buf_printf(out, "'%c'", (char) s->integer);
    else if (s->kind == SYMBOL_CONSTANT)
        buf_printf(out, "%lld", (long long) s->integer);
    else if (s->kind != SYMBOL_PACK)
        buf_puts(out, s->name);
    if (s->kind != SYMBOL_PACK)
        return;
    buf_putc(out, '{');
    for (uint32_t i = 0; i < s->pack->count; i++) {
        buf_puts(out, i ? ", " : "");
        put_argument(out, s->pack->at[i]);
    }
    buf_putc(out, '}');
}

/* "T = int; int N = 3" */
static void put_arguments(struct buf *out, const struct context *x)
{
    uint32_t automatic = 0;
    for (uint32_t i = 0; x && i < x->count; i++) {
        const struct symbol *s = x->bindings[i].symbol;
        bool named = x->bindings[i].name->text[0] != ' ';
        buf_puts(out, out->n ? "; " : "");
        bool pack = s->kind == SYMBOL_PACK && s->pack->count;
        const struct symbol *first = pack ? s->pack->at[0] : s;
        if (first->kind == SYMBOL_CONSTANT) {
            put_type(out, first->type);
            buf_puts(out, pack ? " ..." : " ");
        }
        if (named)
            buf_printf(out, "%s = ", x->bindings[i].name->text);
        else
            buf_printf(out, "auto:%u = ", ++automatic);
        put_argument(out, s);
    }
}

static const struct function *within(const struct function *f)
{
    const struct member *m = f->symbol->member;
    return m && m->class->class ? m->class->class->within : NULL;
}

static void put_all_arguments(struct buf *out, const struct function *f)
{
    for (; f; f = within(f)) {
        put_arguments(out, own_template(f));
        put_arguments(out, class_template(f));
    }
}

/* ---- functions ---- */

static bool is_lambda(const struct function *f)
{
    const struct member *m = f->symbol->member;
    return m && m->class->name && !strcmp(m->class->name, "a lambda");
}

/* What a parameter's text says, without its name and default. */
static void put_written(struct checker *c, struct buf *out, const struct node *param)
{
    const struct node *init = param->declarator.init;
    struct span at = param->at, name = param->name ? param->name_at : (struct span){0};
    if (init)
        at.end = init->at.start;
    struct span before = {at.source, at.start, name.source ? name.start : at.end};
    struct span behind = {at.source, name.source ? name.end : at.end, at.end};
    struct buf b = {0};
    struct str first = span_text(c->l->sources, before), second = span_text(c->l->sources, behind);
    buf_put(&b, first.p, first.n);
    buf_put(&b, second.p, second.n);
    while (init && b.n && (ends_with(&b, '=') || isspace((unsigned char) b.p[b.n - 1])))
        b.n--;
    put_spelled(out, (struct str){b.p, b.n});
    buf_free(&b);
}

/* "auto" becomes "auto:1", as the list of the arguments has it. */
static void number_auto(struct buf *text, uint32_t *automatic)
{
    const char *word = str_find_word(text->p, "auto");
    if (!word)
        return;
    struct buf b = {0};
    buf_printf(&b, "%.*sauto:%u%s", (int) (word - text->p), text->p, ++*automatic, word + 4);
    buf_free(text);
    *text = b;
}

static void put_params(struct checker *c, struct buf *out, const struct function *f)
{
    const struct type *t = f->symbol->type;
    const struct member *m = f->symbol->member;
    const struct node *written = f->syntax ? f->syntax->function.type : NULL;
    bool as_written = written && (own_template(f) || class_template(f));
    uint32_t first = m && !m->is_static,
             count = as_written ? written->count : t->param_count - first;
    uint32_t automatic = 0;
    buf_putc(out, '(');
    for (uint32_t i = 0; i < count; i++) {
        struct buf one = {0};
        if (as_written) {
            put_written(c, &one, written->list[i]);
            number_auto(&one, &automatic);
        } else {
            put_type(&one, type_plain(t->params[first + i].type));
        }
        buf_printf(out, "%s%.*s", i ? ", " : "", (int) one.n, one.p ? one.p : "");
        buf_free(&one);
    }
    if (t->variadic)
        buf_puts(out, count ? ", ..." : "...");
    buf_putc(out, ')');
}

static void put_class(struct buf *out, const struct function *f)
{
    const struct member *m = f->symbol->member;
    const struct context *x = class_template(f);
    if (!x) {
        put_spelled(out, (struct str){m->class->name, strlen(m->class->name)});
        return;
    }
    buf_printf(out, "%s<", m->class->class->template->symbol->name);
    for (uint32_t i = 0; i < x->count; i++)
        buf_printf(out, "%s%s", i ? ", " : "", x->bindings[i].name->text);
    buf_putc(out, '>');
}

/* Its name in full, with the functions around it, and its parameters. */
static void put_declarator(struct checker *c, struct buf *out, const struct function *f)
{
    const struct member *m = f->symbol->member;
    if (within(f)) {
        put_declarator(c, out, within(f));
        buf_puts(out, "::");
    }
    struct buf params = {0};
    put_params(c, &params, f);
    if (is_lambda(f)) {
        buf_printf(out, "<lambda%.*s>", (int) params.n, params.p);
        buf_free(&params);
        return;
    }
    if (m) {
        put_class(out, f);
        buf_puts(out, m->role == ROLE_DESTRUCTOR ? "::~" : "::");
        if (m->role != ROLE_CONVERSION)
            buf_puts(out, m->plain);
        else
            buf_puts(out, "operator ");
        if (m->role == ROLE_CONVERSION)
            put_type(out, f->symbol->type->base);
    } else {
        buf_puts(out, f->symbol->name);
    }
    buf_printf(out, "%.*s%s%s", (int) params.n, params.p, m && m->is_const ? " const" : "",
               m && m->of_lvalue   ? " &"
               : m && m->of_rvalue ? " &&"
                                   : "");
    buf_free(&params);
}

/* The bytes of the specifier with which the text of a type begins, and the space behind it; 0: of none. */
static size_t specifier_length(struct str text)
{
    static const char *const specifiers[] = {"inline", "constexpr", "static", "friend"};
    for (size_t i = 0; i < sizeof specifiers / sizeof *specifiers; i++) {
        size_t n = strlen(specifiers[i]);
        if (text.n > n && !strncmp(text.p, specifiers[i], n) && isspace((unsigned char) text.p[n]))
            return n + 1;
    }
    return 0;
}

static struct str type_text(struct str text)
{
    for (size_t n; (n = specifier_length(text));)
        text = (struct str){text.p + n, text.n - n};
    return text;
}

static void put_result(struct checker *c, struct buf *out, const struct function *f)
{
    const struct member *m = f->symbol->member;
    const struct node *written = f->syntax ? f->syntax->function.type->derived.base : NULL;
    if (m && m->is_static)
        buf_puts(out, "static ");
    if (m && m->is_virtual)
        buf_puts(out, "virtual ");
    if (f->syntax && f->syntax->flags & FLAG_CONSTEXPR)
        buf_puts(out, "constexpr ");
    if (m && m->role != ROLE_PLAIN && m->role != ROLE_OPERATOR)
        return;
    bool as_written = written && (own_template(f) || class_template(f));
    if (written && written->kind == NODE_TYPE_AUTO)
        buf_puts(out, "auto");
    else if (as_written)
        put_spelled(out, type_text(span_text(c->l->sources, written->at)));
    else
        put_type(out, f->symbol->type->base);
    buf_putc(out, ' ');
}

void put_function_text(struct checker *c, struct buf *out, const struct function *f)
{
    struct buf b = {0}, arguments = {0};
    if (!is_lambda(f))
        put_result(c, &b, f);
    put_declarator(c, &b, f);
    put_all_arguments(&arguments, f);
    buf_put(out, b.p, b.n);
    if (arguments.n)
        buf_printf(out, " [with %.*s]", (int) arguments.n, arguments.p);
    buf_free(&b);
    buf_free(&arguments);
}
