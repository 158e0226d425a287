/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The only interface of Warpcell: a CUDA C session. kernel/ and repl/ use nothing else.
 *
 * A session belongs to one thread, which makes every call but wc_interrupt. Results are passed to callbacks on that thread,
 * while wc_run runs. All text is valid UTF-8; positions are bytes. */

struct wc_session;

/* One representation of an output. `data` is UTF-8 text, except that of binary types (image/png), which is raw bytes,
 * and of JSON types (*+json, application/json), which is JSON text. */
struct wc_mime {
    const char *type;
    const char *data;
    size_t size;
    bool binary, json;
};

struct wc_bundle {
    const struct wc_mime *items; /* text/plain is always there, last */
    size_t count;
    const char *display_id; /* NULL: none; otherwise the display can be updated */
    int width, height;      /* of the picture, pixels; 0: no picture */
};

/* Its items as a JSON object, type to data; binary data in base64, as Jupyter has it. The caller frees it. */
char *wc_bundle_json(const struct wc_bundle *b);

enum wc_output {
    WC_DISPLAY, /* display_data */
    WC_RESULT,  /* execute_result: the value of the cell's last expression */
    WC_UPDATE,  /* update_display_data, by display_id */
    WC_PAGER,   /* help text: a pager payload in Jupyter, plain text in a terminal */
};

struct wc_error {
    const char *name;  /* "TypeError", "DeviceError", "KeyboardInterrupt"... */
    const char *text;  /* one line */
    const char *plain; /* the whole report with its carets */
    const char *ansi;  /* the same with escapes, for a terminal or a notebook */
};

/* Long operations: shown after one second, then at most ten times a second. */
struct wc_progress {
    unsigned id;      /* identifies the operation */
    const char *text; /* "compiling blur"; finished: "compiled blur in 2.3 s" */
    double fraction;  /* 0 to 1; below 0: unknown */
    double seconds;   /* since it began */
    bool finished;    /* or given up: the last call with this id */
};

/* An input element for a cell: slider(), checkbox()... One widget for each kind and label of a session. */
enum wc_widget_kind {
    WC_INT_SLIDER,
    WC_FLOAT_SLIDER,
    WC_CHECKBOX,
    WC_DROPDOWN, /* value: the index of the option */
    WC_BUTTON,   /* value: the number of presses */
    WC_PROGRESS,
    WC_HTML, /* text */
};

struct wc_widget {
    unsigned id; /* from 1 */
    enum wc_widget_kind kind;
    const char *label;
    double value, low, high, step;
    const char *text;           /* of WC_HTML */
    const char *const *options; /* of WC_DROPDOWN */
    size_t option_count;
};

/* All launches of a kernel with one configuration in a cell. */
struct wc_launches {
    const char *kernel, *grid, *block; /* "16 × 16" */
    unsigned calls;
    uint64_t median_ns, total_ns;
};

struct wc_callbacks {
    void *user;
    /* fd 1 or 2. Whole characters only. */
    void (*stream)(void *user, int fd, const char *text, size_t n);
    void (*output)(void *user, enum wc_output what, const struct wc_bundle *b);
    void (*error)(
        void *user,
        const struct wc_error *e); /* an error ended the cell: exactly one for a failed wc_run */
    void (*clear)(void *user, bool wait);
    /* A line of input without its newline, or NULL for end of file or if there is no input. The session frees it with
     * free(). May be NULL. Must return soon after wc_interrupt. */
    char *(*input)(void *user, const char *prompt, bool password);
    /* The same for a command of the debugger, which wc_complete completes meanwhile. NULL: input is asked. */
    char *(*command)(void *user, const char *prompt);
    /* While a cell runs, soon after wc_attend: wc_complete, wc_inspect, wc_is_complete and wc_widget_set may be called
     * here, wc_run may not. May be NULL. */
    void (*attend)(void *user);
    void (*progress)(void *user, const struct wc_progress *p); /* may be NULL */
    /* Instead of the table of launches below a cell. NULL: the table. */
    void (*launches)(void *user, const struct wc_launches *rows, size_t count);
    /* Text that the user's next cell starts with. NULL: it is printed. */
    void (*next_input)(void *user, const char *text, size_t n);
    /* show: the widget appears here in the cell's output. Otherwise the program has changed its value. NULL: there are no
     * widgets, and programs get the defaults. */
    void (*widget)(void *user, const struct wc_widget *w, bool show);
    /* The cell about to run is interactive number n (from 1): its output replaces that of its last run. With `widget`
     * only. */
    void (*interactive)(void *user, unsigned n);
    /* An event of the debugger, JSON of the Debug Adapter Protocol. From the session's thread or that of wc_debug. May be NULL. */
    void (*debug_event)(void *user, const char *json);
    /* For a terminal, called before a picture is drawn: the maximum width of sixel pictures in pixels. 0: no sixels, and
     * pictures are made of half blocks. May be NULL. */
    int (*sixels)(void *user);
};

