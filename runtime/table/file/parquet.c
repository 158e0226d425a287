/* SPDX-License-Identifier: Apache-2.0 */
/* Parquet: no library with a C interface comes as a wheel, so pyarrow reads and writes it, in a process of the environment's Python. The
 * columns pass as Arrow in a file in memory, which both have open. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/check.h"
#include "base/machine/child.h"
#include "base/python_env.h"
#include "base/vec.h"
#include "table/file/arrow_read.h"

enum { NO_PYARROW = 77, COLUMNS_FD = 3, LOOK_NS = 2 * 1000 * 1000 };

/* Both: argv[1] is the path, descriptor 3 has the columns. Decimals become floats; what else tables do not have is refused by our reader. */
static const char reader[] =
    "import os, sys\n"
    "try:\n"
    "    import pyarrow as a, pyarrow.parquet as p\n"
    "except ImportError: sys.exit(77)\n"
    "try:\n"
    "    t = p.ParquetFile(sys.argv[1]).read()\n"
    "    t = t.cast(a.schema([f.with_type(a.float64()) if a.types.is_decimal(f.type) else f for f "
    "in t.schema]))\n"
    "    f = os.fdopen(3, 'wb')\n"
    "    with a.ipc.new_file(f, t.schema) as w: w.write_table(t)\n"
    "    f.close()\n"
    "except Exception as e: sys.exit(str(e).strip().split('\\n')[0] or type(e).__name__)\n";
static const char writer[] = "import os, sys\n"
                             "try:\n"
                             "    import pyarrow as a, pyarrow.parquet as p\n"
                             "except ImportError: sys.exit(77)\n"
                             "path = sys.argv[1]\n"
                             "aside = path + '.%d' % os.getpid()\n"
                             "try:\n"
                             "    f = os.fdopen(3, 'rb')\n"
                             "    f.seek(0)\n"
                             "    p.write_table(a.ipc.open_file(f).read_all(), aside)\n"
                             "    os.replace(aside, path)\n"
                             "except Exception as e:\n"
                             "    if os.path.exists(aside): os.remove(aside)\n"
                             "    sys.exit(e.strerror if isinstance(e, OSError) and e.strerror "
                             "else str(e).strip().split('\\n')[0] or type(e).__name__)\n";

struct pythons {
    VEC(char *) paths;
};

static void add_python(void *user, const char *prefix, bool likely)
{
    struct pythons *all = user;
    struct buf path = {0};
    (void) likely;
    buf_printf(&path, "%s/bin/python3", prefix);
    VEC_EACH (p, &all->paths)
        if (!strcmp(*p, path.p)) {
            buf_free(&path);
            return;
        }
    if (access(path.p, X_OK))
        buf_free(&path);
    else
        VEC_PUSH(&all->paths, path.p);
}

/* Runs the script; its standard error goes to `errors`. The exit status, or -1: it did not run, or was stopped. */
static int run_script(const struct table_job *j, const char *python, const char *script,
                      const char *path, int columns, int errors)
{
    char *argv[] = {(char *) (uintptr_t) python, "-c", (char *) (uintptr_t) script,
                    (char *) (uintptr_t) path, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    pid_t child;
    int status = -1;
    child_attributes_init(&attributes, 0);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, errors, 1);
    posix_spawn_file_actions_adddup2(&files, errors, 2);
    posix_spawn_file_actions_adddup2(&files, columns, COLUMNS_FD);
    bool ran = !posix_spawnp(&child, python, &files, &attributes, argv, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    if (!ran)
        return -1;
    while (!waitpid(child, &status, WNOHANG)) {
        nanosleep(&(struct timespec){0, LOOK_NS}, NULL);
        if (poll_requested(j->poll))
            poll_now(j->poll, NULL);
        if (!j->interrupt || !atomic_load(j->interrupt))
            continue;
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
        diag_error(j->diags, DIAG_INTERRUPT, j->at, "stopped by the user");
        return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The last line that Python has written, for the diag. */
static void failed(const struct table_job *j, const char *doing, const char *path, int errors)
{
    char text[400];
    ssize_t n = pread(errors, text, sizeof text - 1, 0);
    text[n > 0 ? n : 0] = 0;
    struct str why = str_trim(str_of(text));
    diag_error(j->diags, DIAG_SYSTEM, j->at, "'%s' cannot be %s: %.*s", path, doing, (int) why.n,
               why.n ? why.p : "");
}

/* By the first Python that has pyarrow. false: a diag. */
static bool by_python(const struct table_job *j, const char *script, const char *doing,
                      const char *path, int columns)
{
    struct pythons all = {0};
    int status = NO_PYARROW, errors = memfd_create("errors", MFD_CLOEXEC);
    python_envs(add_python, &all);
    char *last = xstrdup("python3"); /* of PATH */
    VEC_PUSH(&all.paths, last);
    for (size_t i = 0;
         i < all.paths.n && (status == NO_PYARROW || status == -1) && !j->diags->errors; i++)
        status = run_script(j, all.paths.at[i], script, path, columns, errors);
    if (j->diags->errors == 0 && (status == NO_PYARROW || status == -1))
        diag_help(j->diags,
                  diag_error(j->diags, DIAG_SYSTEM, j->at,
                             "'%s' cannot be %s: no Python with pyarrow was found", path, doing),
                  "pip install pyarrow, or use a .arrow or .csv file");
    else if (status)
        failed(j, doing, path, errors);
    VEC_EACH (p, &all.paths)
        free(*p);
    VEC_FREE(&all.paths);
    close(errors);
    return !status;
}

struct data_table *parquet_read_file(const struct table_job *j, const char *path)
{
    if (access(path, R_OK)) {
        diag_error(j->diags, DIAG_SYSTEM, j->at, "'%s' cannot be read: %s", path, strerror(errno));
        return NULL;
    }
    int columns = memfd_create("columns", MFD_CLOEXEC);
    struct data_table *t =
        by_python(j, reader, "read", path, columns) ? arrow_read_fd(j, path, columns) : NULL;
    close(columns);
    return t;
}

bool parquet_write_file(const struct table_job *j, const struct data_table *t, const char *path)
{
    int columns = memfd_create("columns", MFD_CLOEXEC), copy = fcntl(columns, F_DUPFD_CLOEXEC, 0);
    FILE *f = copy < 0 ? NULL : fdopen(copy, "wb");
    bool ok = f && arrow_write(j, t, f);
    if (f)
        fclose(f);
    if (!ok && !j->diags->errors)
        diag_error(j->diags, DIAG_SYSTEM, j->at, "'%s' cannot be written: %s", path,
                   strerror(errno));
    ok = ok && by_python(j, writer, "written", path, columns);
    close(columns);
    return ok;
}
