/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as cells for the whole front end: lexer, preprocessor, parser, checker, and the completeness check for Enter. A cell is
 * checked, defined and checked again. Each message must be ours and must render. What begins with "%std c11" is C. */
#include <string.h>

#include "cells.h"
#include "fuzz.h"
#include "lang_support.h"

static void look(const struct lang_fixture *f, bool refused)
{
    struct buf text = {0};
    bool bug = refused && !f->diags.errors;
    fixture_report(f, &text);
    for (const struct diag *d = f->diags.first; d; d = d->next)
        bug |= d->kind == DIAG_BUG;
    if (bug)
        __builtin_trap();
    buf_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lang_fixture f;
    struct cells cells = {(const char *) data, (const char *) data + size};
    const char *text;
    size_t n;
    fixture_open_whole(&f);
    if (size > 8 && !memcmp(data, "%std c11", 8))
        lang_set_language(f.lang, "c11");
    for (int count = 0; cells_next(&cells, &text, &n) && count < 20; count++) {
        struct buf b = {0};
        int indent;
        buf_put(&b, text, n);
        const char *cell = b.p ? b.p : "";
        look(&f, !fixture_check(&f, cell, n));
        look(&f, !fixture_run(&f, cell));
        look(&f, !fixture_check(&f, cell, n));
        lang_is_complete(f.lang, cell, n, &indent);
        buf_free(&b);
    }
    fixture_close(&f);
    return 0;
}
