/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a cell through the front end and commits what it defines. Checking defines nothing: it restores names and
 * macros afterwards, and lang_commit applies the changes again. */
#include "lang/front.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "lang/check/check_statement.h"
#include "lang/check/core/functions.h"
#include "lang/check/core/rules.h"
#include "lang/check/core/scope.h"
#include "lang/check/core/tree_build.h"
#include "lang/check/device/check_device.h"
#include "lang/lang.h"
#include "lang/parse/parse.h"

enum { GIVE_BACK = 16 << 20 }; /* bytes of trees; less stays in the process for the next cell */

/* ---- checking ---- */

/* A failed check must have recorded an error. */
static void expect_sound(const struct checker *c, int errors)
{
    bool stopped = c->safepoint && c->safepoint->stopped;
    if (c->poisoned.source && c->diags->errors == errors && !stopped)
        diag_error(c->diags, DIAG_BUG, c->poisoned, "this failed without an error message");
}

/* Collects the names that the cell left bound at its top level. */
static void keep_names(struct checker *c, struct cell *cell)
{
    c->l->mark++;
    VEC_EACH (b, &c->log) {
        struct name *n = b->name;
        if (n->mark == c->l->mark)
            continue;
        n->mark = c->l->mark;
        if (n->ordinary && n->ordinary_depth == DEPTH_CELL)
            VEC_PUSH(&cell->names, (struct pending){n, n->ordinary, false});
        if (n->tag && n->tag_depth == DEPTH_CELL)
            VEC_PUSH(&cell->names, (struct pending){n, n->tag, true});
    }
}

static void keep_definitions(struct checker *c, struct unit *u)
{
    struct definition **all = c->device.at;
    for (size_t i = 1; i < c->device.n; i++) { /* few, and nearly sorted */
        struct definition *d = all[i];
        size_t k = i;
        for (; k && all[k - 1]->position > d->position; k--)
            all[k] = all[k - 1];
        all[k] = d;
    }
    u->device_def_count = (uint32_t) c->device.n;
    u->device_defs = ARENA_ARRAY(&u->arena, struct device_def *, c->device.n);
    for (size_t i = 0; i < c->device.n; i++)
        u->device_defs[i] = &all[i]->def;
    u->function_count = (uint32_t) c->defined.n;
    u->functions = ARENA_ARRAY(&u->arena, struct function *, c->defined.n);
    if (c->defined.n)
        memcpy(u->functions, c->defined.at, c->defined.n * sizeof *c->defined.at);
}

static void find_main(struct unit *u)
{
    for (uint32_t i = 0; i < u->function_count; i++)
        if (!strcmp(u->functions[i]->symbol->name, "main"))
            u->main = u->functions[i]->symbol;
}

static void checker_free(struct checker *c)
{
    VEC_FREE(&c->log);
    VEC_FREE(&c->mentions);
    VEC_FREE(&c->gotos);
    pointer_map_free(&c->labels);
    VEC_FREE(&c->goto_names);
    VEC_FREE(&c->taken_labels);
    VEC_FREE(&c->outside);
    VEC_FREE(&c->computed);
    VEC_FREE(&c->local_labels);
    VEC_FREE(&c->cases);
    VEC_FREE(&c->defined);
    VEC_FREE(&c->device);
    VEC_FREE(&c->used);
    VEC_FREE(&c->used_kept);
    VEC_FREE(&c->waiting);
    VEC_FREE(&c->undo);
}

/* How much the items so far have left behind: no item takes from these lists. */
static size_t left_behind(const struct checker *c)
{
    return c->log.n + c->device.n + c->defined.n + c->used_kept.n + c->undo.n + c->outside.n;
}

static bool is_statement(const struct node *n)
{
    return n->kind >= NODE_EXPRESSION;
}

/* A declaration's part is kept, and that of a statement which defines something: a type, a lambda, the instance of a
 * template. */
static void check_in_part(struct checker *c, struct cell *cell, const struct node *n, uint32_t item,
                          size_t *part)
{
    if (*part + 1 < cell->parts.n && cell->parts.at[*part + 1]->first == item)
        ++*part;
    struct tree_part *at = cell->parts.n ? cell->parts.at[*part] : NULL;
    struct arena *arena = c->arena;
    size_t before = left_behind(c);
    c->arena = at ? &at->arena : arena;
    check_item(c, n);
    c->arena = arena;
    if (at)
        at->kept |= !is_statement(n) || left_behind(c) != before;
}

