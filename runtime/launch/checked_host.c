/* SPDX-License-Identifier: Apache-2.0 */
/* %check: mistakes of the host around launches, which the calls themselves find: an error that nobody looked at, a size in elements, output
 * that comes too late, memory that is not freed. They are warnings, and count as mistakes. Next: explain_check.c. */
#include <inttypes.h>
#include <string.h>

#include "launch/launcher.h"

void launch_host_mistake(struct launcher *l)
{
    l->host_mistakes++;
}

/* A copy or a fill of `bytes` from the start of an allocation that holds as many elements as that. */
void launch_checked_size(struct launcher *l, const struct launch_size *s, struct diags *out)
{
    struct device_allocation a;
    struct str text = span_text(l->sources, s->at);
    if (!launcher_checking(l) || s->element < 2 || !device_find(l->device, s->address, &a) ||
        !a.live || a.start != s->address || !s->bytes || s->bytes != a.size / s->element ||
        a.size % s->element || memmem(text.p, text.n, "sizeof", 6))
        return;
    struct diag *d = diag_warning(out, DIAG_MEMORY, s->at,
                                  "%s() takes bytes: %" PRIu64 " of the %" PRIu64 " bytes of '%s'",
                                  s->call, s->bytes, a.size, a.name ? a.name : "the allocation");
    diag_help(out, d, "it holds %" PRIu64 " elements of %" PRIu64 " bytes: multiply by sizeof",
              s->bytes, s->element);
    launch_host_mistake(l);
}

void launch_ends(struct launcher *l, bool ends)
{
    l->ending = ends && launcher_checking(l);
    l->late = 0;
}

void launch_outputs(struct launcher *l, uint32_t tag)
{
    if (l->ending && !l->late)
        l->late = tag + 1;
}

void launcher_check_output(struct launcher *l, struct diags *out)
{
    const struct launch_record *r = l->late ? launcher_record(l, l->late - 1) : NULL;
    if (r) {
        struct diag *d =
            diag_warning(out, DIAG_LAUNCH, r->at,
                         "the output of '%s' is lost on a GPU: the program ends before it comes",
                         r->kernel->name);
        diag_help(out, d,
                  "printf in a kernel is shown when the host waits: call cudaDeviceSynchronize() "
                  "before main returns");
        launch_host_mistake(l);
    }
    l->ending = false;
    l->late = 0;
}
