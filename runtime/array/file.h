/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "array/array.h"

/* Arrays in files: .npy (NumPy's format 1.0 to 3.0), .npz (a zip of them, stored or deflated), raw elements. false and NULL: a diag
 * was recorded at `at`. */

struct file_array { /* what a .npy says; free(bytes) */
    struct dtype dtype;
    uint32_t rank;
    int64_t shape[ARRAY_RANK_MAX];
    bool columns_first; /* Fortran's order */
    char *bytes;        /* of all elements, in that order */
    uint64_t size;
};

bool is_npy(const char *path);
bool npy_read(const char *path, struct diags *out, struct span at, struct file_array *result);
/* name NULL: the only one. */
bool npz_read(const char *path, const char *name, struct diags *out, struct span at,
              struct file_array *result);
/* By the ending: .npy; .npz, with one array called arr_0; else the elements alone. `elements`: in row-major order. */
bool file_write(const char *path, const struct array *a, const void *elements, struct diags *out,
                struct span at);
