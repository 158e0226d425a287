/* SPDX-License-Identifier: Apache-2.0 */
/* Losing a worker: which launch did it, by the marks in shared memory, and what became of each array: it has its contents, returns to its
 * shadow copy, or is lost. It sends no commands, as there is nobody to answer. Next: wake.c, which starts the next worker. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "device/cuda/cuda.h"

bool cuda_launched_ok(const struct cuda_device *d, const struct inflight *f)
{
    uint32_t mark = atomic_load_explicit(&d->worker.shared->marks[f->stream], memory_order_acquire);
    return (int32_t) (mark - f->mark) >= 0;
}

static const struct inflight *guilty(const struct cuda_device *d)
{
    for (size_t i = 0; d->worker.shared && i < d->inflight.n; i++)
        if (!cuda_launched_ok(d, d->inflight.at + i))
            return d->inflight.at + i;
    return NULL;
}

/* A launch of another stream may have run at the same time, and the context does not distinguish them. */
static void say_others(const struct cuda_device *d, const struct inflight *g,
                       struct device_fault *f)
{
    for (const struct inflight *i = g + 1; i < d->inflight.at + d->inflight.n; i++) {
        if (i->stream == g->stream || cuda_launched_ok(d, i))
            continue;
        size_t n = strlen(f->text);
        snprintf(f->text + n, sizeof f->text - n, "%sit may have been '%s' in stream %u as well",
                 n ? "; " : "", i->kernel, i->stream);
        return;
    }
}

static enum device_fault_kind kind_of(uint32_t status)
{
    switch (status) {
    case CU_SUCCESS: return FAULT_INTERRUPTED;
    case CU_ILLEGAL_ADDRESS:
    case CU_INVALID_ADDRESS_SPACE: return FAULT_ILLEGAL_ADDRESS;
    case CU_MISALIGNED_ADDRESS: return FAULT_MISALIGNED;
    case CU_ASSERT: return FAULT_ASSERT;
    case CU_STACK_ERROR: return FAULT_STACK;
    case CU_ILLEGAL_INSTRUCTION:
    case CU_INVALID_PC:
    case CU_LAUNCH_FAILED: return FAULT_TRAP;
    default: return FAULT_LOST;
    }
}

/* "In[3]:2: void k(int *): block: [0,0,0], thread: [5,0,0] Assertion `x > 0` failed." as the driver prints it. */
static void read_assert(struct cuda_device *d, struct device_fault *f)
{
    buf_putc(&d->errors, 0);
    char *mark = strstr(d->errors.p, " Assertion `"), *line = mark, *block;
    while (line && line > d->errors.p && line[-1] != '\n')
        line--;
    unsigned b[3], t[3];
    if (!mark || !(block = strstr(line, "block: [")) || block > mark ||
        sscanf(block, "block: [%u,%u,%u], thread: [%u,%u,%u]", b, b + 1, b + 2, t, t + 1, t + 2) !=
            6)
        return;
    f->block = (struct device_dim){b[0], b[1], b[2]};
    f->thread = (struct device_dim){t[0], t[1], t[2]};
    f->unplaced = false;
    char *end = strstr(mark, "` failed");
    snprintf(f->text, sizeof f->text, "'%.*s' does not hold",
             end ? (int) (end - mark - 12) : (int) strcspn(mark + 12, "\n"), mark + 12);
    char *colon = strstr(line, ": "), *number = colon;
    while (number && number > line && number[-1] != ':')
        number--;
    if (!number || number == line)
        return;
    f->line = (uint32_t) strtoul(number, NULL, 10);
    f->column = 1;
    snprintf(f->file, sizeof f->file, "%.*s", (int) (number - 1 - line), line);
}

static void add_name(char *list, size_t cap, const char *name)
{
    size_t n = strlen(list), more = strlen(name) + 2;
    if (n && n + more + 6 >= cap) {
        if (n + 6 < cap && list[n - 1] != '.')
            snprintf(list + n, cap - n, ", ...");
        return;
    }
    snprintf(list + n, cap - n, "%s%s", n ? ", " : "", name);
}

static void settle_content(struct cuda_device *d, struct content *c, struct device_fault *f)
{
    char room[64];
    bool current = keep_current(d, c);
    if (c->managed || !c->size || c->lost || current)
        return;
    const char *name = keep_label(d, c, room);
    c->written = false;
    c->kept_at = d->launches;
    if (c->stale)
        keep_drop(d, c);
    c->stale = false;
    if (c->kept != KEPT_NOT) {
        add_name(f->went_back, sizeof f->went_back, name);
        return;
    }
    c->lost = true;
    add_name(f->lost, sizeof f->lost, name);
}

void cuda_lose(struct cuda_device *d, uint32_t status, const char *call, const char *text)
{
    if (!d->awake ||
        d->failing) { /* it was never in use, so the reason is all there is to report */
        if (!d->why[0])
            snprintf(d->why, sizeof d->why, "%s%s%s", call, call[0] ? ": " : "",
                     status || text[0] ? text : "stopped by the user");
        process_end(d);
        return;
    }
    struct device_fault f = {.kind = kind_of(status), .unplaced = true, .replaced = true};
    const struct inflight *g = guilty(d);
    if (g) {
        f.tag = g->tag;
        snprintf(f.kernel, sizeof f.kernel, "%s", g->kernel);
    }
    if (f.kind == FAULT_LOST || !g)
        snprintf(f.text, sizeof f.text, "%.48s%s%.180s", call, call[0] ? ": " : "", text);
    if (g && f.kind != FAULT_INTERRUPTED)
        say_others(d, g, &f);
    if (d->worker.pid) { /* its last output still arrives */
        kill(d->worker.pid, SIGKILL);
        waitpid(d->worker.pid, NULL, 0);
        d->worker.pid = 0;
    }
    process_output(d);
    if (f.kind == FAULT_ASSERT)
        read_assert(d, &f);
    for (size_t i = 0; i < d->contents.n; i++)
        if (d->contents.at[i])
            settle_content(d, d->contents.at[i], &f);
    VEC_EACH (m, &d->modules)
        for (size_t i = 0; *m && i < (*m)->variables.n; i++)
            settle_content(d, (*m)->variables.at[i], &f);
    d->inflight.n = 0;
    d->fresh = true;
    d->failed.status = 0;
    process_end(d);
    if (d->fault.kind == FAULT_NONE)
        d->fault = f;
}

enum device_status cuda_take_fault(struct cuda_device *d, struct device_fault *out)
{
    if (d->fault.kind == FAULT_NONE)
        return DEVICE_OK;
    *out = d->fault;
    out->nearest.name = out->nearest_name[0] ? out->nearest_name : NULL;
    d->fault = (struct device_fault){0};
    return out->kind == FAULT_INTERRUPTED ? DEVICE_INTERRUPTED : DEVICE_FAULT;
}
