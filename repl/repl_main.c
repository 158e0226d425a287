/* SPDX-License-Identifier: Apache-2.0 */
/* warpcell: a session in a terminal. A prompt for an interactive user (edit.c), else a program: from a file, from -e,
 * or from standard input, cell by cell. A program's exit status is main's or exit's value, and 1 after an error. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <limits.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cuda_command.h"
#include "editor/dap_server.h"
#include "editor/json_output.h"
#include "editor/lsp_server.h"
#include "repl.h"
#include "text.h"

enum { USAGE = 2, INTERRUPTED = 130 };

static const char help[] =
    "usage: warpcell [options] [FILE.cu [ARGUMENTS...]]\n"
    "       warpcell [options] -e CODE [ARGUMENTS...]\n"
    "       warpcell cuda [options] COMMAND [ARGUMENTS...]\n"
    "\n"
    "CUDA C, cell by cell. Without FILE and -e a prompt at a terminal, else the program on "
    "standard input.\n"
    "\n"
    "  -e, --execute CODE  run CODE and show the value of its last expression; several run one "
    "after\n"
    "                      the other, until one fails\n"
    "  -i, --interactive   then show a prompt\n"
    "  -q, --quiet         no banner, no table of launches at the prompt, no progress\n"
    "      --json          write what the program prints, shows and fails with as lines of JSON, "
    "for tools\n"
    "      --no-startup    do not run the startup file, ~/.config/warpcell/startup.cu, before the "
    "prompt\n"
    "  -I FOLDER           look for headers here too\n"
    "  -D NAME[=VALUE]     define a macro; -U NAME: undefine one\n"
    "  -x LANGUAGE         c, c++ or cu; otherwise a file whose name ends in .c is C\n"
    "      -std=STANDARD   c11, gnu17, c++17, ...\n"
    "  -d, --device NAME   use this device: cpu, or the number of a GPU\n"
    "      --as ARCH       the cpu device, with this compute capability: sm_75 (the default), "
    "sm_80, sm_90, ...\n"
    "                      (also WARPCELL_ARCH)\n"
    "      --nvrtc PATH    load this libnvrtc\n"
    "      --pictures HOW  draw pictures in sixel or blocks; auto asks the terminal\n"
    "                      (also WARPCELL_PICTURES)\n"
    "      --check         run FILE or CODE on the cpu device under the checker: data races, "
    "uninitialised reads,\n"
    "                      barriers; the status is 1 if mistakes were found\n"
    "      --nan           with --check: also NaN and infinity that come of finite numbers\n"
    "      --seed N        with --check: blocks and warps get their turns in another order\n"
    "      --runs N        with --check: run it N times, with the seeds from --seed on\n"
    "      --debug         run FILE or CODE on the cpu device under the debugger, which stops at "
    "the "
    "first line of\n"
    "                      the first launch; --debug=host: at the first line of main; "
    "--debug=optimised: kernels\n"
    "                      as they usually are\n"
    "      --lsp           serve the Language Server Protocol on standard input and output, for "
    "editors: errors,\n"
    "                      completion and help while a file is written\n"
    "      --dap           serve the Debug Adapter Protocol on standard input and output, for "
    "editors; "
    "FILE is what\n"
    "                      `launch` runs if it names no program\n"
    "      --leaks         after FILE or CODE, show memory that was not freed and is lost\n"
    "  -t, --timing        show what each launch took (at a prompt this is always shown)\n"
    "  -V, --version       print the version and leave\n"
    "  -h, --help          print this and leave\n";

enum { BUILD_OPTIONS_MAX = 1000, CODES_MAX = 256 };

/* -I, -D, -U, -x, -std=: each is a line of the session, run before the program. */
struct build_option {
    const char *line; /* before the value: "%include_path " */
    const char *name, *value;
};

