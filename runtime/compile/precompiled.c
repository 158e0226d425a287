/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/precompiled.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/str.h"

enum {
    SETS_MOST = 4, /* each file has 100 to 200 MB */
    LONG_NS = 200000000
};

static const char folder_prefix[] = "warpcell-headers-";

enum header_state {
    HEADERS_MET,     /* not compiled so far, or only with errors */
    HEADERS_WRITTEN, /* right now, by a child */
    HEADERS_READY,   /* the file is there */
    HEADERS_LEFT     /* quick, or they cannot be precompiled */
};

struct header_set {
    uint64_t hash; /* of the directives and the options */
    enum header_state state;
    char name[8]; /* of the file */
    pid_t writer; /* while it is written */
};

/* ---- the directives that a program begins with ---- */

static const char *line_end(const char *p)
{
    while (*p && *p != '\n')
        p += *p == '\\' && p[1] == '\n' ? 2 : 1;
    return *p ? p + 1 : p;
}

/* The number of bytes of the lines before the first that is neither a directive nor empty, nor in an #if with such a line; 0: none of them
 * includes anything. */
static size_t directives_of(const char *source)
{
    const char *p = source, *end = source;
    bool includes = false, included = false;
    int depth = 0;
    for (;;) {
        const char *text = p + strspn(p, " \t");
        if (*text != '#' && *text != '\n')
            break;
        const char *word = text + 1 + strspn(text + 1, " \t");
        if (*text == '#') {
            includes |= !strncmp(word, "include", strlen("include"));
            depth += !strncmp(word, "if", strlen("if"));
            depth -= !strncmp(word, "endif", strlen("endif"));
        }
        p = line_end(p);
        if (!depth) {
            end = p;
            included = includes;
        }
    }
    return included ? (size_t) (end - source) : 0;
}

static bool is_line_directive(const char *line)
{
    const char *text = line + strspn(line, " \t#");
    return !strncmp(text, "line", strlen("line"));
}

/* The directives but #line; returns what follows them. */
static const char *put_directives(struct buf *out, const char *source, size_t directives)
{
    const char *p = source;
    while (p < source + directives) {
        const char *next = line_end(p);
        if (!is_line_directive(p))
            buf_put(out, p, (size_t) (next - p));
        p = next;
    }
    return p;
}

/* Where #line precedes headers, NVRTC does not precompile them. They have compiled before, so nothing is to be said of their lines.
 * NULL `rest`: what follows them. */
static char *without_lines(const char *source, size_t directives, const char *rest)
{
    struct buf out = {0};
    const char *follows = put_directives(&out, source, directives);
    buf_puts(&out, rest ? rest : follows);
    return buf_take(&out);
}

/* Of headers and options; cells differ in their #line directives. */
static uint64_t hash_of(const struct nvrtc_job *job, size_t directives)
{
    struct buf all = {0};
    put_directives(&all, job->source, directives);
    for (int i = 0; i < job->option_count; i++)
        buf_printf(&all, "%s\n", job->options[i]);
    buf_printf(&all, "%d", job->short_ptx);
    uint64_t hash = hash_bytes(all.p, all.n);
    buf_free(&all);
    return hash;
}

/* ---- files ---- */

static char *path_of(const struct precompiled *p, int set)
{
    struct buf path = {0};
    buf_printf(&path, "%s/%s", p->folder, p->sets.at[set].name);
    return buf_take(&path);
}

static void remove_folder(const char *folder)
{
    struct buf path = {0};
    for (int set = 0; set < SETS_MOST; set++) {
        buf_printf(&path, "%s/%d.pch", folder, set);
        unlink(path.p);
        path.n = 0;
    }
    rmdir(folder);
    buf_free(&path);
}

/* What sessions left that were killed. */
static void remove_stale(const char *in)
{
    DIR *dir = opendir(in);
    struct buf path = {0};
    for (struct dirent *e; dir && (e = readdir(dir));) {
        if (strncmp(e->d_name, folder_prefix, strlen(folder_prefix)))
            continue;
        int pid = atoi(e->d_name + strlen(folder_prefix));
        if (pid <= 0 || !kill(pid, 0) || errno != ESRCH)
            continue;
        buf_printf(&path, "%s/%s", in, e->d_name);
        remove_folder(path.p);
        path.n = 0;
    }
    if (dir)
        closedir(dir);
    buf_free(&path);
}

static bool make_folder(struct precompiled *p)
{
    const char *in = getenv("TMPDIR");
    struct buf path = {0};
    if (p->folder)
        return p->owner == getpid();
    in = in && *in == '/' ? in : "/tmp";
    remove_stale(in);
    buf_printf(&path, "%s/%s%d-XXXXXX", in, folder_prefix, (int) getpid());
    if (!mkdtemp(path.p)) {
        buf_free(&path);
        return false;
    }
    p->folder = buf_take(&path);
    p->owner = getpid();
    return true;
}

/* ---- the child that writes a file ---- */

static char *option(const char *name, const char *value)
{
    struct buf b = {0};
    buf_printf(&b, "%s%s", name, value);
    return buf_take(&b);
}

static void name_options(char *options[4], const char *how, const char *name, const char *folder)
{
    options[0] = option(how, name);
    options[1] = option("-pch-dir=", folder);
    options[2] = option("-pch-messages=", "false");
    options[3] = option("-diag-suppress=", "20283"); /* that a #line follows the headers */
}

