/* SPDX-License-Identifier: Apache-2.0 */
/* Processes whose name is one of ours. Next: magic_list.c. */
#include "magic/measure/sessions.h"

#include <ctype.h>
#include <dirent.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "base/vec.h"

static FILE *open_of(int process, const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", process, name);
    return fopen(path, "re");
}

/* The account's name, or its number if it has none. */
static const char *account(struct arena *a, int process)
{
    char path[32], room[1024];
    struct stat st;
    struct passwd entry, *found = NULL;
    snprintf(path, sizeof path, "/proc/%d", process);
    if (stat(path, &st))
        return "?";
    if (!getpwuid_r(st.st_uid, &entry, room, sizeof room, &found) && found)
        return arena_printf(a, "%s", found->pw_name);
    return arena_printf(a, "%u", (unsigned) st.st_uid);
}

static const char *user_of(struct arena *a, int process)
{
    static const char hub[] = "JUPYTERHUB_USER=";
    FILE *f = open_of(process, "environ");
    char *entry = NULL;
    const char *user = NULL;
    size_t room = 0;
    while (f && !user && getdelim(&entry, &room, 0, f) > 0)
        if (!strncmp(entry, hub, sizeof hub - 1) && entry[sizeof hub - 1])
            user = arena_printf(a, "%s", entry + sizeof hub - 1);
    free(entry);
    if (f)
        fclose(f);
    return user ? user : account(a, process);
}

/* proc_pid_stat(5): the name in parentheses, then the state; utime and stime are fields 14 and 15, rss is 24. */
static bool read_session(int process, char program[16], struct machine_session *out)
{
    unsigned long user = 0, system = 0;
    long pages = 0;
    FILE *f = open_of(process, "stat");
    bool ok = f && fscanf(f,
                          "%*d (%15[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %*d "
                          "%*d %*d %*d %*d %*d %*u %*u %ld",
                          program, &user, &system, &pages) == 4;
    if (f)
        fclose(f);
    out->process = process;
    out->resident = (uint64_t) pages * (uint64_t) sysconf(_SC_PAGESIZE);
    out->processor_seconds = (double) (user + system) / (double) sysconf(_SC_CLK_TCK);
    return ok && (!strcmp(program, "warpcell") || !strcmp(program, "warpcell-kernel") ||
                  !strcmp(program, "warpcell-gpu"));
}

static int by_size(const void *a, const void *b)
{
    const struct machine_session *s = a, *t = b;
    if (s->resident != t->resident)
        return s->resident < t->resident ? 1 : -1;
    return s->process - t->process;
}

struct machine_session *sessions_list(struct arena *a, uint32_t *out_count)
{
    VEC(struct machine_session) all = {0};
    DIR *dir = opendir("/proc");
    for (struct dirent *e; dir && (e = readdir(dir));) {
        struct machine_session s;
        char program[16];
        if (!isdigit((unsigned char) e->d_name[0]) || !read_session(atoi(e->d_name), program, &s))
            continue;
        s.user = user_of(a, s.process);
        s.program = arena_printf(a, "%s", program);
        VEC_PUSH(&all, s);
    }
    if (dir)
        closedir(dir);
    struct machine_session *kept = arena_alloc(a, (all.n + 1) * sizeof *kept);
    if (all.n) {
        qsort(all.at, all.n, sizeof *all.at, by_size);
        memcpy(kept, all.at, all.n * sizeof *kept);
    }
    *out_count = (uint32_t) all.n;
    VEC_FREE(&all);
    return kept;
}
