/* SPDX-License-Identifier: Apache-2.0 */
/* Launches the library's kernels, whose sources (kernels/ *.cu) Meson embeds in the program. */
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "compute/compute.h"

#include <compute/kernels.h> /* made of kernels/: the table library_files, of {name, text} */

enum { WARP = 32 };

const char *library_text(const char *name, size_t *out_n)
{
    for (size_t i = 0; i < sizeof library_files / sizeof *library_files; i++)
        if (!strcmp(library_files[i].name, name)) {
            *out_n = strlen(library_files[i].text);
            return library_files[i].text;
        }
    UNREACHABLE();
}

uint32_t blocks_of(int64_t n, uint32_t block)
{
    int64_t blocks = (n + block - 1) / block;
    return blocks < 1 ? 1 : blocks > INT32_MAX ? INT32_MAX : (uint32_t) blocks;
}

uint32_t runs_of(const struct job *j, int64_t n, uint32_t block, uint32_t each, uint64_t *out_run)
{
    const struct device_props *p = device_props(launcher_opened(j->launcher));
    while (each > 1 && n / ((int64_t) block * each) < (int64_t) p->multiprocessors * 4)
        each /= 2;
    *out_run = (uint64_t) WARP * each;
    return blocks_of(n, block * each);
}

struct array *compute_temporary(const struct job *j, struct dtype t, uint32_t rank,
                                const int64_t *shape)
{
    struct device *d = launcher_device(j->launcher, j->diags, j->at);
    return d ? array_new(d, t, rank, shape, j->diags, j->at) : NULL;
}

struct array *compute_result(const struct job *j, struct dtype t, uint32_t rank,
                             const int64_t *shape, const struct array *a, const struct array *b)
{
    const struct array *to = j->into;
    bool fits = to && to->dtype.kind == t.kind && to->dtype.size == t.size && to->rank == rank &&
                !memcmp(to->shape, shape, rank * sizeof *shape) && array_contiguous(to) &&
                to->storage != a->storage && !(b && to->storage == b->storage) &&
                to->storage->device == launcher_device(j->launcher, j->diags, j->at) &&
                (t.kind != DTYPE_OTHER || !strcmp(to->dtype.name, t.name));
    return fits ? array_ref((struct array *) to) : compute_temporary(j, t, rank, shape);
}

/* The user's text, with the step's name if there are several. */
static const char *label_of(const struct job *j, const struct work *w)
{
    char label[160];
    const char *step = w->step ? w->step : strrchr(w->kernel, ':') + 1;
    if (!strcmp(step, "map") || !strcmp(step, "map_each") || !strcmp(step, "map_rows"))
        return j->label;
    snprintf(label, sizeof label, "%s: %s", j->label, step);
    return launch_name(j->launcher, label);
}

/* Whether it calls a function of kernels/random.cu. */
static bool generates(const char *text)
{
    static const char *const names[] = {"rand",    "linspace", "lognormal", "exponential",
                                        "poisson", "sobol",    "isclose"};
    for (const char *p = text; (p = strstr(p, "warpcell::")); p++)
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (!strncmp(p + strlen("warpcell::"), names[i], strlen(names[i])))
                return true;
    return false;
}

bool compute_run(const struct job *j, const struct work *w, const struct work_arg *params,
                 uint32_t count)
{
    struct buf text = {0};
    size_t n;
    const char *common = library_text("common", &n);
    buf_put(&text, common, n);
    if (w->text.n && generates(w->text.p)) {
        const char *random = library_text("random", &n);
        buf_put(&text, random, n);
    }
    if (w->text.n && (strstr(w->text.p, "float2") || strstr(w->text.p, "double2"))) {
        const char *complex = library_text("complex", &n);
        buf_put(&text, complex, n);
    }
    size_t prelude = text.n;
    if (w->library) {
        const char *library = library_text(w->library, &n);
        buf_put(&text, library, n);
    }
    buf_put(&text, w->text.p, w->text.n);
    struct kernel *k = launch_made(j->launcher, w->kernel, (struct str){text.p, text.n}, prelude,
                                   w->mentions, w->mention_count);
    buf_free(&text);
    struct launch_arg args[16];
    CHECK(count <= sizeof args / sizeof *args);
    for (uint32_t i = 0; i < count; i++)
        args[i] = (struct launch_arg){.bytes = params[i].bytes,
                                      .size = params[i].size,
                                      .at = j->at,
                                      .accessed = params[i].accessed};
    struct launch_request r = {.kernel = k,
                               .template_args = w->args,
                               .label = label_of(j, w),
                               .grid = w->grid,
                               .block = w->block,
                               .shared = w->shared,
                               .args = args,
                               .arg_count = count,
                               .at = j->at,
                               .grid_at = j->at,
                               .block_at = j->at,
                               .shared_at = j->at};
    return launch_run(j->launcher, &r, j->diags);
}