struct command_line {
    struct build_option build[BUILD_OPTIONS_MAX];
    int build_count;
    const char *codes[CODES_MAX]; /* of -e */
    int code_count;
    const char *file, *device, *nvrtc;
    enum repl_pictures pictures;
    bool timing, check, nans, leaks, dap, lsp, version, help;
    bool stays, quiet, json, no_startup; /* stays: a prompt after the program */
    const char *debug; /* NULL: no; else the magic that switches the debugger on */
    unsigned seed, runs;
    int rest; /* index of the program's own arguments */
};

/* The magic of --debug[=host|optimised]; NULL: it is neither. */
static const char *debug_magic(const char *how)
{
    if (!how)
        return "%debug start";
    return !strcmp(how, "host")        ? "%debug --host start"
           : !strcmp(how, "optimised") ? "%debug -O start"
                                       : NULL;
}

static bool number_word(const char *word, unsigned *out)
{
    char *end;
    unsigned long n = strtoul(word, &end, 10);
    *out = (unsigned) n;
    return isdigit((unsigned char) *word) && !*end && n <= UINT_MAX;
}

static bool add_build_option(struct command_line *a, int option, const char *value)
{
    static const struct {
        int option;
        const char *name, *line;
    } rows[] = {
        {'I', "-I",    "%include_path "},
        {'D', "-D",    "%define "      },
        {'U', "-U",    "#undef "       },
        {'x', "-x",    "%std "         },
        {'s', "-std=", "%std "         },
    };

    if (option == 's' && strncmp(value, "td=", 3))
        return false;
    if (a->build_count == BUILD_OPTIONS_MAX)
        return false;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].option == option)
            a->build[a->build_count++] = (struct build_option){rows[i].line, rows[i].name,
                                                               option == 's' ? value + 3 : value};
    return true;
}

/* What getopt_long gives for options without a letter. */
enum {
    NVRTC = 256,
    PICTURES,
    LEAKS,
    CHECKED,
    DEBUGGED,
    DAP,
    LSP,
    JSON,
    NO_STARTUP,
    NANS,
    SEED,
    RUNS,
    AS
};

static const struct option long_options[] = {
    {"execute",     required_argument, NULL, 'e'       },
    {"device",      required_argument, NULL, 'd'       },
    {"as",          required_argument, NULL, AS        },
    {"interactive", no_argument,       NULL, 'i'       },
    {"quiet",       no_argument,       NULL, 'q'       },
    {"json",        no_argument,       NULL, JSON      },
    {"no-startup",  no_argument,       NULL, NO_STARTUP},
    {"nvrtc",       required_argument, NULL, NVRTC     },
    {"pictures",    required_argument, NULL, PICTURES  },
    {"check",       no_argument,       NULL, CHECKED   },
    {"debug",       optional_argument, NULL, DEBUGGED  },
    {"dap",         no_argument,       NULL, DAP       },
    {"lsp",         no_argument,       NULL, LSP       },
    {"nan",         no_argument,       NULL, NANS      },
    {"seed",        required_argument, NULL, SEED      },
    {"runs",        required_argument, NULL, RUNS      },
    {"leaks",       no_argument,       NULL, LEAKS     },
    {"timing",      no_argument,       NULL, 't'       },
    {"version",     no_argument,       NULL, 'V'       },
    {"help",        no_argument,       NULL, 'h'       },
    {NULL,          0,                 NULL, 0         },
};