/* The variable that the statement makes, with GNU's init_priority: its rank. 0: it has none. */
static uint32_t priority_of(const struct stmt *s)
{
    const struct expr *e =
        s->kind == STMT_EXPR && s->expr->kind == EXPR_INIT ? s->expr->left : NULL;
    const struct symbol *v = s->kind == STMT_DECLARE         ? s->symbol
                             : e && e->kind == EXPR_VARIABLE ? e->symbol
                                                             : NULL;
    return v ? v->starts : 0;
}

/* Variables with a priority are made first, in the order of their ranks; all others as they stand. */
static void order_by_priority(stmt_vec *list)
{
    for (size_t i = 1; i < list->n; i++) {
        struct stmt *s = list->at[i];
        uint32_t rank = priority_of(s);
        size_t to = i;
        for (; rank && to; to--) {
            uint32_t other = priority_of(list->at[to - 1]);
            if (other && other <= rank)
                break;
            list->at[to] = list->at[to - 1];
        }
        list->at[to] = s;
    }
}

static void check_items(struct lang *l, struct cell *cell, const struct parsed *parsed,
                        bool library, struct diags *out)
{
    struct checker c = {
        .l = l, .arena = &cell->unit.arena, .diags = out, .depth = DEPTH_CELL, .text = &cell->text};
    c.dialect = library ? &dialect_cpp : l->active;
    c.tokens = cell->text.tokens.at + 1;
    c.items = parsed;
    c.library = library;
    c.safepoint = library ? NULL : &l->safepoint;
    stmt_vec list = {0};
    int errors = out->errors;
    size_t part = 0;
    c.out = c.top = &list;
    define_directives(&c, &cell->text);
    for (uint32_t i = 0; i < parsed->count; i++) {
        const struct source *src = source_get(l->sources, parsed->items[i]->at.source);
        c.dialect = dialect_of_text(library ? NULL : l->active, src && src->kind == SOURCE_BUILTIN);
        check_in_part(&c, cell, parsed->items[i], i, &part);
    }
    check_waiting(&c, 0);
    order_by_priority(&list);
    macros_forget(&cell->text);
    match_gotos(&c);
    expect_sound(&c, errors);
    c.arena = library ? c.arena : &cell->passing;
    cell->unit.body = block_of(
        &c, &list, (struct span){cell->unit.source->id, 0, (uint32_t) cell->unit.source->text.n});
    cell->unit.items = parsed->items;
    cell->unit.item_count = parsed->count;
    keep_names(&c, cell);
    keep_definitions(&c, &cell->unit);
    find_main(&cell->unit);
    binding_undo(&c, 0);
    if (out->errors > errors)
        undo_log_apply(c.undo.at, c.undo.n);
    cell->unit.keeps = c.undo.n > 0 || c.used_kept.n > 0;
    memcpy(&cell->used, &c.used_kept, sizeof cell->used);
    memcpy(&cell->undo, &c.undo, sizeof cell->undo);
    memset(&c.used_kept, 0, sizeof c.used_kept);
    memset(&c.undo, 0, sizeof c.undo);
    if (out->errors > errors)
        cell->undo.n = 0;
    checker_free(&c);
}

/* An error inside a macro's expansion points to its use; say where the macro comes from. */
static void note_macros(const struct preprocessed *text, struct diags *out, struct diag *first)
{
    for (struct diag *d = first; d; d = d->next)
        VEC_EACH (it, &text->invocations)
            if (!memcmp(&it->at, &d->at, sizeof d->at)) {
                diag_note(out, d, it->macro->at, "in macro '%s', defined here",
                          it->macro->name->text);
                break;
            }
}

static bool is_header(const struct source *src)
{
    return src->name[0] == '<' && strcmp(src->name, "<prelude>") != 0;
}

/* Whether the pass that just ended was interrupted. If so, records a diag. */
static bool stopped(const struct safepoint *s, struct diags *out, struct span at)
{
    if (!s || !s->stopped)
        return false;
    out->muted = false;
    if (s->given_up)
        return true;
    diags_forget_errors(out);
    if (s->out_of_stack) {
        struct diag *e = diag_error(out, DIAG_SYNTAX, at,
                                    "this is nested too deeply for the stack of this process");
        diag_help(out, e, "give parts of it names of their own, or raise 'ulimit -s'");
    } else {
        diag_error(out, DIAG_INTERRUPT, at, "stopped by the user");
    }
    return true;
}

