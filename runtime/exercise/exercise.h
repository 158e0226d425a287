/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/arena.h"
#include "base/vec.h"
#include "diag/diag.h"

/* An exercise: one file with a task, the code that a learner starts from, and what judges the answer. docs/teachers.md describes the
 * format. The judge's programs are text of the cell language: the same data goes through the learner's launch and through the
 * reference, and every array must come out the same. Thread-safety: unsafe. */

struct exercise_datum { /* TYPE NAME[COUNT] = VALUE;  or  TYPE NAME = VALUE; */
    struct str type, name;
    struct str count,
        value; /* expressions in n, in the data above, and `value` in i; count empty: no array */
};

struct exercise_limit { /* on the work of the launches */
    struct str condition;
    const char *message; /* in the exercise's arena */
};

struct exercise {
    const struct source *source; /* the session's; the views below are of its text */
    struct arena arena;
    const char *name, *title; /* "reverse"; "Reverse an array" */
    const char *task;         /* Markdown */
    struct str start, launch, reference, solution;
    double tolerance; /* relative, of floating-point values */
    VEC(long) sizes;  /* values of n */
    VEC(struct exercise_datum) data;
    VEC(struct exercise_limit) limits;
    VEC(const char *) hints;
};

/* Reads an exercise. NULL: a diag at the place in the file was recorded. The source must outlive it. */
struct exercise *exercise_read(const struct source *source, const char *name, struct diags *out);
void exercise_free(struct exercise **e); /* NULL is none */

/* What a judge's program leaves in the variable `__exercise` (lang/include/detail/__exercise.h has the same struct). */
struct exercise_report {
    long long wrong, index, count; /* elements that differ; the first of them; of that array */
    unsigned long long address;    /* of that element on the device */
    char array[64], got[48], want[48];
};

#define EXERCISE_REPORT "__exercise"

/* Appends the program that runs launch and reference for one n. */
void exercise_program(const struct exercise *e, long n, struct buf *out);

struct exercise_work { /* of all launches of one n */
    uint64_t launches, instructions, loads, stores, atomics, barriers, global_bytes, shared_bytes;
};

/* Appends a program that writes the number of the first limit that the work exceeds, from 1, to the report's `wrong`. */
void exercise_limits_program(const struct exercise *e, long n, const struct exercise_work *work,
                             struct buf *out);

/* ---- exercises.c: those that come with Warpcell, in the order of the course ---- */
struct exercise_text {
    const char *name, *text;
};

bool exercise_at(uint32_t i, struct exercise_text *out); /* false: past the last one */
bool exercise_find(struct str name, struct exercise_text *out, uint32_t *out_index);
struct str exercise_title(const struct exercise_text *t);

/* ---- solved.c: what the learner has solved, in $XDG_DATA_HOME/warpcell/exercises ---- */
bool exercise_is_solved(const char *name);
/* false: it cannot be written, errno says why. */
bool exercise_set_solved(const char *name);
