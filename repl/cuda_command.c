/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a command whose CUDA driver is ours (runtime/driver): the environment it gets, and what is said at its end. Nothing outside of that
 * command changes. It needs the libraries beside this program. Next: cuda_report.c, docs/driver.md. */
#include "cuda_command.h"

#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cuda_report.h"

enum { USAGE = 2, NOT_FOUND = 127, SIGNALLED = 128 };

static const char help[] =
    "usage: warpcell cuda [options] [--] COMMAND [ARGUMENTS...]\n"
    "\n"
    "Runs COMMAND with a CUDA driver that needs no GPU: Numba-CUDA, PyCUDA, cuda.core, Triton, "
    "Taichi and programs on the\n"
    "driver API run on the CPU engine, and every memory access is checked. See docs/driver.md.\n"
    "\n"
    "      --as ARCH      the compute capability to report: sm_75 (the default), sm_80 ... (also "
    "WARPCELL_ARCH)\n"
    "      --check        also look for data races, uninitialised reads and wrong barriers; "
    "slower\n"
    "      --junit FILE   write what ran and what was found as JUnit XML\n"
    "      --sarif FILE   write what was found as SARIF\n"
    "  -q, --quiet        no summary at the end\n"
    "  -h, --help         print this and leave\n"
    "\n"
    "The status is COMMAND's, or 1 if it is 0 and something was found.\n";

struct cuda_command {
    const char *arch, *junit, *sarif;
    bool check, quiet, help;
};

static bool parse(int argc, char **argv, struct cuda_command *o)
{
    enum { AS = 256, CHECK, JUNIT, SARIF };
    static const struct option options[] = {
        {"as",    required_argument, NULL, AS   },
        {"check", no_argument,       NULL, CHECK},
        {"junit", required_argument, NULL, JUNIT},
        {"sarif", required_argument, NULL, SARIF},
        {"quiet", no_argument,       NULL, 'q'  },
        {"help",  no_argument,       NULL, 'h'  },
        {NULL,    0,                 NULL, 0    },
    };
    for (int c; (c = getopt_long(argc, argv, "+qh", options, NULL)) != -1;) {
        switch (c) {
        case AS: o->arch = optarg; break;
        case CHECK: o->check = true; break;
        case JUNIT: o->junit = optarg; break;
        case SARIF: o->sarif = optarg; break;
        case 'q': o->quiet = true; break;
        case 'h': o->help = true; break;
        default: return false;
        }
    }
    return true;
}

bool cuda_arch_valid(const char *text)
{
    const char *digits = !strncmp(text, "sm_", 3) ? text + 3 : text;
    char *end;
    long n = strtol(digits, &end, 10);
    if (*end == '.')
        n = 10 * n + strtol(end + 1, &end, 10);
    return end > digits && (!*end || !strcmp(end, "a")) && n >= 50 && n <= 121;
}

/* ---- the environment ---- */

/* The folder of the driver's libraries: WARPCELL_DRIVER, or beside the program: installed, in a wheel, in a build folder. */
static bool find_folder(char *to, size_t size)
{
    static const char *const places[] = {
        "../libexec/warpcell/driver",
        "../share/warpcell/driver",
        "../../../../share/warpcell/driver", /* a wheel with its libraries */
        "../runtime/driver",
        "../../runtime/driver",
        "driver"};
    const char *named = getenv("WARPCELL_DRIVER");
    char self[PATH_MAX], library[PATH_MAX + 64], joined[PATH_MAX + 64];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = 0;
    char *slash = strrchr(self, '/');
    if (slash)
        *slash = 0;
    for (size_t i = 0; i < 1 + sizeof places / sizeof *places; i++) {
        if (!i && !named)
            continue;
        if (i)
            snprintf(joined, sizeof joined, "%s/%s", self, places[i - 1]);
        else
            snprintf(joined, sizeof joined, "%s", named);
        snprintf(library, sizeof library, "%.*s/libcuda.so.1", PATH_MAX, joined);
        char *whole = access(library, R_OK) ? NULL : realpath(joined, NULL);
        if (!whole)
            continue;
        snprintf(to, size, "%s", whole);
        free(whole);
        return true;
    }
    return false;
}

/* Puts a folder or a library in front of a list. */
static void put_first(const char *name, const char *first)
{
    const char *old = getenv(name);
    size_t n = strlen(first) + (old ? strlen(old) : 0) + 2;
    char *text = malloc(n);
    if (!text)
        abort();
    snprintf(text, n, "%s%s%s", first, old && *old ? ":" : "", old ? old : "");
    setenv(name, text, 1);
    free(text);
}