/* The dialect of a text becomes the active one: its macros are predefined. */
static const struct dialect *use_dialect(struct lang *l, const struct source *src, bool library)
{
    const struct dialect *d = l->chosen                  ? l->chosen
                              : src->kind == SOURCE_FILE ? dialect_of_file(src->name)
                                                         : &dialect_cpp;
    if (library)
        return &dialect_cpp;
    if (d != l->active)
        macros_use_dialect(&l->names, &l->arena, d);
    l->active = d;
    return d;
}

struct unit *check_text(struct lang *l, const struct source *src, bool is_cell, bool library,
                        const struct program_parts *parts, struct diags *out)
{
    struct cell *cell = xcalloc(1, sizeof *cell);
    struct unit *u = &cell->unit;
    struct diag *last = out->last;
    int errors = out->errors;
    u->source = src;
    struct safepoint *safepoint = library ? NULL : &l->safepoint;
    struct arena *items = library ? &u->arena : &cell->passing;
    struct preprocess_input in = {&l->names, l->sources, &u->arena,
                                  out,       is_cell,    library && is_header(src)};
    in.safepoint = safepoint;
    in.dialect = use_dialect(l, src, library);
    in.folders = l->folders.at;
    in.folder_count = l->folders.n;
    in.device_arch = library ? 0 : l->device_arch;
    if (safepoint)
        safepoint_reset(safepoint);
    if (parts) {
        in.ahead = parts->headers.at;
        in.ahead_count = parts->headers.n;
        in.behind = parts->paths.at;
        in.behind_count = parts->paths.n;
    }
    preprocess_text(&in, src, 0, (uint32_t) src->text.n, &cell->text);
    if (out->errors == errors && l->prelude && !library) {
        VEC_EACH (h, &cell->text.headers)
            header_load(l, *h);
        headers_load(l, &cell->text.tokens);
    }
    if (out->errors == errors) {
        struct parse_input parse_in = {.names = &l->names,
                                       .arena = items,
                                       .diags = out,
                                       .tokens = cell->text.tokens.at + 1,
                                       .text = &cell->text,
                                       .library = library,
                                       .cell = is_cell,
                                       .safepoint = safepoint,
                                       .dialect = in.dialect,
                                       .sources = l->sources,
                                       .parts = library ? NULL : &cell->parts};
        struct parsed parsed;
        parse_tokens(&parse_in, &parsed);
        if (out->errors == errors)
            check_items(l, cell, &parsed, library, out);
        if (out->errors == errors && is_cell && !library && !parts)
            hint_divisions(l->sources, &cell->text.tokens, out);
    }
    macros_undo(&cell->text);
    note_macros(&cell->text, out, last ? last->next : out->first);
    VEC_FREE(&cell->text.tokens);
    if (stopped(safepoint, out, (struct span){src->id, 0, 0}) || out->errors > errors) {
        unit_free(&u);
        return NULL;
    }
    u->keeps = u->keeps || cell->names.n || cell->text.changes.n || u->device_def_count ||
               u->function_count;
    return u;
}

struct unit *lang_check(struct lang *l, const struct source *src, struct diags *out)
{
    struct unit *u = check_text(l, src, true, false, NULL, out);
    if (!u || src->kind != SOURCE_FILE)
        return u;
    return check_with_others(l, src, u, out);
}

/* Frees the cell's lists, and the parts of its trees that are not kept, or all of them. Returns their size. */
static size_t release(struct cell *cell, bool all)
{
    size_t bytes = arena_size(&cell->passing), kept = 0;
    preprocessed_free(&cell->text);
    VEC_FREE(&cell->names);
    VEC_FREE(&cell->used);
    VEC_FREE(&cell->undo);
    arena_free(&cell->passing);
    VEC_EACH (part, &cell->parts) {
        if ((*part)->kept && !all) {
            cell->parts.at[kept++] = *part;
            continue;
        }
        bytes += arena_size(&(*part)->arena);
        arena_free(&(*part)->arena);
        free(*part);
    }
    cell->parts.n = kept;
    return bytes;
}

/* malloc keeps what is freed below a block that is still in use. */
static void give_back(size_t freed)
{
    if (freed >= GIVE_BACK)
        malloc_trim(0);
}

