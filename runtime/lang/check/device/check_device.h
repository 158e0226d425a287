/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
/* What a cell defines for the device, and the order in which the session keeps it. Definitions are in the arena of the cell's unit.
 * Thread-safety: unsafe, as struct lang. */
#include "lang/check/core/checker.h"

/* ---- device_definition.c ---- */
/* A device definition with what decides whether a later one replaces it. */
struct definition {
    struct device_def def; /* first */
    uint32_t position;     /* among the cell's tokens */
    const void *cell;      /* what was defined in one cell has the same one */
    uint32_t born,
        made; /* when the session first had a definition in this place, and when it got this one (device_program.c) */
    const char *
        params; /* function: its parameter types as written; class template: its specialisation's arguments; else NULL */
    bool member; /* defined outside a class that declares it: mentions of its name do not need it */
    bool prototype, removes;
};

/* Whether a header of ours for the host alone has it: cub_host.h. */
bool device_in_host_header(const struct checker *c, struct span at);
bool device_lacks(const struct node *member); /* a function that only the host has */
bool device_lacks_space(
    const struct node *function); /* constexpr, and neither __host__ nor __device__ */
void device_give_space(struct checker *c, struct device_def *d, uint32_t position);
struct definition *device_define(struct checker *c, enum device_def_kind kind,
                                 const struct name *name, struct span at, uint32_t position);
/* The same for a class, without its host-only members. tag: its NODE_TYPE_TAG, or NULL to keep all. */
struct definition *device_define_class(struct checker *c, enum device_def_kind kind,
                                       const struct name *name, struct span at, uint32_t position,
                                       const struct node *tag);
/* The token of the cell at that place: the position of what is made there. UINT32_MAX: it is in no cell. */
uint32_t device_position(const struct checker *c, struct span at);
/* A type from generated text, for the device only. name: interned. */
void define_made(struct checker *c, const char *name, struct span at, uint32_t position);
/* Defines a cell's directives for the device, before any of its items. macros_forget when all are checked. */
void define_directives(struct checker *c, struct preprocessed *text);
void macros_forget(const struct preprocessed *text);
/* Whether two kernels are overloads of each other: of one cell, in whichever of its headers. */
bool definition_overloads(const struct definition *a, const struct definition *b);
/* An explicit specialisation, which stands beside its template: see params_key in device_text.c. */
bool definition_is_special(const struct definition *d);
bool definition_replaces(const struct lang *l, const struct definition *new,
                         const struct definition *old);

/* ---- device_text.c ---- */
void define_both_sides(struct checker *c,
                       const struct node *n); /* a top-level declaration that was just checked */
/* What the inline namespace that has been entered means for the one around it; outer: that, or NULL. */
void define_inline_namespace(struct checker *c, const struct node *n, const struct name *outer);

/* ---- layout_pod.c ---- */
/* Whether no member of a derived class lies in the padding behind it. t: NULL of a template; on_device: for kernels, whose text lacks
 * what only the host has. */
bool layout_is_pod(const struct type *t, const struct node *tag, bool on_device);
/* The members that give a class on the device the layout that it has on the host, where it is no POD; NULL: none are needed. */
const char *layout_text(struct checker *c, const struct type *t, const struct node *tag);

/* ---- device_macros.c ---- */
/* Whether a text has a macro in which the device reads __device__ or __constant__, and the host something else. */
bool device_gives_space(const struct checker *c, struct span at, uint32_t position);
/* Fills d->macros: the macros in force at that token of the cell that d's text uses. */
void read_macros(struct checker *c, struct device_def *d, uint32_t position);

/* ---- device_program.c ---- */
void program_with(struct lang *l, const struct unit *u,
                  struct device_program *out); /* lang_device_program */
void program_commit(struct lang *l, const struct unit *u);
void program_add(struct lang *l, struct device_def *const *defs, uint32_t count);
void program_drop(struct lang *l,
                  const char *name); /* a name that no longer exists on the device */
