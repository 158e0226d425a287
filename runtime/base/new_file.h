/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdio.h>

/* A file that takes its name only when it is whole: it is written aside, in the same folder, synchronised and renamed, so that a full
 * disk, an interrupt or a crash leaves what was there before. What is no regular file (a pipe, /dev/stdout) is written directly.
 * Owned by the caller from open to close. Thread-safety: unsafe; two writers of one path each leave a whole file. */
struct new_file {
    FILE *f;
    char *path, *aside; /* of malloc; aside NULL: written directly */
};

/* false: it cannot be written, errno says why, and there is nothing to close. */
bool new_file_open(struct new_file *n, const char *path);
/* Ends it in any case. `good`: all has been written; otherwise the file is dropped. false: it is not there under its name, and
 * errno says why (untouched where good was false). */
bool new_file_close(struct new_file *n, bool good);