void unit_settle(struct unit *u)
{
    struct cell *cell = (struct cell *) u;
    CHECK(cell->committed);
    u->body = NULL;
    u->items = NULL;
    u->item_count = 0;
    give_back(release(cell, false));
}

void unit_free(struct unit **u)
{
    if (!*u)
        return;
    struct cell *cell = (struct cell *) *u;
    if (!cell->committed)
        undo_log_apply(cell->undo.at, cell->undo.n);
    size_t freed = release(cell, true);
    VEC_FREE(&cell->parts);
    arena_free(&cell->unit.arena);
    free(cell);
    *u = NULL;
    give_back(freed);
}

/* ---- defining ---- */

static void make_stale(struct lang *l, struct function *f)
{
    l->outdated |= !f->stale;
    f->stale = true;
}

void stale_from(struct lang *l, const struct symbol *replaced)
{
    VEC_EACH (f, &l->functions)
        for (uint32_t i = 0; i < (*f)->mention_count && !(*f)->stale; i++)
            if ((*f)->mentions[i] == replaced)
                make_stale(l, *f);
}

static void stale_from_macro(struct lang *l, const struct name *macro)
{
    VEC_EACH (f, &l->functions) {
        struct host_function *host = (struct host_function *) *f;
        for (uint32_t i = 0; i < host->macro_count && !host->reread; i++)
            host->reread = host->macros[i].name == macro && !host->macros[i].pinned;
        if (host->reread)
            make_stale(l, *f);
    }
}

static bool calls_outdated(const struct function *f)
{
    for (uint32_t i = 0; i < f->mention_count; i++) {
        const struct symbol *s = f->mentions[i];
        if (s->kind == SYMBOL_FUNCTION && s->function && s->function->outdated)
            return true;
    }
    return false;
}

/* Functions have another body now, or will have one when they are checked again. Their callers reach them through their symbols, but where there
 * is code of a caller, the old body may be inlined in it, also by way of others (eval/gen/gen_pure.c). */
static void stale_callers(struct lang *l)
{
    if (!l->outdated)
        return;
    VEC_EACH (f, &l->functions)
        (*f)->outdated |= (*f)->stale;
    for (bool grew = true; grew;) {
        grew = false;
        VEC_EACH (f, &l->functions)
            if (!(*f)->outdated && calls_outdated(*f))
                (*f)->outdated = grew = true;
    }
    VEC_EACH (f, &l->functions) {
        (*f)->stale |= (*f)->outdated && (*f)->code;
        (*f)->outdated = false;
    }
    l->outdated = false;
}

static bool for_device(const struct symbol *s)
{
    return s->kind == SYMBOL_KERNEL || s->kind == SYMBOL_DEVICE;
}

static void define_name(struct lang *l, struct name *n, struct symbol *s, bool tag)
{
    struct symbol **at = tag ? &n->tag : &n->ordinary, *old = *at;
    *at = s;
    *(tag ? &n->tag_depth : &n->ordinary_depth) = DEPTH_SESSION;
    if (!old || old == s)
        return;
    stale_from(l, old);
    if (l->replaced && old->kind == SYMBOL_VARIABLE && old->storage == STORAGE_SESSION)
        l->replaced(l->user, old);
    if (for_device(old) && !for_device(s) && s->kind != SYMBOL_FUNCTION)
        program_drop(l, n->text);
}

static void forget_function(struct lang *l, const struct function *old)
{
    size_t kept = 0;
    for (size_t i = 0; i < l->functions.n; i++)
        if (l->functions.at[i] != old)
            l->functions.at[kept++] = l->functions.at[i];
    l->functions.n = kept;
}

