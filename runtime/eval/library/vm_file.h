/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdio.h>

#include "eval/vm/vm.h"

/* The object of a program's FILE *. stdin, stdout and stderr belong to the session: input comes a line at a time from the
 * front end. Others are files of the C library, closed with the session at the latest. The VM owns all of them.
 * Thread-safety: the session's thread only. */
struct vm_file {
    int standard; /* 0 to 2; -1: a file of its own */
    FILE *file;   /* NULL when standard */
    char *line;   /* of stdin: received but not yet read */
    size_t at, n;
    int pushed; /* by ungetc; -1: nothing */
    bool ended;
};

struct vm_file *vm_standard_file(struct vm *vm, int which);
/* The open file of a FILE * argument, or NULL with a diag at it. */
struct vm_file *vm_file_of(struct vm *vm, uint64_t handle, struct span at);
/* The same for argument `arg` of a call, to be written to. */
struct vm_file *vm_file_writable(struct vm *vm, const struct call_site *call, uint64_t file,
                                 uint32_t arg);
int vm_file_get(struct vm *vm, struct vm_file *f); /* a byte, or EOF */
void vm_file_unget(struct vm_file *f, int c);      /* EOF: nothing */
bool vm_file_put(struct vm *vm, struct vm_file *f, const char *text,
                 size_t n); /* false: it could not be written, no diag */
void vm_files_close(struct vm *vm);
/* Saves the C library's errno for perror and for the program. */
void vm_keep_errno(struct vm *vm, const struct call_site *call, int code);
/* Opens the path at[0] in the mode at[1], the first two arguments of a builtin. *out_file: NULL if the system refuses, which
 * errno explains. false: an argument is wrong, with a diag. */
bool vm_open_file(struct vm *vm, const struct call_site *call, const union value *at,
                  FILE **out_file);

/* The source of scanf: a file, or a string. */
struct scan_input {
    struct vm_file *file; /* or */
    const char *text;
    size_t used; /* bytes read */
    bool digits; /* of a C++ stream: no "inf" or "nan" */
};
struct builtin_call;
/* builtin_scan.c: C11 7.21.6.2. *out_count: the assignments made, or EOF. false: a diag was recorded. */
bool vm_scan(struct vm *vm, const struct builtin_call *s, const union value *at,
             uint32_t format_arg, struct scan_input *in, int *out_count);
