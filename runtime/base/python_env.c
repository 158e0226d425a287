/* SPDX-License-Identifier: Apache-2.0 */
/* Finds Python environments: the folders above our executable and their .venv, then what the environment names. */
#include "base/python_env.h"

#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "base/check.h"
#include "base/str.h"

enum {
    ANCESTORS = 6
}; /* site-packages/warpcell/bin/warpcell is five below the environment's folder */

struct env_visit {
    void (*see)(void *user, const char *prefix, bool likely);
    void *user;
};

/* The folders above an executable: .venv/bin/warpcell, site-packages/warpcell/bin/warpcell, or a build folder beside .venv. */
static void look_above(const struct env_visit *v, const char *executable)
{
    char *copy = xstrdup(executable), *dir = realpath(dirname(copy), NULL);
    free(copy);
    if (!dir)
        return;
    for (int i = 0; i < ANCESTORS && strcmp(dir, "/"); i++) {
        struct buf venv = {0};
        buf_printf(&venv, "%s/.venv", dir);
        v->see(v->user, dir, i == 1);
        v->see(v->user, venv.p, false);
        buf_free(&venv);
        dirname(dir); /* shortens it in place */
    }
    free(dir);
}

void python_envs(void (*see)(void *user, const char *prefix, bool likely), void *user)
{
    static const char *const active[] = {"VIRTUAL_ENV", "CONDA_PREFIX"};
    struct env_visit v = {see, user};
    char real[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", real, sizeof real - 1);
    if (n > 0) {
        real[n] = 0;
        look_above(&v, real);
    }
    const char *as_called =
        (const char *) getauxval(AT_EXECFN); /* a symlink in .venv/bin keeps its own folder */
    if (as_called && (n <= 0 || strcmp(as_called, real)))
        look_above(&v, as_called);
    for (size_t i = 0; i < sizeof active / sizeof *active; i++) {
        const char *prefix = getenv(active[i]);
        if (prefix && *prefix)
            see(user, prefix, true);
    }
}
