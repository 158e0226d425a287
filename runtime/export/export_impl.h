/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/vec.h"
#include "export/export.h"
#include "lang/parse/ast.h"

/* What the files of export/ share, from the bottom up: text (export_text.c), names (export_names.c), expressions (export_array.c,
 * export_map.c), results (export_show.c), items (export_item.c), the whole (export.c). Thread-safety: unsafe. */

/* A replacement in a source. */
struct export_edit {
    uint32_t start, end;
    const char *text;
};

typedef VEC(struct export_edit) edit_vec;
typedef VEC(const char *) name_vec; /* interned */

/* Text that the program needs before it uses them: files of support/. In the order of the program. */
enum support {
    SUPPORT_CHECK,
    SUPPORT_ARRAY,
    SUPPORT_EXPRESSION,
    SUPPORT_RANDOM,
    SUPPORT_REDUCE,
    SUPPORT_LIBRARY,
    SUPPORT_SHOW,
    SUPPORT_COUNT
};

/* A definition at file scope, as it was last written. */
struct exported_definition {
    const char *name;        /* interned */
    const char *params;      /* of a function: its parameters' text; else "" */
    const struct node *node; /* NULL: a macro */
    struct span at;
    size_t cell;
};

struct main_variable {
    const char *name; /* interned */
    const struct type *type;
    bool global, plain; /* plain: can be assigned */
};

struct exported_version {
    const char *name; /* interned */
    uint32_t version; /* from 2 */
};

struct checked_cell {
    const struct export_cell *in;
    const struct source *source; /* NULL: not code */
    struct unit *unit;           /* NULL: it does not check */
    const char *why;             /* then */
};

struct exporter {
    const struct export_input *in;
    struct export_result *out;
    struct arena *arena;
    struct intern *intern;
    struct sources *sources;
    struct lang *lang;
    struct names names; /* for lexing alone */
    struct checked_cell *cells;
    size_t at; /* the cell that is being written */
    struct buf definitions, statements;
    size_t heading[2]; /* the cell whose heading was last written to each, from 1 */
    uint32_t depth;    /* of blocks in main */
    bool support[SUPPORT_COUNT];
    uint32_t expressions; /* kernels of whole-array expressions */
    VEC(struct exported_definition) defined;
    VEC(struct main_variable) variables;
    VEC(struct exported_version) renamed;
    VEC(struct export_note) notes;
    name_vec missing;  /* names whose declarations could not be exported */
    name_vec global;   /* variables that functions use */
    name_vec macros;   /* defined more than once */
    name_vec headers;  /* as in #include */
    name_vec included; /* by the cells themselves */
    bool extended_lambda;
    bool keeps_main; /* the program's main is that of a cell */
    bool arguments;  /* main needs them */
    bool halted;     /* the rest of the cell did not run */
    bool works;      /* the cell may have left work to the device */
    /* of the item that is being rewritten */
    const char *why; /* it cannot be exported; NULL: so far it can */
    struct span why_at;
    struct buf kernels; /* that it needs before it */
    bool launches;
    bool syncs;   /* a launch stores to managed memory, perhaps */
    bool careful; /* it may be the argument of a macro, which a comma would end */
};

/* ---- export_text.c ---- */
struct str export_span(const struct exporter *x, struct span at);
const char *export_printf(struct exporter *x, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The first reason counts. */
void export_cannot(struct exporter *x, struct span at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool export_has_name(const name_vec *names, const char *name);
void export_add_name(name_vec *names, const char *name);
/* The text of a span with these replacements, which may come in any order; one inside another is dropped. */
const char *export_apply(struct exporter *x, struct span at, edit_vec *edits);
/* Calls see with each identifier of the text that is no member's: not behind '.' or '->'. */
void export_identifiers(struct exporter *x, struct span at,
                        void (*see)(void *user, const char *name, struct span at), void *user);
bool export_mentions(struct exporter *x, struct span at, const char *name);

/* ---- export_names.c ---- */
/* New names for what was defined again, in that text. */
void export_rename(struct exporter *x, struct span at, edit_vec *edits);
const char *export_name_now(struct exporter *x, const char *name);
/* A definition of that name is about to be written (node NULL: of a macro). true: it replaces one of an earlier cell. */
bool export_define(struct exporter *x, const char *name, const char *params,
                   const struct node *node, struct span at);
/* Headers for the library's names in the text. */
void export_headers(struct exporter *x, struct span at);

/* ---- export_array.c ---- */
/* The replacements that an expression needs inside its text. */
void export_expr(struct exporter *x, const struct expr *e, edit_vec *edits);
void export_stmt(struct exporter *x, const struct stmt *s, edit_vec *edits);
/* The text of an expression, rewritten. */
const char *export_text_of(struct exporter *x, const struct expr *e);
/* "warpcell::array<float, 2>" */
const char *export_array_type(struct exporter *x, const struct type *t);
/* "({rows, cols})": its extents, or what it is made from; the statements that fill it are appended to `then`. */
const char *export_new_array(struct exporter *x, const char *name, const struct expr *e,
                             struct buf *then);

/* ---- export_map.c ---- */
const char *export_map(struct exporter *x, const struct expr *e);

/* ---- export_show.c ---- */
/* The statement that prints the value of a cell's last expression. */
const char *export_result_text(struct exporter *x, const struct expr *e, const char *text);

/* ---- export_syntax.c ---- */
/* The replacements that the syntax needs: parameters and declarations of device arrays, braces of launches. */
void export_syntax(struct exporter *x, const struct node *n, const struct expr *const *arrays,
                   size_t count, edit_vec *edits);

/* ---- export_item.c ---- */
/* An item with the text before it, from `from` on. Returns where the text behind it begins. */
uint32_t export_item(struct exporter *x, const struct node *n, uint32_t from);
/* A statement of main. */
void export_put(struct exporter *x, const char *statement);
/* Text without items: comments and directives. */
void export_gap(struct exporter *x, uint32_t from, uint32_t to, bool statements);
