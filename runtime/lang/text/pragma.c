/* SPDX-License-Identifier: Apache-2.0 */
/* #pragma: once, pack, push_macro and pop_macro, as in GCC, and omp (openmp.c). The host ignores all others. */
#include "lang/text/openmp.h"
#include "lang/text/preprocess_impl.h"

/* pack(), pack(n), pack(push), pack(push, n), pack(push, name, n), pack(pop), pack(pop, name) */
static void pragma_pack(struct preprocessor *pp, const struct directive_line *l)
{
    bool push = false, pop = false, given = l->n == 4;
    uint8_t value = 0;
    for (size_t i = 3; i < l->n; i++) {
        const struct token *t = l->at + i;
        push |= t->kind == TOKEN_NAME && str_eq(t->text, "push");
        pop |= t->kind == TOKEN_NAME && str_eq(t->text, "pop");
        if (t->kind != TOKEN_NUMBER)
            continue;
        uint64_t n = number_read(t, pp->in.diags).integer;
        given = n <= 16 && !(n & (n - 1));
        value = given ? (uint8_t) n : 0;
        if (!given)
            diag_warning(pp->in.diags, DIAG_SYNTAX, t->at,
                         "'#pragma pack' takes 1, 2, 4, 8 or 16: this one is ignored");
    }
    if (push)
        VEC_PUSH(&pp->packs, pp->pack);
    if (pop && pp->packs.n)
        value = pp->packs.at[--pp->packs.n];
    else if (pop)
        diag_warning(pp->in.diags, DIAG_SYNTAX, l->whole,
                     "'#pragma pack(pop)' without '#pragma pack(push)'");
    if (pop || given)
        pp->pack = value;
    VEC_PUSH(&pp->out->packs, (struct packing){(uint32_t) pp->out->tokens.n - 1, pp->pack});
}

static void push_macro(struct preprocessor *pp, struct name *name)
{
    VEC_PUSH(&pp->pushed, (struct pushed_macro){name, name->macro});
}

static void pop_macro(struct preprocessor *pp, struct name *name, struct span at)
{
    for (size_t i = pp->pushed.n; i-- > 0;) {
        struct pushed_macro was = pp->pushed.at[i];
        if (was.name != name)
            continue;
        for (size_t k = i + 1; k < pp->pushed.n; k++)
            pp->pushed.at[k - 1] = pp->pushed.at[k];
        pp->pushed.n--;
        bool ours = !was.macro || was.macro->directive.source;
        if (was.macro != name->macro && ours)
            macro_set_for_device(pp, name, was.macro, was.macro ? was.macro->directive : at);
        else if (was.macro != name->macro)
            macro_set(pp, name, was.macro);
        return;
    }
}

void pragma_directive(struct preprocessor *pp, struct file *f, const struct directive_line *l)
{
    if (l->n < 2)
        return;
    struct str word = l->at[1].text;
    bool macro = l->n > 3 && l->at[2].kind == TOKEN_LPAREN && l->at[3].kind == TOKEN_STRING &&
                 l->at[3].text.n > 2 && l->at[3].text.p[0] == '"';
    struct name *name =
        macro ? name_of(pp->in.names, l->at[3].text.p + 1, l->at[3].text.n - 2) : NULL;
    if (str_eq(word, "once"))
        VEC_PUSH(&pp->once, f->src->name);
    else if (str_eq(word, "pack") && l->n > 2 && l->at[2].kind == TOKEN_LPAREN)
        pragma_pack(pp, l);
    else if (str_eq(word, "omp") && openmp_applies(pp))
        openmp_directive(pp, l);
    else if (name && str_eq(word, "push_macro"))
        push_macro(pp, name);
    else if (name && str_eq(word, "pop_macro"))
        pop_macro(pp, name, l->whole);
}