static bool parse_arguments(int argc, char **argv, struct command_line *out)
{
    bool as = false;
    const char *pictures = getenv("WARPCELL_PICTURES");
    if (pictures && *pictures && !pictures_word(pictures, &out->pictures))
        fprintf(stderr, "warpcell: WARPCELL_PICTURES is auto, sixel or blocks, not '%s'\n",
                pictures);
    for (int c; (c = getopt_long(argc, argv, "+e:d:iqtVhI:D:U:x:s:", long_options, NULL)) != -1;) {
        switch (c) {
        case 'e':
            if (out->code_count == CODES_MAX)
                return false;
            out->codes[out->code_count++] = optarg;
            break;
        case 'I':
        case 'D':
        case 'U':
        case 'x':
        case 's':
            if (!add_build_option(out, c, optarg))
                return false;
            break;
        case 'd': out->device = optarg; break;
        case AS:
            if (!cuda_arch_valid(optarg)) {
                fprintf(stderr,
                        "warpcell: --as takes a compute capability such as sm_80, not '%s'\n",
                        optarg);
                return false;
            }
            setenv("WARPCELL_ARCH", optarg, 1);
            as = true;
            break;
        case NVRTC: out->nvrtc = optarg; break;
        case PICTURES:
            if (!pictures_word(optarg, &out->pictures)) {
                fprintf(stderr, "warpcell: --pictures takes auto, sixel or blocks\n");
                return false;
            }
            break;
        case CHECKED: out->check = true; break;
        case NANS: out->nans = true; break;
        case SEED:
        case RUNS:
            if (!number_word(optarg, c == SEED ? &out->seed : &out->runs)) {
                fprintf(stderr, "warpcell: --%s takes a number\n", c == SEED ? "seed" : "runs");
                return false;
            }
            break;
        case DEBUGGED:
            out->debug = debug_magic(optarg);
            if (!out->debug)
                return false;
            break;
        case DAP: out->dap = true; break;
        case LSP: out->lsp = true; break;
        case LEAKS: out->leaks = true; break;
        case 'i': out->stays = true; break;
        case 'q': out->quiet = true; break;
        case JSON: out->json = true; break;
        case NO_STARTUP: out->no_startup = true; break;
        case 't': out->timing = true; break;
        case 'V': out->version = true; break;
        case 'h': out->help = true; break;
        default: return false;
        }
    }
    if (!out->code_count && optind < argc)
        out->file = argv[optind];
    out->rest = optind;
    if ((out->check || as) && !out->device)
        out->device = "cpu"; /* the only one that checks, or has a choice */
    return true;
}

/* ---- signals: one thread takes them, so that no handler runs in the middle of anything ---- */

static void *serve_signals(void *user)
{
    struct repl *r = user;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGWINCH);
    sigaddset(&set, SIGCONT);
    for (int which; !sigwait(&set, &which) && !atomic_load(&r->stopping);) {
        if (which == SIGINT && !r->interactive && !atomic_load(&r->running))
            _exit(INTERRUPTED); /* still waiting for the program */
        if (which == SIGINT)
            wc_interrupt(r->session);
        if (write(r->wake[1], which == SIGINT ? "i" : "w", 1) < 0)
            continue; /* the pipe is full of earlier ones */
    }
    return NULL;
}

static bool start_signals(struct repl *r)
{
    if (pipe2(r->wake, O_CLOEXEC | O_NONBLOCK))
        return false;
    return !pthread_create(&r->signals, NULL, serve_signals, r);
}

static void stop_signals(struct repl *r)
{
    atomic_store(&r->stopping, true);
    pthread_kill(r->signals, SIGWINCH);
    pthread_join(r->signals, NULL);
    close(r->wake[0]);
    close(r->wake[1]);
}

static void forget_interrupts(struct repl *r)
{
    char c;
    while (read(r->wake[0], &c, 1) == 1)
        continue;
}

/* ---- programs ---- */

enum wc_status repl_run(struct repl *r, const char *name, const char *code, size_t size, bool file,
                        int argc, char **argv)
{
    struct wc_cell cell = {.name = name,
                           .code = code,
                           .size = size,
                           .file = file,
                           .program = !r->interactive,
                           .no_timing = !r->timing,
                           .argc = argc,
                           .argv = argv};
    wc_resize(r->session, print_columns());
    atomic_store(&r->running, true);
    enum wc_status status = wc_run(r->session, &cell);
    print_held(r);
    atomic_store(&r->running, false);
    forget_interrupts(r);
    return status;
}

static int exit_status(struct repl *r, enum wc_status status)
{
    switch (status) {
    case WC_OK:
    case WC_EXIT: return wc_exit_code(r->session);
    case WC_ERROR: return wc_exit_code(r->session) ? wc_exit_code(r->session) : 1;
    case WC_INTERRUPTED: return INTERRUPTED;
    }
    return 1;
}