void lang_commit(struct lang *l, struct unit *u)
{
    struct cell *cell = (struct cell *) u;
    cell->committed = true;
    macros_redo(&cell->text);
    VEC_EACH (change, &cell->text.changes)
        if (change->before)
            stale_from_macro(l, change->name);
    VEC_EACH (p, &cell->names) {
        bool ours = p->symbol->kind == SYMBOL_VARIABLE && u->source->kind == SOURCE_BUILTIN;
        bool empty = ours && p->symbol->type->kind == TYPE_STRUCT && type_is_empty(p->symbol->type);
        if (ours && p->symbol->known)
            p->symbol->kind = SYMBOL_CONSTANT; /* nothing of a header runs */
        else if (empty)
            p->symbol->storage = STORAGE_STATIC; /* it has nothing to initialise */
        if (p->symbol->kind == SYMBOL_VARIABLE && !empty)
            continue;
        if (!p->tag && p->name->tag && p->name->tag != p->symbol && p->name->ordinary &&
            p->symbol->kind == SYMBOL_TYPE)
            stale_from(l, p->name->ordinary);
        define_name(l, p->name, p->symbol, p->tag);
        if (p->tag && p->name->ordinary && p->name->ordinary->kind == SYMBOL_TYPE &&
            p->name->ordinary->type != p->symbol->type)
            p->name->ordinary = NULL;
    }
    VEC_EACH (space, &cell->used)
        VEC_PUSH(&l->names.used, *space);
    for (uint32_t i = 0; i < u->function_count; i++) {
        struct function *f = u->functions[i];
        const struct function *old = f->symbol->function;
        if (old != f)
            forget_function(l, old);
        f->symbol->function = f;
        f->symbol->type = f->type;
        if (f->syntax)
            f->symbol->at = f->syntax->name_at;
        if (f->library)
            continue;
        f->outdated = old && old != f;
        l->outdated |= f->outdated;
        VEC_PUSH(&l->functions, f);
    }
    stale_callers(l);
    program_commit(l, u);
}

void lang_define(struct lang *l, struct symbol *variable)
{
    if (variable->name[0] != ' ')
        define_name(l, name_cstr(&l->names, variable->name), variable, false);
    stale_callers(l);
}

void lang_forget(struct lang *l, const char *variable)
{
    struct name *n = name_cstr(&l->names, variable);
    struct symbol *old = n->ordinary;
    if (!old || old->kind != SYMBOL_VARIABLE || old->storage != STORAGE_SESSION)
        return;
    n->ordinary = NULL;
    stale_from(l, old);
    stale_callers(l);
    if (l->replaced)
        l->replaced(l->user, old);
}

/* ---- checking again ---- */

/* A name whose macro is hidden. */
struct hidden {
    struct name *name;
    struct macro *macro;
};

typedef VEC(struct hidden) hidden_vec;

static const struct macro_used *used_macro(const struct host_function *f, const struct name *name)
{
    for (uint32_t i = 0; i < f->macro_count; i++)
        if (f->macros[i].name == name)
            return f->macros + i;
    return NULL;
}

/* Gives the names in a function's text the macros that were in force there: a macro that its cell changed later gets
 * its old definition, and a name that was no macro is hidden (docs/language.md, "Macros"). show_macros undoes it. */
static void hide_macros(struct lang *l, const struct host_function *f, struct span at,
                        struct arena *arena, hidden_vec *out)
{
    struct tokens tokens = {0};
    struct lexer lexer = {&l->names, arena, false, f->dialect};
    lex_text(&lexer, source_get(l->sources, at.source), at.start, at.end, &tokens);
    l->mark++;
    VEC_EACH (t, &tokens) {
        struct name *n = t->name;
        if (!n || n->mark == l->mark || (n->macro && n->macro->kind != MACRO_PLAIN))
            continue;
        n->mark = l->mark;
        const struct macro_used *used = used_macro(f, n);
        struct macro *wanted = used && !used->pinned ? n->macro : used ? used->pinned : NULL;
        if (wanted != n->macro)
            VEC_PUSH(out, ((struct hidden){n, n->macro}));
        n->macro = wanted;
    }
    VEC_FREE(&tokens);
}

static void show_macros(hidden_vec *hidden)
{
    VEC_EACH (h, hidden)
        h->name->macro = h->macro;
    VEC_FREE(hidden);
}

/* Parses the function's text with the current macros. NULL: it no longer parses, and diags say why. */
static const struct node *reread(struct lang *l, const struct function *f, struct arena *arena,
                                 struct diags *out)
{
    struct preprocessed text = {0};
    struct span at = f->syntax->at;
    const struct node *found = NULL;
    int errors = out->errors;
    struct preprocess_input in = {&l->names, l->sources, arena, out, false, false};
    const struct host_function *host = (const struct host_function *) f;
    hidden_vec hidden = {0};
    in.dialect = host->dialect;
    hide_macros(l, host, at, arena, &hidden);
    preprocess_text(&in, source_get(l->sources, at.source), at.start, at.end, &text);
    struct parse_input parse_in = {&l->names, arena, out, text.tokens.at + 1, &text, false, false};
    struct parsed parsed = {0};
    parse_in.dialect = host->dialect;
    if (out->errors == errors)
        parse_tokens(&parse_in, &parsed);
    for (uint32_t i = 0; i < parsed.count; i++)
        if (parsed.items[i]->kind == NODE_FUNCTION && parsed.items[i]->name == f->syntax->name)
            found = parsed.items[i];
    macros_undo(&text);
    show_macros(&hidden);
    preprocessed_free(&text);
    if (!found && out->errors == errors)
        diag_error(out, DIAG_NAME, at, "'%s' disappears when its macros are expanded again",
                   f->symbol->name);
    return out->errors == errors ? found : NULL;
}

