/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "lang/lang.h"

/* A front end with a small library for tests, in place of eval's. */
struct lang_fixture {
    struct intern *names;
    struct sources *sources;
    struct lang *lang;
    struct diags diags; /* of the last fixture_check */
    uint32_t cells;
    struct unit *kept[256];
    uint32_t kept_count;
};

void fixture_open(struct lang_fixture *f);
void fixture_open_whole(struct lang_fixture *f); /* with the library of a session */
void fixture_close(struct lang_fixture *f);
/* Checks one cell. NULL: f->diags says why. The fixture frees the unit. */
struct unit *fixture_check(struct lang_fixture *f, const char *text, size_t n);
/* Checks it, commits it and defines its variables, as if it had run. */
struct unit *fixture_run(struct lang_fixture *f, const char *text);
/* The rendered diags of the last check. */
void fixture_report(const struct lang_fixture *f, struct buf *out);
