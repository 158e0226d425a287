/* SPDX-License-Identifier: Apache-2.0 */
/* Whole-array expressions at run time: builds an expression of compute/ from slots. */
#include <ctype.h>
#include <string.h>

#include "base/check.h"
#include "compute/across/across.h"
#include "eval/vm/vm.h"

const char *vm_label(struct vm *vm, struct span at)
{
    enum { LONGEST = 44 }; /* characters: a column of the table of launches */
    struct str text = span_text(vm->sources, at);
    struct buf label = {0};
    for (size_t i = 0; i < text.n; i++) {
        bool space = isspace((unsigned char) text.p[i]);
        if (!space)
            buf_putc(&label, text.p[i]);
        else if (label.n && label.p[label.n - 1] != ' ')
            buf_putc(&label, ' ');
    }
    if (label.n > LONGEST) {
        label.n = LONGEST - 3;
        while (label.n && ((unsigned char) label.p[label.n] & 0xc0) == 0x80)
            label.n--;
        buf_puts(&label, "...");
    }
    const char *name = intern_name(vm->names, label.p ? label.p : "", label.n);
    buf_free(&label);
    return name;
}

static struct job job_of(struct vm *vm, const struct map_call *s)
{
    return (struct job){vm->launcher, vm->diags, s->call.at, s->label, &vm->link};
}

/* The operands with their current values; `room` holds them. false: an extent is negative. */
static bool operands(struct vm *vm, const struct map_body *b, const union value *at,
                     struct operand *room, struct span where, struct expression *out)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const struct map_operand *m = b->operands + i;
        struct operand *o = room + i;
        *o = (struct operand){.kind = m->kind, .type = m->text, .size = (uint32_t) m->type->size};
        if (m->kind == OPERAND_ARRAY || m->kind == OPERAND_TABLE)
            o->array = at->p;
        else if (m->kind == OPERAND_VALUE && m->type->kind == TYPE_STRUCT)
            o->bytes = vm_memory(vm, at->u, m->type->size, VM_READ, where);
        else if (m->kind == OPERAND_VALUE)
            value_store(m->type, *at, &o->value);
        if (m->kind == OPERAND_VALUE && m->type->kind == TYPE_STRUCT && !o->bytes)
            return false;
        o->rank = m->width;
        for (uint32_t k = 0; m->kind == OPERAND_INDEX && k < m->width; k++) {
            o->shape[k] = at[k].i;
            if (at[k].i < 0) {
                vm_error(vm, DIAG_MEMORY, where, "an array cannot have %lld elements",
                         (long long) at[k].i);
                return false;
            }
        }
        at += m->width;
    }
    struct dtype dtype = b->dtype; /* an array created from it outlives the code */
    dtype.name = intern_cstr(vm->names, dtype.name);
    *out = (struct expression){.text = b->text,
                               .dtype = dtype,
                               .operands = room,
                               .count = b->count,
                               .mentions = b->mentions,
                               .mention_count = b->mention_count};
    return true;
}

/* An expression runs on the device of its target, else of its first array, whatever the current device is. Returns the current device, to
 * which the caller goes back. */
static struct device *go_to(struct vm *vm, const struct array *target, const struct map_body *b,
                            const union value *at)
{
    struct device *current = launcher_opened(vm->launcher);
    const struct array *a = target;
    for (uint32_t i = 0; i < b->count && !a; at += b->operands[i++].width)
        if (b->operands[i].kind == OPERAND_ARRAY)
            a = at->p;
    if (a && current &&
        device_is_cpu(device_props(a->storage->device)) == device_is_cpu(device_props(current)))
        launcher_set_current(vm->launcher, a->storage->device);
    return current;
}

bool run_map_new(struct vm *vm, const struct call_site *call, union value *at)
{
    const struct map_call *s = (const struct map_call *) call;
    struct operand room[OPERANDS_MAX];
    struct expression e;
    struct job j = job_of(vm, s);
    struct device *current = go_to(vm, NULL, &s->body, at);
    struct across_operands across = {0};
    struct array *made = operands(vm, &s->body, at, room, s->call.at, &e) &&
                                 across_align(&j, &e, room, NULL, &across)
                             ? compute_new(&j, &e)
                             : NULL;
    if (made)
        made->part = across.part;
    across_release(&across);
    bool ok = vm_own_array(vm, made, at);
    launcher_set_current(vm->launcher, current);
    return ok;
}

