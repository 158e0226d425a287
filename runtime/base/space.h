/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A reserved range of addresses and an exact table of the objects that live in it.
 *
 * The cpu device's memory and the host memory of a session (heap, globals, address-taken locals) are one
 * such space each. Addresses are real addresses of this process, so the memory of a live object is
 * read and written directly; but every access is first looked up, and what is not inside a live object
 * is explained instead of done. A freed object keeps its record until its addresses are used again.
 *
 * The range costs nothing until it is touched; freed memory goes back to the system.
 * Thread-safety: space_alloc and space_free from one thread at a time; space_find from any thread
 * meanwhile (it sees an object that is being allocated either whole or not at all). */
struct space;

enum { SPACE_GRANULE = 16 }; /* bytes; objects start on multiples of it, at least one byte apart */

enum object_state { OBJECT_LIVE = 1, OBJECT_FREED = 2 };

struct object {
    uint64_t start, size; /* address, bytes asked for */
    enum object_state state;
    bool open;                /* live, and its owner does not look at each access */
    uint32_t kind;            /* the owner's business: heap, global, local, array... */
    const char *name;         /* what the user calls it, or NULL; interned or static, not owned */
    uint32_t source, at, end; /* where it was made: the three fields of a span */
    uint64_t room;            /* bytes it takes in the range, from `start` */
    void *unwritten;          /* the owner's, of malloc: freed with the object; or NULL */
};

struct space *
space_new(uint64_t range); /* bytes of address space to reserve; NULL: not to be had */

struct space_options {
    uint64_t range;
    uint64_t start; /* the first address, a multiple of 64 KiB; 0: wherever there is room */
    bool shared;    /* the memory is a file without a name that another process can map: space_fd */
    bool borrowed;  /* the range is the caller's, who maps it as he likes; needs `start` */
};

struct space *space_new_with(const struct space_options *options); /* NULL: not to be had */
int space_fd(const struct space *s); /* of a shared space, address - start is the offset; or -1 */
/* `lose` is called before pages [addr, addr + n) are given back to the system. */
void space_on_release(struct space *s, void (*lose)(void *user, uint64_t addr, uint64_t n),
                      void *user);
void space_free_all(struct space **s);

/* Zero-filled, aligned to `align` (a power of two, at least 16). NULL: no room for it. Size 0 is an object too. */
struct object *space_alloc(struct space *s, uint64_t size, uint64_t align);
void space_free(struct space *s, struct object *o); /* o is live */
/* Makes a live object as long as `size`, which its room must hold: what lies behind it is out of bounds. */
void space_fit(struct space *s, struct object *o, uint64_t size);
/* An object at this very address, a multiple of 64 KiB whose pages no object has had: for a part of the range that space_alloc never
 * reaches. Its memory is not cleared. NULL: taken, or outside. */
struct object *space_place(struct space *s, uint64_t start, uint64_t size);
void space_displace(struct space *s,
                    struct object *o); /* one that space_place made; forgotten at once */

/* The object, live or lately freed, whose addresses [start, start + size] hold addr; one past the end
 * counts as inside, since C allows such a pointer. NULL: none. */
struct object *space_find(const struct space *s, uint64_t addr);
struct object *space_nearest(const struct space *s,
                             uint64_t addr); /* the live object closest to addr, or NULL */
bool space_holds(const struct space *s, uint64_t addr); /* whether addr lies in the range at all */

uint64_t space_used(const struct space *s);                       /* bytes of live objects */
uint64_t space_range(const struct space *s, uint64_t *out_start); /* bytes of the range */

/* Calls `see` for every live object. */
void space_each(const struct space *s, void (*see)(void *user, struct object *o), void *user);

/* Whether [addr, addr + n) lies inside one live object: the test before an access. */
static inline bool object_covers(const struct object *o, uint64_t addr, uint64_t n)
{
    return o && o->state == OBJECT_LIVE && addr >= o->start && addr - o->start <= o->size &&
           n <= o->size - (addr - o->start);
}
