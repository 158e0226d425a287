/* SPDX-License-Identifier: Apache-2.0 */
/* Reports a device fault to the user: the line, the thread, the array and the index. */
#include <inttypes.h>

#include "device/fault_text.h"
#include "launch/launcher.h"

/* The state of the arrays of a GPU whose context was lost. */
static void note_memory(const struct device_fault *f, struct diags *out, struct diag *d)
{
    struct span nowhere = {0};
    if (f->went_back[0])
        diag_note(out, d, nowhere,
                  "the GPU was restarted; restored to their state before this cell's launches: %s",
                  f->went_back);
    if (f->lost[0])
        diag_note(out, d, nowhere, "lost with the GPU context: %s", f->lost);
    if (f->replaced && !f->went_back[0] && !f->lost[0])
        diag_note(out, d, nowhere, "the GPU was restarted, and all arrays are intact");
}

static bool is_of_kernel(const struct device_fault *f)
{
    return f->kind != FAULT_INTERRUPTED && f->kind != FAULT_REFUSED && f->kind != FAULT_LIBRARY &&
           f->kind != FAULT_LOST;
}

static void record_placed(struct launcher *l, const struct device_fault *f, struct diags *out,
                          struct span at);

/* A GPU's fault: reported like one of the cpu device if it recurs there. */
static void record_fault(struct launcher *l, const struct device_fault *f, struct diags *out,
                         struct span at)
{
    struct device_fault met;
    const char *why_not = NULL;
    bool gpu = f->replaced && is_of_kernel(f);
    bool found = gpu && l->replay && launcher_replay(l, f, &met, &why_not);
    record_placed(l, found ? &met : f, out, at);
    struct diag *d = out->last;
    if (found)
        diag_note(out, d, (struct span){0},
                  "the GPU reported '%s'; replaying the launch on the cpu device found this",
                  device_fault_name(f->kind));
    else if (why_not)
        diag_note(out, d, (struct span){0},
                  "replaying the launch on the cpu device found nothing more: %s", why_not);
    else if (gpu && f->unplaced)
        diag_note(out, d, (struct span){0}, "%%replay on finds the thread on the cpu device");
    note_memory(f, out, d);
}

/* An address unknown to both device and host is an index outside its array. */
static struct device_fault fault_understood(const struct launcher *l, const struct device_fault *f)
{
    struct device_fault understood = *f;
    if (f->kind != FAULT_HOST_POINTER)
        return understood;
    if (f->nearest.live && l->is_host && !l->is_host(l->is_host_user, f->address))
        understood.kind = FAULT_ILLEGAL_ADDRESS;
    else
        understood.nearest = (struct device_allocation){0};
    return understood;
}

static void record_placed(struct launcher *l, const struct device_fault *told, struct diags *out,
                          struct span at)
{
    const struct device_fault understood = fault_understood(l, told), *f = &understood;
    const struct launch_record *r = launcher_record(l, f->tag);
    struct span place = source_statement_at(l->sources, f->file, f->line, f->column),
                launched = r ? r->at : at;
    bool ours = place.source && source_get(l->sources, place.source)->kind == SOURCE_BUILTIN;
    struct buf text = {0};
    device_put_fault(&text, f, r && !f->by_kernel ? r->kernel->name : f->kernel);
    struct diag *d =
        diag_error(out, DIAG_DEVICE, place.source && !ours ? place : launched, "%s", text.p);
    buf_free(&text);
    if (ours)
        diag_note(out, d, place, "in this kernel of ours, which the call launches");
    else if (place.source)
        diag_note(out, d, launched,
                  f->by_kernel ? "launched by a kernel that was launched here" : "launched here");
    if (f->others)
        diag_note(out, d, (struct span){0}, "%" PRIu64 " more thread%s of this launch failed",
                  f->others, f->others == 1 ? "" : "s");
    if (!place.source && f->instruction[0])
        diag_note(out, d, (struct span){0}, "PTX line %u: %s", f->ptx_line, f->instruction);
    if (ours)
        diag_help(out, d, "compare the sizes that the call is given with those of its arrays");
    else if (f->help[0])
        diag_help(out, d, "%s", f->help);
    else if (device_fault_remedy(f) && !f->unplaced)
        diag_help(out, d, "%s", device_fault_remedy(f));
    else if (f->kind == FAULT_TRAP && !place.source && !f->text[0])
        diag_help(out, d,
                  "the compiler ends a kernel where what it does is undefined, such as storing "
                  "to a __constant__ variable: only the host may change that");
}

bool launch_status(struct launcher *l, enum device_status status, const struct device_fault *f,
                   struct diags *out, struct span at)
{
    switch (status) {
    case DEVICE_OK: return true;
    case DEVICE_FAULT: record_fault(l, f, out, at); return false;
    case DEVICE_INTERRUPTED: {
        const struct launch_record *r =
            f->kind == FAULT_INTERRUPTED ? launcher_record(l, f->tag) : NULL;
        struct diag *d =
            r ? diag_error(out, DIAG_INTERRUPT, r->at, "stopped by the user while '%s' was running",
                           r->kernel->name)
              : diag_error(out, DIAG_INTERRUPT, at, "stopped by the user");
        note_memory(f, out, d);
        return false;
    }
    }
    return false;
}