/* An error inside one of our headers is reported at the call that passed something the header cannot use. One error
 * is enough. */
static bool place_at_call(struct lang *l, struct diags *out, int errors, struct diag *first,
                          const struct function *f, struct span at)
{
    const struct source *src = first ? source_get(l->sources, first->at.source) : NULL;
    if (!f->library || !at.source || !src || src->kind != SOURCE_BUILTIN)
        return false;
    first->at = at;
    out->errors = errors + 1;
    first->next = NULL;
    out->last = first;
    struct diag_note **note = &first->notes;
    while (*note) {
        src = source_get(l->sources, (*note)->at.source);
        if (src && src->kind == SOURCE_BUILTIN)
            *note = (*note)->next;
        else
            note = &(*note)->next;
    }
    return true;
}

static void note_call(struct diags *out, struct diag *first, const struct function *f,
                      struct span at)
{
    for (struct diag *d = first; d && at.source; d = d->next)
        diag_note(out, d, at, "'%s' is called here; something it uses was redefined",
                  f->symbol->name);
}

/* The function's type under the current meaning of its text. */
static const struct type *type_again(struct checker *c, const struct function *f,
                                     const struct function *made)
{
    if (f->symbol->member || f->library || f->type->kind != TYPE_FUNCTION ||
        is_auto(made->syntax->function.type->derived.base))
        return f->type;
    return resolve_type(c, made->syntax->function.type);
}

bool lang_recheck(struct lang *l, struct function *f, struct span called_at, struct diags *out)
{
    struct host_function *host = (struct host_function *) f;
    struct arena *arena = xcalloc(1, sizeof *arena);
    struct checker c = {.l = l,
                        .arena = arena,
                        .diags = out,
                        .depth = DEPTH_CELL,
                        .library = f->library,
                        .dialect = host->dialect ? host->dialect : &dialect_cpp,
                        .safepoint = &l->safepoint};
    safepoint_reset(&l->safepoint);
    struct diag *last = out->last;
    int errors = out->errors;
    struct host_function again = *host; /* its context is asked for: __PRETTY_FUNCTION__ */
    struct function *made = &again.function;
    *made = (struct function){.symbol = f->symbol, .syntax = f->syntax, .library = f->library};
    stmt_vec unused = {0};
    struct entered e;
    c.out = &unused;
    VEC_PUSH(&l->rechecks, arena);
    if (host->reread)
        made->syntax = reread(l, f, arena, out);
    if (made->syntax && made->syntax->function.body && function_signature(&c, f->symbol)) {
        context_enter(&c, host->context, host->function.library, &e);
        c.function = made;
        c.template_depth = host->template_depth;
        made->type = type_again(&c, f, made);
        if (made->type->kind == TYPE_FUNCTION)
            check_body(&c, made, made->syntax);
        context_leave(&c, &e);
        if (out->errors == errors)
            check_waiting(&c, 0);
    }
    expect_sound(&c, errors);
    bool halted = stopped(&l->safepoint, out, called_at);
    binding_undo(&c, 0);
    VEC_FREE(&unused);
    if (halted || out->errors > errors)
        undo_log_apply(c.undo.at, c.undo.n);
    else {
        VEC_EACH (d, &c.defined)
            VEC_PUSH(&l->functions, *d);
        VEC_EACH (d, &c.device) /* lambdas for kernels */
            program_add(l, (struct device_def *[]){&(*d)->def}, 1);
    }
    checker_free(&c);
    if (halted)
        return false;
    if (out->errors > errors) {
        struct diag *first = last ? last->next : out->first;
        if (!place_at_call(l, out, errors, first, f, called_at))
            note_call(out, first, f, called_at);
        return false;
    }
    made->code = f->code;
    if (!made->type)
        made->type = f->type;
    *f = *made;
    f->symbol->type = made->type;
    host->reread = false;
    return true;
}
