/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>

#include "array/array.h"
#include "base/watch.h"

/* Arrays in files: .npy (NumPy's format 1.0 to 3.0), .npz (a zip of them, stored or deflated), raw elements. false and NULL: a diag
 * was recorded. */

struct file_work { /* a file to be read or written, and who cares */
    const char *path;
    struct watch *watch;          /* is told how far it is; or NULL */
    const atomic_bool *interrupt; /* ends the work; or NULL */
    struct diags *diags;
    struct span at;
};

/* Tells how far the work is; false with a diag: the user has stopped it. */
bool file_step(const struct file_work *w, struct progress *p, uint64_t done);

struct file_array { /* what a .npy says; free(bytes) */
    struct dtype dtype;
    uint32_t rank;
    int64_t shape[ARRAY_RANK_MAX];
    bool columns_first; /* Fortran's order */
    char *bytes;        /* of all elements, in that order */
    uint64_t size;
};

bool is_npy(const char *path);
bool npy_read(const struct file_work *w, struct file_array *result);
/* name NULL: the only one. */
bool npz_read(const struct file_work *w, const char *name, struct file_array *result);
/* By the ending: .npy; .npz, with one array called arr_0; else the elements alone. `elements`: in row-major order. */
bool file_write(const struct file_work *w, const struct array *a, const void *elements);
