/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "base/vec.h"
#include "launch/launch.h"

/* Inside launch/: launcher.c (device and code), launch.c (one launch), fault.c (what went wrong). */

struct entry { /* the code of a kernel, or of one instance of a kernel template */
    struct kernel *kernel;
    char *template_args; /* NULL: not a template */
    struct compiled compiled;
    uint64_t checked; /* the launcher's version when `compiled` was last known to be current; 0: never */
    struct device_module *module; /* NULL: not loaded yet */
    const struct device_kernel *device_kernel;
};

struct launcher {
    struct lang *lang;
    struct sources *sources;
    struct compiler *compiler;
    char *device_name; /* as asked for, or NULL */
    struct launch_hooks hooks;
    bool (*is_host)(void *user, uint64_t addr);
    void *is_host_user;
    const atomic_bool *interrupt;
    struct device *device; /* NULL: not opened yet */
    uint64_t version; /* grows when the session's device definitions change; from 1 */
    VEC(struct entry *) entries;
    VEC(struct launch_record) records; /* number tag - first_tag */
    uint32_t first_tag;
};

/* The launch with this tag, or NULL when its record has been cleared. */
struct launch_record *launcher_record(struct launcher *l, uint32_t tag);