static char *read_all(FILE *f, size_t *out_size)
{
    char *text = NULL;
    size_t n = 0, room = 0, got = 1;
    while (got) {
        if (n + 1 >= room) {
            char *more = realloc(text, room = room ? 2 * room : 1 << 16);
            if (!more)
                break;
            text = more;
        }
        got = fread(text + n, 1, room - n - 1, f);
        n += got;
    }
    if (!text || ferror(f)) {
        free(text);
        return NULL;
    }
    text[n] = 0;
    *out_size = n;
    return text;
}

static int run_file(struct repl *r, const char *path, int argc, char **argv)
{
    size_t size;
    FILE *f = fopen(path, "re");
    char *text = f ? read_all(f, &size) : NULL;
    if (!text)
        fprintf(stderr, "warpcell: '%s' cannot be read: %s\n", path, strerror(errno));
    if (f)
        fclose(f);
    if (!text)
        return 1;
    if (size > 1 && !memcmp(text, "#!", 2))
        memcpy(text, "//", 2); /* a script's first line; columns and lines stay */
    int status = exit_status(r, repl_run(r, path, text, size, true, argc, argv));
    free(text);
    return status;
}

/* What --check and --leaks ask for when the program has ended. Returns the status, or 1 if mistakes were found. */
static int conclude(struct repl *r, const struct command_line *a, int status)
{
    static const char verdict[] = "%check --status", off[] = "%debug off";
    if (a->check && a->debug) /* the verdict is no part of the program */
        repl_run(r, "--check", off, strlen(off), false, 0, NULL);
    if (a->check && repl_run(r, "--check", verdict, strlen(verdict), false, 0, NULL) != WC_OK &&
        !status)
        status = 1;
    if (a->leaks)
        repl_run(r, "--leaks", "%leaks", strlen("%leaks"), false, 0, NULL);
    return status;
}

/* One cell after the other, until one fails. */
static int run_codes(struct repl *r, const struct command_line *a, int argc, char **argv)
{
    enum wc_status status = WC_OK;
    for (int i = 0; i < a->code_count && status == WC_OK; i++)
        status = repl_run(r, "-e", a->codes[i], strlen(a->codes[i]), false, argc, argv);
    return exit_status(r, status);
}

/* Whether a cell that could end continues on the next line of a program: a brace on a line of its own, or an else. */
static bool goes_on(const char *text)
{
    text += strspn(text, " \t\r\n");
    return *text == '{' ||
           (!strncmp(text, "else", 4) && !isalnum((unsigned char) text[4]) && text[4] != '_');
}

/* Whether the next line could continue a cell that is complete: only then do we wait for it. */
static bool may_go_on(const char *text, size_t n)
{
    while (n && isspace((unsigned char) text[n - 1]))
        n--;
    if (n && text[n - 1] == ')')
        return true;
    for (const char *at = text; (at = strstr(at, "if")); at += 2)
        if ((at == text || !isalnum((unsigned char) at[-1])) && !isalnum((unsigned char) at[2]))
            return true;
    return false;
}

/* Lines of standard input, of which one may be looked at before it is taken. */
struct lines {
    char *line;
    size_t room;
    bool looked; /* `line` was read and not taken */
};

/* The next line with its newline; NULL: the end. */
static const char *look_at_line(struct lines *l)
{
    if (!l->looked)
        l->looked = getline(&l->line, &l->room, stdin) > 0;
    return l->looked ? l->line : NULL;
}

/* The lines of one cell, added to `cell`. false: there is none. */
static bool next_cell(struct repl *r, struct lines *l, struct text *cell)
{
    enum wc_completeness state = WC_INCOMPLETE;
    char indent[64];
    text_set(cell, "", 0);
    while (state == WC_INCOMPLETE || may_go_on(cell->p, cell->n)) {
        const char *line = look_at_line(l);
        if (!line || (state != WC_INCOMPLETE && !goes_on(line) && !text_blank(line, strlen(line))))
            break;
        text_insert(cell, line, strlen(line));
        l->looked = false;
        size_t n = cell->n - (cell->p[cell->n - 1] == '\n');
        state = wc_is_complete(r->session, cell->p, n, indent);
    }
    return cell->n > 0;
}

