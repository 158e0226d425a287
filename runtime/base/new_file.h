/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdio.h>

/* A file that appears under its name only when complete: it is written to a temporary file in the same folder, synchronised and renamed, so
 * that a full disk, an interrupt or a crash leaves the old file. Anything but a regular file (a pipe, /dev/stdout) is written directly.
 * Owned by the caller from open to close. Thread-safety: unsafe; two writers of one path each leave a whole file. */
struct new_file {
    FILE *f;
    char *path, *aside; /* of malloc; aside NULL: written directly */
};

/* false: it cannot be written, errno says why, and there is nothing to close. */
bool new_file_open(struct new_file *n, const char *path);
/* Always closes it. `good`: everything was written; otherwise the file is dropped. false: there is no new file under its name, and
 * errno says why (untouched where good was false). */
bool new_file_close(struct new_file *n, bool good);