/* Memory that the host accesses in place must be up to date before the access. */
static bool settled(struct vm *vm, const struct array *a, struct span at)
{
    return !a->managed || launch_sync(vm->launcher, vm->diags, at);
}

bool run_map_store(struct vm *vm, const struct call_site *call, union value *at)
{
    const struct map_call *s = (const struct map_call *) call;
    const struct array *to = at[s->body.slots].p;
    struct operand room[OPERANDS_MAX];
    struct expression e;
    struct job j = job_of(vm, s);
    struct device *current = go_to(vm, to, &s->body, at);
    struct across_operands across = {0};
    bool ok = operands(vm, &s->body, at, room, s->call.at, &e) &&
              across_align(&j, &e, room, to, &across) && compute_into(&j, &e, to) &&
              settled(vm, to, s->call.at);
    across_release(&across);
    launcher_set_current(vm->launcher, current);
    return ok;
}

/* Stores to elements by their indices reach all of an array. */
static bool scatter_stays_here(struct vm *vm, const struct array *to, const struct operand *room,
                               const struct expression *value, const struct operand *index_room,
                               const struct expression *index, struct span at)
{
    bool across = across_is(to);
    for (uint32_t i = 0; i < value->count; i++)
        across |= room[i].array && across_is(room[i].array);
    for (uint32_t i = 0; i < index->count; i++)
        across |= index_room[i].array && across_is(index_room[i].array);
    if (across)
        diag_help(
            vm->diags,
            vm_error(vm, DIAG_TYPE, at,
                     "elements of an array across ranks cannot be stored by an array of indices"),
            "local(x) is this rank's part, gather(x) has all elements in each rank");
    return !across;
}

bool run_map_scatter(struct vm *vm, const struct call_site *call, union value *at)
{
    const struct map_call *s = (const struct map_call *) call;
    const struct array *to = at[s->body.slots + s->index.slots].p;
    struct operand room[2][OPERANDS_MAX];
    struct expression value, index;
    struct job j = job_of(vm, s);
    struct device *current = go_to(vm, to, &s->body, at);
    bool ok = operands(vm, &s->body, at, room[0], s->call.at, &value) &&
              operands(vm, &s->index, at + s->body.slots, room[1], s->call.at, &index) &&
              scatter_stays_here(vm, to, room[0], &value, room[1], &index, s->call.at) &&
              compute_scatter(&j, &index, &value, to) && settled(vm, to, s->call.at);
    launcher_set_current(vm->launcher, current);
    return ok;
}

bool run_map_reduce(struct vm *vm, const struct call_site *call, union value *at)
{
    const struct map_call *s = (const struct map_call *) call;
    struct operand room[OPERANDS_MAX];
    struct expression e;
    struct job j = job_of(vm, s);
    struct array *made = NULL;
    char value[8] = {0};
    bool is_array = s->along || s->type->kind == TYPE_STRUCT; /* all of it: one complex number */
    int64_t axis = s->along ? at[s->body.slots].i : -1;
    if (!operands(vm, &s->body, at, room, s->call.at, &e))
        return false;
    if (s->along && (axis < 0 || axis >= ARRAY_RANK_MAX)) {
        vm_error(vm, DIAG_MEMORY, s->call.at, "there is no axis %lld; axes count from 0",
                 (long long) axis);
        return false;
    }
    struct device *current = go_to(vm, NULL, &s->body, at);
    struct across_operands across = {0};
    bool ok = across_align(&j, &e, room, NULL, &across) &&
              across_reduce(&j, s->reduction, &e, &across.part, s->result, axis,
                            is_array ? NULL : value, &made);
    across_release(&across);
    launcher_set_current(vm->launcher, current);
    if (!ok)
        return false;
    if (is_array)
        return vm_own_array(vm, made, at);
    at[0] = value_load(s->type, value);
    return true;
}
