/* SPDX-License-Identifier: Apache-2.0 */
#include "compile/precompiled.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
    HEADERS_MET,   /* compiled once */
    HEADERS_READY, /* the file is there */
    HEADERS_LEFT   /* quick, or they cannot be precompiled */
};

struct header_set {
    uint64_t hash; /* of the directives and the options */
    enum header_state state;
};

/* ---- the directives that a program begins with ---- */

static const char *line_end(const char *p)
{
    while (*p && *p != '\n')
        p += *p == '\\' && p[1] == '\n' ? 2 : 1;
    return *p ? p + 1 : p;
}

/* The number of bytes of the lines before the first that is neither a directive nor empty; 0: none of them includes anything. */
static size_t directives_of(const char *source)
{
    const char *p = source;
    bool includes = false;
    for (;;) {
        const char *text = p + strspn(p, " \t");
        if (*text != '#' && *text != '\n')
            break;
        const char *word = text + 1 + strspn(text + 1, " \t");
        includes |= *text == '#' && !strncmp(word, "include", strlen("include"));
        p = line_end(p);
    }
    return includes ? (size_t) (p - source) : 0;
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

/* Where #line precedes headers, NVRTC does not precompile them. They have compiled before, so nothing is to be said of their lines. */
static char *without_lines(const char *source, size_t directives)
{
    struct buf out = {0};
    const char *rest = put_directives(&out, source, directives);
    buf_puts(&out, rest);
    return buf_take(&out);
}

/* Of headers and options; cells differ in their #line directives. */
static uint64_t hash_of(const struct nvrtc_job *job, size_t directives)
{
    struct buf all = {0};
    put_directives(&all, job->source, directives);
    for (int i = 0; i < job->option_count; i++)
        buf_printf(&all, "%s\n", job->options[i]);
    uint64_t hash = hash_bytes(all.p, all.n);
    buf_free(&all);
    return hash;
}

/* ---- files ---- */

static char *path_of(const struct precompiled *p, int set)
{
    struct buf path = {0};
    buf_printf(&path, "%s/%d.pch", p->folder, set);
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
        return true;
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

void precompiled_free(struct precompiled *p)
{
    if (p->folder && p->owner == getpid())
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

static char *option(const char *name, const char *value)
{
    struct buf b = {0};
    buf_printf(&b, "%s%s", name, value);
    return buf_take(&b);
}

struct header_use precompiled_begin(struct precompiled *p, const struct nvrtc *n,
                                    const struct nvrtc_job *job)
{
    struct header_use use = {.set = -1, .begun = clock_ns()};
    size_t directives = job->source && n->api.SetPCHHeapSize ? directives_of(job->source) : 0;
    if (p->handle != n->handle)
        precompiled_free(p);
    p->handle = n->handle;
    if (!directives)
        return use;
    uint64_t hash = hash_of(job, directives);
    use.set = find(p, hash);
    if (use.set < 0 && p->sets.n < SETS_MOST) {
        VEC_PUSH(&p->sets, (struct header_set){hash, HEADERS_MET});
        use.set = (int) p->sets.n - 1;
        return use;
    }
    if (use.set < 0 || p->sets.at[use.set].state == HEADERS_LEFT || !make_folder(p))
        return use;
    char name[32];
    snprintf(name, sizeof name, "%d.pch", use.set);
    use.creates = p->sets.at[use.set].state == HEADERS_MET;
    use.options[0] = option(use.creates ? "-create-pch=" : "-use-pch=", name);
    use.options[1] = option("-pch-dir=", p->folder);
    use.options[2] = option("-pch-messages=", "false");
    use.options[3] = option("-diag-suppress=", "20283"); /* that a #line follows the headers */
    use.source = without_lines(job->source, directives);
    return use;
}

bool precompiled_end(struct precompiled *p, struct header_use *use, bool compiled, const char *log)
{
    bool tried = use->options[0], failed = false;
    for (int i = 0; i < 4; i++)
        free(use->options[i]);
    free(use->source);
    if (use->set < 0)
        return false;
    struct header_set *s = &p->sets.at[use->set];
    if (!tried && s->state == HEADERS_MET) {
        if (compiled && clock_ns() - use->begun < LONG_NS)
            s->state = HEADERS_LEFT;
        return false;
    }
    if (tried) {
        char *path = path_of(p, use->set);
        bool there = !access(path, R_OK);
        failed = log && strstr(log, "precompiled header");
        if (compiled && !failed)
            s->state = there ? HEADERS_READY : HEADERS_LEFT;
        if (failed)
            s->state = HEADERS_LEFT;
        if (s->state != HEADERS_READY)
            unlink(path);
        free(path);
    }
    return failed;
}