struct wc_options {
    struct wc_callbacks on;
    const char *device; /* "cpu", "0", ... or NULL: a GPU if available, else the cpu */
    const char *nvrtc;  /* path of libnvrtc, or NULL: search */
    bool terminal;      /* plain text is for a terminal: colours, its width */
    int columns;        /* of the terminal; 0: 80 */
    bool notebook;      /* warnings are for a notebook: in lines of a hundred columns */
    uint64_t
        memory; /* bytes that a program gets, on the host and on the cpu device each; 0: the machine's */
    bool bytes; /* streams of any bytes, such as pictures; else of UTF-8, bad bytes replaced */
};

/* Starts quickly: NVRTC and devices are opened when first needed. Never NULL. */
struct wc_session *wc_open(const struct wc_options *options);
void wc_close(struct wc_session *s);
void wc_resize(struct wc_session *s, int columns); /* the terminal's width has changed; 0: 80 */

enum wc_status {
    WC_OK,
    WC_ERROR,       /* the error callback was called */
    WC_INTERRUPTED, /* likewise */
    WC_EXIT,        /* exit(n) was called in a file or a program: wc_exit_code */
};

struct wc_cell {
    const char *name; /* "In[3]" or a file's name, for messages */
    const char *code; /* need not be NUL-terminated */
    size_t size;
    bool silent;    /* no result, no launch table */
    bool no_timing; /* a result, but no launch table */
    /* A whole program: a result is not displayed, exit() ends it. If it has lines `// %%`, they start cells, which run one
     * after the other as they would in a notebook, up to the first that fails. */
    bool file;
    bool program; /* one cell of a program: exit() ends that too */
    int argc;     /* for main; argv[0] is the program's name */
    char **argv;
};

enum wc_status wc_run(struct wc_session *s, const struct wc_cell *cell);
int wc_exit_code(
    const struct wc_session *s); /* of the last run: 0, exit's or main's value, 1 after an error */

/* Evaluates one expression for Jupyter's user_expressions: its text/plain, or NULL (the error callback is called).
 * The caller frees it. */
char *wc_evaluate(struct wc_session *s, const char *code, size_t size);

enum wc_completeness { WC_COMPLETE, WC_INCOMPLETE, WC_INVALID };
/* Whether Enter should run the cell; `indent` (room for 64 bytes) gets the next line's indentation when not. */
enum wc_completeness wc_is_complete(struct wc_session *s, const char *code, size_t size,
                                    char indent[64]);

/* A place in a text, from 0. Characters are UTF-16 code units, as editors and browsers count them. */
struct wc_place {
    unsigned line, character;
};

struct wc_diagnostic {
    bool warning;
    struct wc_place start, end;
    const char *kind;    /* "name error" */
    const char *message; /* the error, and what else is known about it on lines of their own */
};

/* Checks a cell, or a file, as wc_run would, and runs nothing. Calls `see` for each error and warning. Its kernels are compiled, so that wc_run
 * finds them so. define: if there is no error, its functions, types, kernels and macros are defined; its variables are not. Not while a cell runs.
 * false: there are errors, or wc_interrupt has ended it. */
