/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "debug/debug_console.h"
#include "debug/debug_host.h"
#include "debug/debug_state.h"
#include "debug/debug_value.h"

/* Shared by debug_console.c, debug_breaking.c and debug_inspect.c; nobody else includes it. */

struct debug_display {
    uint32_t number;
    char *text;
};

struct debug_console {
    struct debugger *d;
    const struct sources *sources;
    struct debug_console_hooks hooks;
    struct buf out; /* of the present command */
    VEC(struct debug_display) displays;
    uint32_t display_count; /* so far */
    char *last;             /* the last command, which an empty line repeats */
    uint32_t listed;        /* the line behind the last that was listed; 0: none */
    uint64_t skips;         /* stops to pass over: step N */
    bool stopped;           /* a launch is */
    bool asks;              /* waits for a command */
    bool runs, quits;       /* before a launch: `run`, `quit` */
    struct debug_resume resume;
};

enum console_result { CONSOLE_STAYS, CONSOLE_GOES };

typedef enum console_result console_fn(struct debug_console *c, struct str args);

#define COMMAND(id, names, usage, help) console_fn console_##id;
#include "debug/debug_commands.def"
#undef COMMAND

struct str console_word(struct str *args); /* takes the first word */
bool console_number(struct str text, uint64_t *out);
enum console_result console_say(struct debug_console *c, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void console_put_stop(struct debug_console *c);
void console_put_displays(struct debug_console *c);
/* Where a breakpoint stops, and on what condition. */
void console_put_place(struct debug_console *c, const struct debug_breakpoint *b);
void console_put_line(struct debug_console *c, const char *file, uint32_t line, bool here);
/* "block (0, 0, 0), thread (5, 0, 0)" of the focus. */
void console_put_thread(struct debug_console *c);
void console_put_strip(struct debug_console *c);
