/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "debug/debugger.h"

struct debug_console;
struct debug_picture;

/* The debugger by the Debug Adapter Protocol, with Jupyter's additions (Jupyter messaging, "Debug request"; dumpCell, debugInfo). A request
 * is a JSON text, and so is its reply.
 *
 * Thread-safety: any thread may make requests, one at a time. While a launch is stopped the session's thread answers them; otherwise
 * the caller does, from what belongs to this file. So breakpoints reach the debugger when a launch begins or stops. */

struct debug_dap;

struct debug_dap_hooks {
    void *user;
    void (*event)(void *user, const char *json); /* the session's thread, or that of a request */
    /* Append text, for a console; while something is stopped. */
    void (*smi)(void *user, struct buf *out);
    void (*picture)(void *user, const struct debug_picture *p, struct buf *out);
    /* A picture as a JSON object, MIME type to data. From malloc. */
    char *(*bundle)(void *user, const struct debug_picture *p);
    struct poll_hook *poll;
    const atomic_bool *interrupt;
};

struct debug_dap *debug_dap_new(const struct debug_dap_hooks *hooks);
void debug_dap_free(struct debug_dap **p);
/* The session's debugger and sources; NULL: the session is being made anew, and nothing is stopped. The session's thread. */
void debug_dap_bind(struct debug_dap *p, struct debugger *d, const struct sources *sources);
struct debug_console *debug_dap_console(struct debug_dap *p); /* NULL: no debugger is bound */
/* The reply, which the caller frees. */
char *debug_dap_request(struct debug_dap *p, const char *json);
/* Whether launches are to be debugged: a client has attached and set breakpoints, or asks for a pause. Any thread. */
bool debug_dap_wants(struct debug_dap *p);
/* Whether the program stops at its first line, once for each request for it. Any thread. */
bool debug_dap_takes_entry(struct debug_dap *p);
/* Disconnects all clients, if something is stopped for them; it runs on. false: nothing is. The session's thread, inside poll_now. */
bool debug_dap_leave(struct debug_dap *p);
struct debug_front debug_dap_front(struct debug_dap *p);