/* A program on standard input, run as it comes: cells In[1], In[2]... as a user would have entered them, up to the first error. */
static int run_stdin(struct repl *r)
{
    struct lines lines = {0};
    struct text cell = {0};
    int status = 0;
    bool exits = false;
    r->program_on_stdin = true;
    while (!status && !exits && next_cell(r, &lines, &cell)) {
        char name[24];
        if (text_blank(cell.p, cell.n))
            continue;
        snprintf(name, sizeof name, "In[%d]", r->cell++);
        enum wc_status ran = repl_run(r, name, cell.p, cell.n, false, 0, NULL);
        status = exit_status(r, ran);
        exits = ran == WC_EXIT;
    }
    if (!status && ferror(stdin)) {
        fprintf(stderr, "warpcell: standard input cannot be read: %s\n", strerror(errno));
        status = 1;
    }
    free(lines.line);
    text_free(&cell);
    return status;
}

/* false: an option is wrong, which was reported. */
static bool run_build_options(struct repl *r, const struct command_line *a)
{
    bool good = true;
    for (int i = 0; i < a->build_count && good; i++) {
        struct text line = {0};
        text_set(&line, a->build[i].line, strlen(a->build[i].line));
        text_insert(&line, a->build[i].value, strlen(a->build[i].value));
        good = repl_run(r, a->build[i].name, line.p, line.n, false, 0, NULL) == WC_OK;
        text_free(&line);
    }
    return good;
}

static int serve_editor(const struct command_line *a)
{
    const char *lines[BUILD_OPTIONS_MAX];
    struct text text[BUILD_OPTIONS_MAX] = {0};
    for (int i = 0; i < a->build_count; i++) {
        text_set(&text[i], a->build[i].line, strlen(a->build[i].line));
        text_insert(&text[i], a->build[i].value, strlen(a->build[i].value));
        lines[i] = text[i].p;
    }
    int status = lsp_serve(&(struct lsp_options){a->device, a->nvrtc, lines, a->build_count});
    for (int i = 0; i < a->build_count; i++)
        text_free(&text[i]);
    return status;
}

/* $WARPCELL_STARTUP, or startup.cu in the folder of configuration (XDG Base Directory 0.8). From malloc; NULL: no home. */
static char *startup_path(void)
{
    const char *own = getenv("WARPCELL_STARTUP"), *config = getenv("XDG_CONFIG_HOME"),
               *home = getenv("HOME");
    struct text path = {0};
    if (own)
        return strdup(own);
    bool absolute = config && *config == '/';
    if (!absolute && (!home || *home != '/'))
        return NULL;
    text_set(&path, absolute ? config : home, strlen(absolute ? config : home));
    const char *rest = absolute ? "/warpcell/startup.cu" : "/.config/warpcell/startup.cu";
    text_insert(&path, rest, strlen(rest));
    return path.p;
}

/* Its errors are shown, and the prompt comes all the same. */
static void run_startup(struct repl *r)
{
    char *path = startup_path();
    if (path && *path && !access(path, F_OK))
        run_file(r, path, 0, (char *[]){path, NULL});
    free(path);
}

static int run_prompt(struct repl *r)
{
    return r->interactive ? edit_loop(r) : run_stdin(r);
}

static int run_all(struct repl *r, const struct command_line *a, int argc, char **argv)
{
    if (!run_build_options(r, a))
        return 1;
    char check[32];
    snprintf(check, sizeof check, "%%check on %u%s", a->seed, a->nans ? " nan" : "");
    if (a->check && repl_run(r, "--check", check, strlen(check), false, 0, NULL) != WC_OK)
        return 1;
    if (a->debug && repl_run(r, "--debug", a->debug, strlen(a->debug), false, 0, NULL) != WC_OK)
        return 1;
    if (r->interactive && !a->no_startup)
        run_startup(r);
    int status;
    if (a->code_count) {
        argv[a->rest - 1] = argv[0]; /* the program's own name before its arguments */
        status = conclude(r, a, run_codes(r, a, argc - a->rest + 1, argv + a->rest - 1));
    } else if (a->file) {
        status = conclude(r, a, run_file(r, a->file, argc - a->rest, argv + a->rest));
    } else {
        return run_prompt(r);
    }
    return a->stays ? run_prompt(r) : status;
}

