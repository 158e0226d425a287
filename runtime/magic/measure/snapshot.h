/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "session/cell/session_state.h"

/* The memory that launches may touch: the allocations that pointers among their arguments refer to, and the program's __device__ variables. It is kept as it was before the
 * first launch, so that a statement can run again on the same inputs. Ownership: the caller's; zero-initialise it with session and place,
 * snapshot_free. Thread-safety: the session's thread. */

enum { SNAPSHOT_BLOCKS = 32 };

struct snapshot_block { /* an allocation */
    uint64_t start, size;
    char name[64];
    enum type_kind element; /* of the pointer to it */
    uint64_t element_size;
    char *before,
        *first; /* its bytes before any run, and after the first run; first: NULL: not read yet */
};

struct snapshot_variable {
    const char *name; /* interned */
    uint64_t size;
    char *before, *first;
};

struct snapshot {
    struct wc_session *s;
    struct span at;
    struct snapshot_block blocks[SNAPSHOT_BLOCKS];
    uint32_t count;
    VEC(struct snapshot_variable) variables;
    uint32_t threads, shared; /* of the last launch seen */
};

/* Keeps what each launch that follows refers to, until it is called with false. */
void snapshot_watch(struct snapshot *n, bool on);
/* Writes back the inputs or, if `results`, what snapshot_read_first has read. false: a diag. */
bool snapshot_restore(struct snapshot *n, bool results);
/* The bytes of a block now, from malloc. NULL: a diag. */
char *snapshot_read(struct snapshot *n, const struct snapshot_block *b);
bool snapshot_read_first(struct snapshot *n); /* of all blocks, into `first` */
void snapshot_free(struct snapshot *n);

/* An element of floats or doubles. */
double snapshot_value(const struct snapshot_block *b, const char *p);

struct difference {
    uint64_t count, first; /* elements */
    double largest;        /* relative */
};

/* The elements whose bytes differ from those of the first run; for floats, by how much. Two NaNs are equal. */
void snapshot_compare(const struct snapshot_block *b, const char *now, struct difference *out);
