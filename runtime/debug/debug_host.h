/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stddef.h>

#include "debug/debug_state.h"
#include "debug/dwarf/dwarf.h"

/* The debugger of host code. The interpreter (eval/debug) tells the debugger of each statement before it runs, and says what is there at a
 * stop. Host code stops on the session's thread itself: the call returns when the front end has said how to go on.
 *
 * Thread-safety: the session's thread. */

struct
    debug_host_lines { /* of a statement; ends: 0 if it has braces, so that its lines may be other code's */
    uint32_t line, ends;
};

/* A statement that debugged code is about to execute. It belongs to its code, which the debugger may write to. */
struct debug_host_place {
    const char *file;     /* the source's name */
    const char *function; /* as in the source; of a cell its name */
    uint32_t begins;      /* the function's first line; 0: the code of a cell or file */
    struct debug_host_lines own;
    const struct debug_host_lines *lines; /* of all statements of the code, in its order */
    uint32_t line_count;
    bool first;                     /* the first statement of its line in the code */
    bool entry;                     /* the first statement of a function */
    bool leaves;                    /* the end of a function, which is about to return */
    struct debug_variable returned; /* what it returns; address 0: nothing that can be shown */
    uint32_t version;               /* of the breakpoints when is_site was computed; 0: not yet */
    bool is_site;                   /* a breakpoint is here */
};

/* What the debugger asks of host code. Frame 0 is the innermost call of the program's own code. */
struct debug_host {
    void *user;
    size_t (*depth)(void *user); /* calls that are open */
    uint32_t (*frames)(void *user, struct debug_frame *out, uint32_t most);
    /* The variables that a frame sees, innermost blocks first; appends. */
    void (*variables)(void *user, uint32_t frame, debug_variables *out);
    /* A variable of the session. */
    bool (*named)(void *user, struct str name, struct debug_variable *out);
    /* A constant, of an enum for instance. */
    bool (*constant)(void *user, struct str name, const struct debug_type **out_type, int64_t *out);
    const struct debug_type *(*type)(void *user, struct str name); /* NULL: none */
    uint64_t (*extent)(void *user, uint64_t address); /* bytes that can be accessed from there on */
    void (*wrote)(void *user, uint64_t address, uint64_t size);
    bool (*name_of)(void *user, uint64_t address, struct buf *out);
    /* The contents of a container of the library as text; false: its memory is inconsistent. */
    bool (*show)(void *user, const struct debug_type *t, uint64_t address, struct buf *out);
};

/* NULL: none. Borrowed. */
void debugger_set_host(struct debugger *d, const struct debug_host *host);
/* The program of a cell begins and has ended. has_main: its own code is main and what it calls. */
void debugger_host_begin(struct debugger *d, bool has_main);
void debugger_host_end(struct debugger *d);
/* The program stops at its first statement. */
void debugger_stop_at_host(struct debugger *d);
/* Before a statement. false: the user has abandoned the program. */
bool debugger_host_line(struct debugger *d, struct debug_host_place *at);
/* The program fails, and nothing has been unwound yet. message: the error; borrowed. of_kernel: a kernel's, which may have stopped there. */
void debugger_host_failed(struct debugger *d, const char *message, bool of_kernel);
/* Whether the present stop is one of host code: no launch is. */
bool debugger_in_host(const struct debugger *d);