/* It has the session's memory and nothing else of it. If NVRTC crashes here, it only ends. */
static void leave_session(void)
{
    static const int its_own[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpriority(PRIO_PROCESS, 0, 5);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    signal(SIGINT, SIG_IGN); /* is meant for the session */
    for (size_t i = 0; i < sizeof its_own / sizeof *its_own; i++)
        signal(its_own[i], SIG_DFL);
    close_range(0, ~0U, 0);
    for (int fd = 0; fd < 3; fd++)
        open("/dev/null", O_RDWR);
}

/* Compiles the source with one of the options for files. */
static bool compile(const struct precompiled *p, const char *how, const char *name,
                    const struct nvrtc *n, const struct nvrtc_job *job, const char *source)
{
    struct nvrtc_result result;
    VEC(const char *) all = {0};
    char *options[4];
    name_options(options, how, name, p->folder);
    for (int i = 0; i < job->option_count; i++)
        VEC_PUSH(&all, job->options[i]);
    for (int i = 0; i < 4; i++)
        VEC_PUSH(&all, options[i]);
    struct nvrtc_job with = {.source = source,
                             .options = all.at,
                             .option_count = (int) all.n,
                             .short_ptx = job->short_ptx};
    bool ok = nvrtc_compiles(n, &with, &result);
    nvrtc_result_free(&result);
    VEC_FREE(&all);
    for (int i = 0; i < 4; i++)
        free(options[i]);
    return ok;
}

/* A file is of use where NVRTC's heap is at the same place. It takes the memory when it is first asked for a file, even for one that is
 * not there, and keeps it; so it is asked before a child begins to write one. */
static void place_heap(struct precompiled *p, const struct nvrtc *n, const struct nvrtc_job *job)
{
    if (!p->has_heap)
        compile(p, "-use-pch=", "none.pch", n, job, "static_assert(true);\n");
    p->has_heap = true;
}

static void start_writing(struct precompiled *p, int set, const struct nvrtc *n,
                          const struct nvrtc_job *job)
{
    struct header_set *s = &p->sets.at[set];
    s->state = HEADERS_LEFT;
    if (!make_folder(p))
        return;
    place_heap(p, n, job);
    char *headers =
        without_lines(job->source, directives_of(job->source), "static_assert(true);\n");
    s->writer = fork();
    if (s->writer == 0) {
        leave_session();
        _exit(!compile(p, "-create-pch=", s->name, n, job, headers));
    }
    if (s->writer > 0)
        s->state = HEADERS_WRITTEN;
    free(headers);
}

static void leave_file(struct precompiled *p, int set)
{
    char *path = path_of(p, set);
    p->sets.at[set].state = HEADERS_LEFT;
    if (p->owner == getpid())
        unlink(path);
    free(path);
}

/* Which children have ended. */
static void look_at_writing(struct precompiled *p)
{
    for (int set = 0; set < (int) p->sets.n; set++) {
        struct header_set *s = &p->sets.at[set];
        int status = 0;
        pid_t ended = s->state == HEADERS_WRITTEN ? waitpid(s->writer, &status, WNOHANG) : 0;
        if (ended > 0 && WIFEXITED(status) && !WEXITSTATUS(status))
            s->state = HEADERS_READY;
        else if (ended)
            leave_file(p, set);
    }
}

static void end_writing(pid_t writer)
{
    kill(writer, SIGKILL);
    while (waitpid(writer, NULL, 0) < 0 && errno == EINTR)
        ;
}

void precompiled_free(struct precompiled *p)
{
    bool owned = p->folder && p->owner == getpid();
    for (size_t i = 0; i < p->sets.n && owned; i++)
        if (p->sets.at[i].state == HEADERS_WRITTEN)
            end_writing(p->sets.at[i].writer);
    if (owned)
        remove_folder(p->folder);
    free(p->folder);
    VEC_FREE(&p->sets);
    *p = (struct precompiled){0};
}

/* ---- a compilation ---- */

static int find(const struct precompiled *p, uint64_t hash)
{
    for (size_t i = 0; i < p->sets.n; i++)
        if (p->sets.at[i].hash == hash)
            return (int) i;
    return -1;
}

struct header_use precompiled_begin(struct precompiled *p, const struct nvrtc *n,
                                    const struct nvrtc_job *job)
{
    struct header_use use = {.set = -1, .begun = clock_ns()};
    size_t directives = job->source && n->api.SetPCHHeapSize ? directives_of(job->source) : 0;
    if (p->handle != n->handle)
        precompiled_free(p);
    p->handle = n->handle;
    look_at_writing(p);
    if (!directives)
        return use;
    uint64_t hash = hash_of(job, directives);
    use.set = find(p, hash);
    if (use.set < 0 && p->sets.n < SETS_MOST) {
        use.set = (int) p->sets.n;
        VEC_PUSH(&p->sets, (struct header_set){.hash = hash});
        snprintf(p->sets.at[use.set].name, sizeof p->sets.at->name, "%d.pch", use.set);
        return use;
    }
    if (use.set < 0 || p->sets.at[use.set].state != HEADERS_READY)
        return use;
    name_options(use.options, "-use-pch=", p->sets.at[use.set].name, p->folder);
    use.source = without_lines(job->source, directives, NULL);
    return use;
}

bool precompiled_end(struct precompiled *p, struct header_use *use, const struct nvrtc *n,
                     const struct nvrtc_job *job, bool compiled, const char *log)
{
    bool tried = use->options[0], failed = tried && log && strstr(log, "precompiled header");
    uint64_t took = clock_ns() - use->begun;
    for (int i = 0; i < 4; i++)
        free(use->options[i]);
    free(use->source);
    if (failed)
        leave_file(p, use->set);
    if (tried || use->set < 0 || !compiled || p->sets.at[use->set].state != HEADERS_MET)
        return failed;
    if (took < LONG_NS)
        p->sets.at[use->set].state = HEADERS_LEFT;
    else
        start_writing(p, use->set, n, job);
    return false;
}