static bool colours_wanted(int fd)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(fd) && !(no && *no) && !(term && !strcmp(term, "dumb"));
}

/* A file at its limit (ulimit -f) is an error of write(). SIG_IGN would be inherited by the commands of cells. */
static void ignore_signal(int number)
{
}

/* --runs: the program in a process of its own for each seed. -1: this is such a process, and continues; else the status of all. */
static int run_each(struct command_line *a)
{
    int status = 0;
    for (unsigned k = 0; k < a->runs; k++) {
        pid_t child = fork();
        if (!child) {
            a->seed += k;
            return -1;
        }
        int ended = 1;
        if (child < 0 || waitpid(child, &ended, 0) < 0 || ended) {
            fprintf(stderr, "warpcell: with --seed %u\n", a->seed + k);
            status = 1;
        }
    }
    return status;
}

int main(int argc, char **argv)
{
    struct command_line a = {0};
    struct repl r = {
        .cell = 1, .wake = {-1, -1}
    };
    sigset_t mine;
    if (argc > 1 && !strcmp(argv[1], "cuda"))
        return cuda_command(argc - 1, argv + 1);
    if (argc == 3 && !strcmp(argv[1], "--rank"))
        return wc_rank_serve(argv[2]);
    if (!parse_arguments(argc, argv, &a)) {
        fputs("try 'warpcell --help'\n", stderr);
        return USAGE;
    }
    if (a.version || a.help) {
        if (a.version)
            printf("warpcell %s\n", wc_version());
        else
            fputs(help, stdout);
        return 0;
    }
    setlocale(LC_CTYPE, "");
    if (a.dap)
        return dap_serve(&(struct dap_program){a.device, a.nvrtc, a.file,
                                               a.file ? argc - a.rest - 1 : 0,
                                               a.file ? argv + a.rest + 1 : NULL});
    if (a.lsp)
        return serve_editor(&a);
    int status = a.check && a.runs > 1 && (a.file || a.code_count) ? run_each(&a) : -1;
    if (status >= 0)
        return status;
    sigemptyset(&mine);
    sigaddset(&mine, SIGINT);
    sigaddset(&mine, SIGWINCH);
    sigaddset(&mine, SIGCONT);
    pthread_sigmask(SIG_BLOCK, &mine, NULL); /* before any thread starts */
    sigaction(SIGXFSZ, &(struct sigaction){.sa_handler = ignore_signal}, NULL);
    r.interactive = ((!a.code_count && !a.file) || a.stays) && !a.json && isatty(STDIN_FILENO) &&
                    isatty(STDOUT_FILENO);
    r.quiet = a.quiet;
    r.pictures = a.pictures;
    r.timing = a.timing || (r.interactive && !a.quiet);
    r.colour_out = colours_wanted(STDOUT_FILENO);
    r.colour_err = colours_wanted(STDERR_FILENO);
    struct wc_options options = {print_callbacks(&r), a.device, a.nvrtc, r.colour_out,
                                 print_columns()};
    r.command = edit_can() ? edit_command : NULL;
    options.bytes = !a.json && !r.interactive;
    if (a.json)
        options.on = json_callbacks(options.on);
    r.session = wc_open(&options);
    status = 1;
    if (start_signals(&r)) {
        status = run_all(&r, &a, argc, argv);
        stop_signals(&r);
    }
    wc_close(r.session);
    print_held(&r); /* of destructors */
    edit_close(&r);
    if (a.json)
        json_end(status);
    if (r.lost && r.lost != EPIPE)
        fprintf(stderr, "warpcell: output was lost: %s\n", strerror(r.lost));
    return r.lost && !status ? 1 : status;
}
