/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

/* The sources of a session: cells, files and built-in text. A source never changes and lives as long as the session, so every
 * span stays valid. Thread-safety: unsafe. */

struct span {
    uint32_t source;     /* 0: no location */
    uint32_t start, end; /* bytes, half open */
};

enum source_kind { SOURCE_CELL, SOURCE_FILE, SOURCE_BUILTIN };

struct source {
    uint32_t id; /* its number in spans */
    enum source_kind kind;
    const char *name; /* "In[4]", "saxpy.cu": what messages and #line show; unique in the session */
    struct str text;  /* followed by a NUL */
    uint32_t *lines;  /* byte offset at which each line starts; lines[0] == 0 */
    uint32_t line_count;
    uint32_t namesakes; /* number of later sources with the same name */
};

/* A header of ours, whose name is written <name>; other text of ours is not. */
static inline bool source_is_header(const struct source *src)
{
    return src->kind == SOURCE_BUILTIN && src->name[0] == '<';
}

struct sources;

struct place {
    uint32_t line, column; /* from 1; columns count bytes */
};

struct sources *sources_new(void);
void sources_free(struct sources **s);

/* Copies the text. A suffix makes the name unique if necessary ("In[4]#2"). Never fails. */
const struct source *sources_add(struct sources *s, enum source_kind kind, const char *name,
                                 const char *text, size_t n);
/* A text that is checked and never run. It replaces the last such text, whose spans become invalid. Its name may not be another's. */
const struct source *sources_try(struct sources *s, enum source_kind kind, const char *name,
                                 const char *text, size_t n);
void sources_end_trial(struct sources *s);                             /* there is none any more */
const struct source *source_get(const struct sources *s, uint32_t id); /* NULL for 0 */
const struct source *source_named(const struct sources *s, const char *name); /* NULL: none */

struct place source_place(const struct source *src, uint32_t offset);
struct str source_line(const struct source *src, uint32_t line); /* without its newline */
uint32_t source_offset(const struct source *src, uint32_t line,
                       uint32_t column); /* clamped to the text */
struct str span_text(const struct sources *s, struct span at);
/* statement.c: from the column of a .loc to the end of the statement there. Source 0: no source has the file's name. */
struct span source_statement_at(const struct sources *s, const char *file, uint32_t line,
                                uint32_t column);
struct span span_join(struct span a,
                      struct span b); /* from the start of a to the end of b, same source */
