/* SPDX-License-Identifier: Apache-2.0 */
/* Whether Enter should run the input: it is parsed on trial, and is incomplete if its first error is that the text
 * ends too early. */
#include "lang/front.h"
#include "lang/lang.h"
#include "lang/parse/parse.h"

enum { INDENT = 4 };

const struct type *lang_type_of(struct lang *l, const char *text, size_t n, struct unit **out_unit)
{
    struct source src = {
        .kind = SOURCE_CELL, .name = "input", .text = {text, n}
    };
    struct diags diags = {0};
    struct unit *u = check_text(l, &src, true, false, NULL, &diags);
    const struct stmt *last = u && u->body->count ? u->body->list[u->body->count - 1] : NULL;
    diags_free(&diags);
    *out_unit = u;
    return last && last->kind == STMT_RESULT ? last->expr->type : NULL;
}

static bool ends_with_backslash(const char *text, size_t n)
{
    while (n && (text[n - 1] == '\n' || text[n - 1] == ' ' || text[n - 1] == '\r' ||
                 text[n - 1] == '\t'))
        n--;
    return n && text[n - 1] == '\\';
}

/* Errors that more text cannot fix come first. */
static enum lang_completeness verdict(const struct preprocessed *pre, const struct parsed *parsed,
                                      const struct diags *diags, int before_parse)
{
    if (!diags->errors)
        return LANG_COMPLETE;
    if (before_parse)
        return pre->open_at_end && before_parse == 1 ? LANG_INCOMPLETE : LANG_INVALID;
    return parsed->open_at_end ? LANG_INCOMPLETE : LANG_INVALID;
}

enum lang_completeness lang_is_complete(struct lang *l, const char *text, size_t n, int *out_indent)
{
    *out_indent = 0;
    struct source src = {
        .kind = SOURCE_CELL, .name = "input", .text = {text, n}
    };
    struct arena arena = {0};
    struct diags diags = {0};
    struct preprocessed pre = {0};
    struct parsed parsed = {0};
    struct preprocess_input in = {&l->names, l->sources, &arena, &diags, true, false};
    in.dialect = l->chosen;
    preprocess_text(&in, &src, 0, (uint32_t) n, &pre);
    int before_parse = diags.errors;
    if (!before_parse) {
        struct parse_input parse_in = {&l->names, &arena, &diags, pre.tokens.at + 1,
                                       &pre,      false,  true};
        parse_in.dialect = l->chosen;
        parse_tokens(&parse_in, &parsed);
    }
    macros_undo(&pre);
    enum lang_completeness result = verdict(&pre, &parsed, &diags, before_parse);
    if (ends_with_backslash(text, n))
        result = LANG_INCOMPLETE;
    if (result == LANG_INCOMPLETE)
        *out_indent = INDENT * parse_depth(pre.tokens.at + 1);
    preprocessed_free(&pre);
    diags_free(&diags);
    arena_free(&arena);
    return result;
}
