/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>

#include "array/array.h"
#include "base/poll_hook.h"

/* Array files: .npy (NumPy's format 1.0 to 3.0), .npz (a zip archive of .npy files, stored or deflated), and raw elements.
 * Functions return false or NULL after recording a diag. Thread-safety: safe for different files. */

struct file_work { /* a file to read or write, with progress and interrupts */
    const char *path;
    struct poll_hook *poll;       /* receives progress; or NULL */
    const atomic_bool *interrupt; /* set to stop the work; or NULL */
    struct diags *diags;
    struct span at;
};

/* Reports progress. Returns false, with a diag, if the user has interrupted the work. */
bool file_step(const struct file_work *w, struct progress *p, uint64_t done);

struct file_array { /* contents of a .npy file; the caller frees `bytes` */
    struct dtype dtype;
    uint32_t rank;
    int64_t shape[ARRAY_RANK_MAX];
    bool columns_first; /* Fortran order */
    char *bytes;        /* all elements, in that order */
    uint64_t size;
};

bool is_npy(const char *path);
bool npy_read(const struct file_work *w, struct file_array *result);
/* Type, shape and order alone; `bytes` is NULL. */
bool npy_describe(const struct file_work *w, struct file_array *result);
/* Part of it along the first axis: from `first` to before `last`, or to the end. Nothing else of the file is read. */
bool npy_read_part(const struct file_work *w, int64_t first, int64_t last,
                   struct file_array *result);
/* name NULL: the only array of the file. */
bool npz_read(const struct file_work *w, const char *name, struct file_array *result);
/* The format follows the extension: .npy; .npz with one array named arr_0; otherwise raw elements. `elements` are in row-major
 * order. */
bool file_write(const struct file_work *w, const struct array *a, const void *elements);
