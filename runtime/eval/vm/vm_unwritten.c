/* SPDX-License-Identifier: Apache-2.0 */
/* Detects reads of uninitialised memory from malloc or from declarations without a value. Such an object is watched: no
 * instruction caches it, so each access goes through vm_memory.c, or through unwritten.h in machine code. Writes are
 * recorded in units of 4 bytes, and a read of unwritten units only is an error. Once an object is fully written, or has
 * been accessed too often, the watch ends: programs pay for their first writes only. Copies of bytes may read anything,
 * as in C. */
#include <inttypes.h>
#include <stdlib.h>

#include "base/check.h"
#include "eval/vm/unwritten.h"
#include "eval/vm/vm.h"

enum {
    WATCH_MOST = 1 << 28, /* bytes of an object; larger ones are not watched */
    KEPT = 64             /* bytes at the end of an object that no run has */
};

static void end(struct object *o)
{
    if (!unwritten_is_few(o))
        free(o->unwritten);
    o->unwritten = NULL;
    o->open = o->state == OBJECT_LIVE;
}

void vm_watch(struct object *o)
{
    if (!o || !o->size || o->size > WATCH_MOST)
        return;
    uint64_t units = unwritten_units(o);
    if (units <= UNWRITTEN_FEW) {
        unwritten_begin(o);
        return;
    }
    struct unwritten *w = xcalloc(1, sizeof *w + (units + 63) / 64 * sizeof *w->written);
    w->left = units;
    w->start = o->start;
    w->size = o->size;
    w->limit = o->start + o->size - KEPT;
    w->looks = 3 * units + UNWRITTEN_LOOKS;
    o->unwritten = w;
    o->open = false;
}

static bool look(struct object *o)
{
    struct unwritten *w = o->unwritten;
    if (w->looks--)
        return true;
    end(o);
    return false;
}

static uint64_t unit_of(const struct object *o, uint64_t addr)
{
    return (addr - o->start) / UNWRITTEN_UNIT;
}

void vm_wrote(struct object *o, uint64_t addr, uint64_t n)
{
    if (!n)
        return;
    uint64_t first = unit_of(o, addr), last = unit_of(o, addr + n - 1);
    if (unwritten_is_few(o)) {
        unwritten_note_few(o, first, last, true);
        return;
    }
    if (!look(o))
        return;
    struct unwritten *w = o->unwritten;
    unwritten_settle(w);
    if (n == o->size) {
        end(o);
        return;
    }
    for (uint64_t word = first / 64; word <= last / 64; word++)
        unwritten_mark(w, word, unwritten_bits(first, last, word));
    if (!w->left)
        end(o);
}

bool vm_was_written(struct object *o, uint64_t addr, uint64_t n)
{
    if (!n)
        return true;
    uint64_t first = unit_of(o, addr), last = unit_of(o, addr + n - 1);
    if (unwritten_is_few(o))
        return unwritten_note_few(o, first, last, false);
    if (!look(o))
        return true;
    struct unwritten *w = o->unwritten;
    unwritten_settle(w);
    if (!w->left) {
        end(o);
        return true;
    }
    for (uint64_t word = first / 64; word <= last / 64; word++)
        if (w->written[word] & unwritten_bits(first, last, word))
            return true;
    return false;
}

/* Storing to a bit-field reads its unit first: at[0] is its address. */
bool run_touch(struct vm *vm, const struct call_site *s, union value *at)
{
    return vm_memory(vm, at[0].u, ((const struct touch_call *) s)->size, VM_WRITE, s->at);
}
