/* SPDX-License-Identifier: Apache-2.0 */
/* Rings of messages in shared memory, for client and worker: ring.h has the layout and the protocol. Next: talk.c. */
#include "device/cuda/ring.h"

#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

static uint32_t rounded(uint32_t size)
{
    return (size + 7) & ~(uint32_t) 7;
}

static void put_pad(struct ring_end *r, uint64_t head, uint64_t n)
{
    struct message pad = {.size = (uint32_t) n, .op = OP_PAD};
    memcpy(r->bytes + (head & (r->size - 1)), &pad, n < sizeof pad ? n : sizeof pad);
    atomic_store_explicit(&r->ring->head, head + n, memory_order_release);
}

void *ring_room(struct ring_end *r, uint32_t size, uint32_t op, uint64_t number)
{
    size = rounded(size);
    uint64_t head = atomic_load_explicit(&r->ring->head, memory_order_relaxed),
             tail = atomic_load_explicit(&r->ring->tail, memory_order_acquire),
             at = head & (r->size - 1), left = r->size - at;
    if (size > MESSAGE_MOST || head - tail > r->size)
        return NULL;
    uint64_t need = left < size ? left + size : size;
    if (r->size - (head - tail) < need)
        return NULL;
    if (left < size) {
        put_pad(r, head, left);
        at = 0;
    }
    struct message *m = (struct message *) (r->bytes + at);
    memset(m, 0, size);
    *m = (struct message){.size = size, .op = op, .number = number};
    return m;
}

void ring_send(struct ring_end *r, const void *message)
{
    const struct message *m = message;
    atomic_fetch_add_explicit(&r->ring->head, m->size, memory_order_seq_cst);
    if (!atomic_load_explicit(&r->ring->asleep, memory_order_seq_cst))
        return;
    atomic_fetch_add_explicit(&r->ring->wake, 1, memory_order_release);
    syscall(SYS_futex, &r->ring->wake, FUTEX_WAKE, 1, NULL, NULL, 0);
}

/* Sizes are multiples of 8, so a padding message of 8 bytes fits before the end. */
const struct message *ring_take(struct ring_end *r, bool *broken)
{
    for (;;) {
        uint64_t tail = atomic_load_explicit(&r->ring->tail, memory_order_relaxed),
                 there = atomic_load_explicit(&r->ring->head, memory_order_acquire) - tail;
        if (!there)
            return NULL;
        uint64_t at = tail & (r->size - 1), left = r->size - at;
        struct message m = {0};
        memcpy(&m, r->bytes + at, left < sizeof m ? left : sizeof m);
        uint64_t size = m.size;
        bool pad = m.op == OP_PAD;
        if (there > r->size || there & 7 || size & 7 || size > there || size > left || !size ||
            (!pad && (size < sizeof m || size > MESSAGE_MOST || m.op >= OPS))) {
            *broken = true;
            return NULL;
        }
        if (!pad) {
            memcpy(r->taken, r->bytes + at, size);
            memcpy(r->taken, &m,
                   sizeof m); /* the size that was checked, whatever the other process writes now */
        }
        atomic_store_explicit(&r->ring->tail, tail + size, memory_order_release);
        if (!pad)
            return (const struct message *) r->taken;
    }
}

void ring_wait(struct ring_end *r, uint64_t ns)
{
    uint32_t seen = atomic_load_explicit(&r->ring->wake, memory_order_acquire);
    struct timespec limit = clock_timespec(ns);
    atomic_store_explicit(&r->ring->asleep, 1, memory_order_seq_cst);
    if (atomic_load_explicit(&r->ring->head, memory_order_seq_cst) ==
        atomic_load_explicit(&r->ring->tail, memory_order_relaxed))
        syscall(SYS_futex, &r->ring->wake, FUTEX_WAIT, seen, &limit, NULL, 0);
    atomic_store_explicit(&r->ring->asleep, 0, memory_order_relaxed);
}