/* A portable wheel has the libraries that ours need in a folder beside that of its programs. */
static void add_wheel_libraries(void)
{
    char self[PATH_MAX], path[PATH_MAX + 32];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = 0;
    char *slash = strrchr(self, '/');
    if (!slash)
        return;
    snprintf(path, sizeof path, "%.*s/../warpcell.libs", (int) (slash - self), self);
    if (!access(path, R_OK))
        put_first("LD_LIBRARY_PATH", path);
}

static void set_environment(const struct cuda_command *o, const char *folder, const char *reports)
{
    char path[PATH_MAX + 64];
    add_wheel_libraries();
    put_first("LD_LIBRARY_PATH", folder);
    snprintf(path, sizeof path, "%s/libwarpcell-audit.so", folder);
    put_first("LD_AUDIT", path);
    snprintf(path, sizeof path, "%s/tools", folder);
    put_first("PATH", path);
    snprintf(path, sizeof path, "%s/tools/python", folder);
    put_first("PYTHONPATH", path);
    snprintf(path, sizeof path, "%s/tools/ptxas", folder);
    setenv("TRITON_PTXAS_PATH", path, 1);
    setenv("WARPCELL_REPORT", reports, 1);
    snprintf(path, sizeof path, "%s/libraries", reports);
    setenv("WARPCELL_REAL_LIBRARIES", path, 1);
    if (o->arch)
        setenv("WARPCELL_ARCH", o->arch, 1);
    if (o->check)
        setenv("WARPCELL_CHECK", "1", 1);
}

/* ---- running ---- */

/* The command's exit status as a shell gives it. */
static int run(char **argv)
{
    pid_t child = fork();
    int status;
    if (!child) {
        execvp(argv[0], argv);
        fprintf(stderr, "warpcell: '%s' cannot be run: %s\n", argv[0], strerror(errno));
        _exit(NOT_FOUND);
    }
    signal(SIGINT, SIG_IGN); /* the command decides */
    signal(SIGQUIT, SIG_IGN);
    while (child > 0 && waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return NOT_FOUND;
    if (child < 0)
        return NOT_FOUND;
    return WIFSIGNALED(status) ? SIGNALLED + WTERMSIG(status) : WEXITSTATUS(status);
}

static void remove_folder(const char *folder)
{
    char path[PATH_MAX + 300];
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (e->d_name[0] != '.')
            unlink(path);
    }
    if (d)
        closedir(d);
    rmdir(folder);
}

static int conclude(const struct cuda_command *o, const char *folder, const char *command,
                    int status)
{
    struct cuda_report r = {0};
    cuda_report_read(&r, folder);
    if (!o->quiet)
        cuda_report_summary(&r, stderr);
    if ((o->junit && !cuda_report_junit(&r, o->junit, command)) ||
        (o->sarif && !cuda_report_sarif(&r, o->sarif))) {
        fprintf(stderr, "warpcell: the report cannot be written: %s\n", strerror(errno));
        status = status ? status : 1;
    }
    if (r.finding_count && !status)
        status = 1;
    cuda_report_free(&r);
    return status;
}

int cuda_command(int argc, char **argv)
{
    struct cuda_command o = {0};
    char folder[PATH_MAX], reports[] = "/tmp/warpcell-cuda-XXXXXX";
    if (!parse(argc, argv, &o) || (!o.help && optind >= argc)) {
        fputs("try 'warpcell cuda --help'\n", stderr);
        return USAGE;
    }
    if (o.help) {
        fputs(help, stdout);
        return 0;
    }
    if (o.arch && !cuda_arch_valid(o.arch)) {
        fprintf(stderr, "warpcell: --as takes a compute capability such as sm_80, not '%s'\n",
                o.arch);
        return USAGE;
    }
    if (!find_folder(folder, sizeof folder)) {
        fputs("warpcell: the driver's libraries are not beside this program: install it, or name "
              "their folder in "
              "WARPCELL_DRIVER\n",
              stderr);
        return 1;
    }
    if (!mkdtemp(reports)) {
        fprintf(stderr, "warpcell: no folder for reports in /tmp: %s\n", strerror(errno));
        return 1;
    }
    set_environment(&o, folder, reports);
    int status = run(argv + optind);
    status = conclude(&o, reports, argv[optind], status);
    remove_folder(reports);
    return status;
}
