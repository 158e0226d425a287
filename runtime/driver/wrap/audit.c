/* SPDX-License-Identifier: Apache-2.0 */
/* An auditor of the dynamic linker (rtld-audit(7)), which `warpcell cuda` puts into LD_AUDIT: programs that load the CUDA driver, NVML, NVRTC or
 * nvJitLink, by whatever path, get the libraries beside this one. Where a wrapper needs the real library, its path is noted in
 * the file that WARPCELL_REAL_LIBRARIES names. No file of another package is changed. It needs glibc. Next: wrap_nvjitlink.c. */
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

struct replaced {
    const char *prefix, *by;
    bool wraps; /* the real one is needed, and must exist */
};

static const struct replaced replaced[] = {
    {"libcuda.so",         "libcuda.so.1",                false},
    {"libnvidia-ml.so",    "libnvidia-ml.so.1",           false},
    {"libnvrtc.so.12",     "libwarpcell-nvrtc-12.so",     true },
    {"libnvrtc.so",        "libwarpcell-nvrtc-13.so",     true },
    {"libnvJitLink.so.12", "libwarpcell-nvjitlink-12.so", true },
    {"libnvJitLink.so",    "libwarpcell-nvjitlink-13.so", true },
};

struct auditor {
    char folder[PATH_MAX]; /* of this library, with a slash; set before any search */
    char found[PATH_MAX];  /* the answer of the last search: the linker copies it before the next */
};

static struct auditor auditor; /* the linker passes no context */

EXPORT unsigned la_version(unsigned version);
EXPORT char *la_objsearch(const char *name, uintptr_t *cookie, unsigned flag);
EXPORT unsigned la_objopen(struct link_map *map, Lmid_t lmid, uintptr_t *cookie);

EXPORT unsigned la_version(unsigned version)
{
    Dl_info info;
    if (dladdr((void *) (uintptr_t) la_version, &info) && info.dli_fname)
        snprintf(auditor.folder, sizeof auditor.folder, "%s", info.dli_fname);
    char *slash = strrchr(auditor.folder, '/');
    if (slash)
        slash[1] = '\0';
    return LAV_CURRENT;
}

static const char *soname_of(const struct link_map *map)
{
    const char *strings = NULL;
    ElfW(Xword) at = 0;
    for (const ElfW(Dyn) *d = map->l_ld; d && d->d_tag != DT_NULL; d++) {
        if (d->d_tag == DT_STRTAB)
            strings = (const char *) (d->d_un.d_ptr < map->l_addr ? map->l_addr + d->d_un.d_ptr
                                                                  : d->d_un.d_ptr);
        else if (d->d_tag == DT_SONAME)
            at = d->d_un.d_val;
    }
    return strings && at ? strings + at : "";
}

/* Libraries of ours may load the real ones. The linker knows them by the path
 * that was asked for. */
EXPORT unsigned la_objopen(struct link_map *map, Lmid_t lmid, uintptr_t *cookie)
{
    *cookie = !strncmp(soname_of(map), "libwarpcell-", strlen("libwarpcell-"));
    return 0;
}

static const struct replaced *replacement(const char *file)
{
    for (size_t i = 0; i < sizeof replaced / sizeof *replaced; i++)
        if (!strncmp(file, replaced[i].prefix, strlen(replaced[i].prefix)))
            return &replaced[i];
    return NULL;
}

static void note_real(const char *prefix, const char *path)
{
    const char *file = getenv("WARPCELL_REAL_LIBRARIES");
    int fd = file ? open(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
    if (fd >= 0) {
        dprintf(fd, "%s %s\n", prefix, path);
        close(fd);
    }
}

EXPORT char *la_objsearch(const char *name, uintptr_t *cookie, unsigned flag)
{
    char *same = (char *) (uintptr_t) name;
    const char *slash = strrchr(name, '/');
    const struct replaced *r = *cookie ? NULL : replacement(slash ? slash + 1 : name);
    if (!r || !*auditor.folder)
        return same;
    if (r->wraps && (!slash || access(name, R_OK))) /* one of the next candidates has it */
        return same;
    if (r->wraps)
        note_real(r->prefix, name);
    int n = snprintf(auditor.found, sizeof auditor.found, "%s%s", auditor.folder, r->by);
    return n > 0 && (size_t) n < sizeof auditor.found && !access(auditor.found, R_OK)
               ? auditor.found
               : same;
}
