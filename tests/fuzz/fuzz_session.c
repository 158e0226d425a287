/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as cells of a whole session: front end, bytecode, interpreter, library, launches, arrays, display, completion.
 * Time and memory are limited. NVRTC is nvrtc.c, whose kernels do run. The session's own commands and files outside
 * the working folder are left out: a fuzzer that reads /dev or runs a shell finds other things. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cells.h"
#include "fuzz.h"
#include "session/cell/session_state.h"

enum { CELLS_MAX = 12, CELL_MS = 60, MEMORY = 64 << 20 };

/* Messages of our own bugs are findings. */
static void on_error(void *user, const struct wc_error *e)
{
    if (!strcmp(e->name, "InternalError")) {
        fprintf(stderr, "%s\n", e->plain);
        __builtin_trap();
    }
}

static void on_stream(void *user, int fd, const char *text, size_t n)
{
}

static void on_output(void *user, enum wc_output what, const struct wc_bundle *b)
{
    if (!b->count || strcmp(b->items[b->count - 1].type, "text/plain"))
        __builtin_trap();
}

static char *on_input(void *user, const char *prompt, bool password)
{
    return strdup("7 2.5 word");
}

static bool has_line_of(const char *text, size_t n, const char *first)
{
    bool start = true;
    for (size_t i = 0; i < n; i++) {
        if (start && strchr(first, text[i]) && text[i])
            return true;
        start = text[i] == '\n' || (start && (text[i] == ' ' || text[i] == '\t'));
    }
    return false;
}

/* What could reach beyond the working folder. */
static bool is_harmless(const char *text, size_t n)
{
    static const char *const words[] = {"fopen",   "freopen", "remove", "rename", "load",
                                        "include", "stream",  "system", "setenv", "tmp"};
    bool slash = memmem(text, n, "\"/", 2) || memmem(text, n, "..", 2) || memmem(text, n, "</", 2);
    for (size_t i = 0; slash && i < sizeof words / sizeof *words; i++)
        if (memmem(text, n, words[i], strlen(words[i])))
            return false;
    return !has_line_of(text, n, "!%") && !memmem(text, n, "system", 6);
}

static void stop(void *session)
{
    wc_interrupt(session);
}

static void run(struct wc_session *s, const char *text, size_t n)
{
    struct wc_cell cell = {.name = "In[1]", .code = text, .size = n};
    struct wc_completions completions;
    struct wc_bundle help;
    char indent[64];
    time_limit_begin(stop, s, CELL_MS);
    wc_is_complete(s, text, n, indent);
    wc_run(s, &cell);
    if (n % 4 == 0) { /* they look at every name there is, which takes longer than most cells */
        wc_complete(s, text, n, n / 2, &completions);
        wc_inspect(s, text, n, n / 2, 0, &help);
    }
    time_limit_end();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct wc_options options = {
        .on = {.stream = on_stream, .output = on_output, .error = on_error, .input = on_input},
        .device = "cpu",
        .nvrtc = FUZZ_NVRTC,
        .memory = MEMORY,
    };
    struct cells cells = {(const char *) data, (const char *) data + size};
    const char *text;
    size_t n;
    if (!is_harmless((const char *) data, size))
        return 0;
    setenv("WARPCELL_CACHE", "0", 1);
    struct wc_session *s = wc_open(&options);
    for (int count = 0; cells_next(&cells, &text, &n) && count < CELLS_MAX; count++)
        run(s, text, n);
    wc_close(s);
    return 0;
}
