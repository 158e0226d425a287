/* SPDX-License-Identifier: Apache-2.0 */
/* rand and related functions. Programs print results that depend on rand(), so the sequence is glibc's for the same seed:
 * additive feedback, r[i] = r[i - 3] + r[i - 31] modulo 2^32, of which each number is the upper 31 bits. The first 31 terms
 * come from a multiplicative congruential generator modulo 2^31 - 1, and the first 310 numbers are discarded. */
#include <string.h>

#include "eval/library/builtin.h"

enum { TERMS = 31, LAG = 3, DISCARDED = 310 };

uint32_t random_next(struct random_state *r)
{
    uint32_t v = r->r[r->next] += r->r[(r->next + TERMS - LAG) % TERMS];
    r->next = (r->next + 1) % TERMS;
    return v >> 1;
}

void random_seed(struct random_state *r, uint32_t seed)
{
    int64_t v = seed ? (int32_t) seed : 1;
    r->r[0] = (uint32_t) v;
    for (int i = 1; i < TERMS; i++) {
        v = v * 16807 % 2147483647;
        if (v < 0)
            v += 2147483647;
        r->r[i] = (uint32_t) v;
    }
    /* Terms 31 to 33 repeat 0 to 2: the sum starts after them. */
    r->next = LAG;
    for (int i = 0; i < DISCARDED; i++)
        random_next(r);
}

BUILTIN(rand)
{
    at[0].i = random_next(&vm->random);
    return true;
}

BUILTIN(srand)
{
    random_seed(&vm->random, (uint32_t) at[0].u);
    return true;
}

/* glibc's rand_r: three steps of a linear congruential generator, 11 + 10 + 10 bits. */
BUILTIN(rand_r)
{
    uint32_t state, v = 0;
    static const uint32_t take[3][2] = {
        {2048, 0 },
        {1024, 10},
        {1024, 10}
    };
    void *at_state =
        vm_memory(vm, at[0].u, sizeof state, VM_WRITE, builtin_call_of(call)->spans[0]);
    if (!at_state)
        return false;
    memcpy(&state, at_state, sizeof state);
    for (int i = 0; i < 3; i++) {
        state = state * 1103515245u + 12345u;
        v = (v << take[i][1]) ^ (state / 65536u % take[i][0]);
    }
    memcpy(at_state, &state, sizeof state);
    at[0].i = (int) v;
    return true;
}

/* ---- POSIX's 48-bit linear congruential generator ---- */

static void step48(uint64_t *state)
{
    *state = (*state * 0x5deece66dull + 0xb) & 0xffffffffffffull;
}

/* The state of a program: three numbers of 16 bits, the lowest first. Steps it. NULL: an error was recorded. */
static bool step_own48(struct vm *vm, union value *at, const struct builtin_call *call,
                       uint64_t *out)
{
    uint16_t *x = vm_memory(vm, at[0].u, 3 * sizeof *x, VM_WRITE, call->spans[0]);
    if (!x)
        return false;
    *out = (uint64_t) x[2] << 32 | (uint64_t) x[1] << 16 | x[0];
    step48(out);
    for (int i = 0; i < 3; i++)
        x[i] = (uint16_t) (*out >> 16 * i);
    return true;
}

/* Gives the old state back in memory of the session, which the next call uses again. */
BUILTIN(seed48)
{
    uint16_t seed[3];
    const void *given =
        vm_memory(vm, at[0].u, sizeof seed, VM_READ, builtin_call_of(call)->spans[0]);
    if (!given)
        return false;
    memcpy(seed, given, sizeof seed);
    if (!vm->old48) {
        struct object *o = vm_new_object(vm, sizeof seed, HOST_GLOBAL, "seed48", call->at);
        vm->old48 = o ? o->start : 0;
    }
    uint16_t *old = vm_memory(vm, vm->old48, sizeof seed, VM_WRITE, call->at);
    if (!old)
        return false;
    for (int i = 0; i < 3; i++)
        old[i] = (uint16_t) (vm->random48 >> 16 * i);
    vm->random48 = (uint64_t) seed[2] << 32 | (uint64_t) seed[1] << 16 | seed[0];
    at[0].u = vm->old48;
    return true;
}

BUILTIN(drand48)
{
    step48(&vm->random48);
    at[0].d = (double) vm->random48 / 281474976710656.0;
    return true;
}

BUILTIN(lrand48)
{
    step48(&vm->random48);
    at[0].i = (int64_t) (vm->random48 >> 17);
    return true;
}

BUILTIN(mrand48)
{
    step48(&vm->random48);
    at[0].i = (int32_t) (vm->random48 >> 16);
    return true;
}

BUILTIN(erand48)
{
    uint64_t x;
    if (!step_own48(vm, at, builtin_call_of(call), &x))
        return false;
    at[0].d = (double) x / 281474976710656.0;
    return true;
}

BUILTIN(nrand48)
{
    uint64_t x;
    if (!step_own48(vm, at, builtin_call_of(call), &x))
        return false;
    at[0].i = (int64_t) (x >> 17);
    return true;
}

BUILTIN(jrand48)
{
    uint64_t x;
    if (!step_own48(vm, at, builtin_call_of(call), &x))
        return false;
    at[0].i = (int32_t) (x >> 16);
    return true;
}

BUILTIN(srand48)
{
    vm->random48 = (at[0].u & 0xffffffffull) << 16 | 0x330e;
    return true;
}