bool wc_diagnose(struct wc_session *s, const struct wc_cell *cell, bool define,
                 void (*see)(void *user, const struct wc_diagnostic *d), void *user);
/* Where the name at the cursor is defined: the name of a cell or a file, valid until the next call, and the place in it. false: it is not known,
 * or a part of the language. */
bool wc_definition(struct wc_session *s, const char *code, size_t size, size_t cursor,
                   const char **out_source, struct wc_place *out);
/* The prototype of the function or kernel whose arguments the cursor is in, valid until the next call, and which of its parameters, from 0.
 * false: it is in none that is known. */
bool wc_signature(struct wc_session *s, const char *code, size_t size, size_t cursor,
                  const char **out_prototype, int *out_parameter);

struct wc_completion {
    const char *text; /* replaces [start, end) */
    const char *type; /* "function", "kernel", "variable", "magic", "keyword", "type", "macro" */
    const char *signature; /* or NULL */
};

struct wc_completions {
    size_t start, end;
    size_t count;
    /* First values for the argument, then the user's names, then the library's, the most used first; valid until the next call
     * on the session. */
    const struct wc_completion *items;
};

void wc_complete(struct wc_session *s, const char *code, size_t size, size_t cursor,
                 struct wc_completions *out);
/* Help for the name at the cursor as a bundle valid until the next call; false: unknown name. */
bool wc_inspect(struct wc_session *s, const char *code, size_t size, size_t cursor, int detail,
                struct wc_bundle *out);

/* The user has moved a widget. False: no widget has this number. Values outside its range are clamped. */
bool wc_widget_set(struct wc_session *s, unsigned id, double value);
/* The number of an interactive cell (%%interact) that must run again because one of its widgets moved, or 0. */
unsigned wc_interactive_due(const struct wc_session *s);
enum wc_status wc_interactive_run(struct wc_session *s, unsigned n);

/* The session has waited for a while: gives back memory that the next cell makes anew without delay. Arrays, variables and compiled code stay.
 * On the session's thread, between cells. */
void wc_rest(struct wc_session *s);

/* Asks for the attend callback. From any thread. Without a running cell it does nothing. */
void wc_attend(struct wc_session *s);

/* Stops the running cell, kernels included, within a second. From any thread, and from a signal handler.
 * Without a running cell it does nothing: wc_run forgets an earlier call when it starts. */
void wc_interrupt(struct wc_session *s);

/* Forgets the interrupts so far; the next wc_run, or wc_interactive_run, forgets none. For a front end whose user sees a cell as running before wc_run
 * is called: an interrupt between the two stops the cell. On the session's thread, between cells. */
void wc_begin(struct wc_session *s);

/* Answers a request of the Debug Adapter Protocol with Jupyter's additions (dumpCell, debugInfo...), both JSON texts. The caller frees
 * the reply. From any thread, one request at a time; while a launch is stopped, the session's thread answers within wc_run. */
char *wc_debug(struct wc_session *s, const char *request);
/* If a client of wc_debug has something stopped: switches the debugger off, lets it run on, and says why on its standard error. Inside the attend
 * callback. */
void wc_debug_leave(struct wc_session *s, const char *why);

/* What the session has done, for monitoring. Not while a cell runs. */
struct wc_counters {
    uint64_t launches, device_memory; /* kernels launched; bytes of the device in use */
    double device_seconds;            /* in which it ran kernels */
};

void wc_counters(const struct wc_session *s, struct wc_counters *out);

/* This process is a rank of another session's %ranks, which listens at the path of a socket or at "tcp:PORT:ADDRESS": runs its cells until it closes
 * the connection. Returns the exit status. */
int wc_rank_serve(const char *address);

const char *wc_version(void); /* "0.1.0" */
const char *wc_banner(void);  /* a few lines for a console */

#ifdef __cplusplus
}
#endif
