/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <wordexp.h>

#include "magic/magic.h"

/* Shared by the files of magic/. A magic gets the text after its name, without surrounding blanks. false: a diag was
 * recorded. Thread-safety: the session's thread only. */

#define MAGIC(name) bool magic_##name(struct wc_session *s, struct str args, struct span at)
/* `body` is the cell with its first line blanked, so that locations in it are locations in the cell. */
#define CELL_MAGIC(name)                                                                           \
    bool cell_magic_##name(struct wc_session *s, struct str args, struct str body)
#define M(name, usage, help) MAGIC(name);
#define C(name, usage, help) CELL_MAGIC(name);
#include "magic/magic.def"

/* ---- magic_common.c ---- */
void magic_show_overview(struct wc_session *s); /* %help; magic_help.c */
void magic_text_show(struct wc_session *s, struct buf *text,
                     enum wc_output what); /* shows the text and empties it */
/* `none` is shown if there are no rows. */
void magic_table_show(struct wc_session *s, const struct table_column *columns,
                      uint32_t column_count, const char *const *cells, size_t cell_count,
                      const char *none);
/* NULL with a diag that names the nearest kernel. `magic` is for the help line: "%ptx". */
struct symbol *magic_kernel(struct wc_session *s, struct str name, struct span at,
                            const char *magic);

/* `on` or `off`; false: a diag. */
bool magic_switch(struct wc_session *s, struct str args, struct span at, const char *magic,
                  bool *out);

/* Words as a shell would split them; wordfree(out). false: a diag. */
bool magic_split(struct wc_session *s, struct str text, struct span at, wordexp_t *out);
/* The text of a file, from malloc; NULL with a diag. */
char *magic_read_file(struct wc_session *s, const char *path, struct span at, size_t *out_n);

/* ---- magic_vars.c ---- */
/* lang_each, sorted by name. */
void magic_each_by_name(struct wc_session *s, void (*see)(void *user, struct symbol *v),
                        void *user);
/* The session's variables, from malloc; their texts are in the arena. */
struct smi_variable *magic_variables(struct wc_session *s, struct arena *arena,
                                     uint32_t *out_count);

/* ---- magic_occupancy.c ---- */
/* Removes `--gpu NAME` from the arguments; without it, the architecture of the device. */
bool magic_take_gpu(struct wc_session *s, struct str *args, struct span at, struct gpu *out);
/* Splits "k<float, 16>" into the kernel and its template arguments (NULL: none); `magic` is for the help line. */
struct symbol *magic_take_kernel(struct wc_session *s, struct str text, struct span at,
                                 const char *magic, const char **out_template_args);

/* ---- magic_bench.c ---- */
struct run_time { /* of one run, ns */
    uint64_t wall, processor, device;
    uint64_t bytes; /* moved by its launches, if known */
    uint32_t launches;
};

/* Runs the arguments of %name, or the rest of a cell under %%name, as code: `run` gets the unit, or NULL if it does not
 * compile, and ends it with session_done. false: a diag was recorded. */
typedef bool magic_unit_fn(struct wc_session *s, struct unit *u);
/* The first half of it: NULL with a diag. */
struct unit *magic_prepare_statement(struct wc_session *s, struct str args, struct span at,
                                     const char *name);
bool magic_run_statement(struct wc_session *s, struct str args, struct span at, const char *name,
                         magic_unit_fn *run);
bool magic_run_body(struct wc_session *s, struct str body, magic_unit_fn *run);

bool magic_measure(struct wc_session *s, struct unit *u, struct run_time *out);

/* "-3 % … +8 %": the quartiles relative to the median. */
const char *magic_spread(struct arena *a, uint64_t low, uint64_t median, uint64_t high);

/* ---- magic_shell.c ---- */
bool magic_shell(struct wc_session *s, struct str command, struct span at);

/* ---- magic_list.c ---- */
