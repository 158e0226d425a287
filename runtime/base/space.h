/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A reserved address range with an exact table of the objects in it. It is what makes every pointer checkable.
 *
 * The memory of the cpu device is one space; the host memory of a session (heap, globals, locals whose address is taken) is
 * another. Addresses are real addresses of this process, so live objects are read and written directly. Each access is looked up
 * first, and an access outside of a live object becomes an error. A freed object keeps its record until its addresses are
 * reused, so that a use after free can be reported as such.
 *
 * Reserved memory is not committed until it is touched. Freed memory is returned to the system.
 * Thread-safety: one thread at a time may allocate and free. Any thread may call space_find concurrently; it sees a new object
 * either completely or not at all. */
struct space;

#if defined __x86_64__
#define SPACE_GENERAL_REGISTERS __attribute__((target("general-regs-only")))
#define SPACE_KEEPS_REGISTERS                                                                      \
    __attribute__((no_caller_saved_registers, target("general-regs-only")))
#else
#define SPACE_GENERAL_REGISTERS
#define SPACE_KEEPS_REGISTERS
#endif

enum { SPACE_GRANULE = 16 }; /* bytes; objects start at multiples of it and never touch */

enum object_state { OBJECT_LIVE = 1, OBJECT_FREED = 2 };

/* 64 bytes, a line of the processor's cache. */
struct object {
    uint64_t start, size; /* address; requested size in bytes */
    uint8_t state;        /* enum object_state; 0: never used */
    bool open;            /* live, and accesses need no further check by its owner */
    uint8_t home;         /* defined by the owner: which device's it is, */
    bool common : 1;      /* and whether all may use it */
    bool reported : 1;    /* not open: its owner reports each access */
    uint32_t version;     /* changes when the object that the record describes ends or shrinks */
    uint32_t kind;        /* defined by the owner: heap, global, local, array, ... */
    uint32_t source, at, end; /* where it was created: the fields of a struct span */
    const char *name;         /* for messages, or NULL; interned or static, not owned */
    uint64_t room;            /* bytes reserved for it, from `start` */

    union {
        void *
            unwritten; /* live: of the owner, freed with the object unless the lowest bit is set; or NULL */
        struct object *next; /* freed: the one that is used again after it */
    };
};

_Static_assert(sizeof(struct object) == 64, "an object's record is one line");

struct space *space_new(uint64_t range); /* reserves `range` bytes; NULL: not possible */

struct space_options {
    uint64_t range;
    uint64_t
        own; /* space_alloc takes the first `own` bytes of it only; 0: all. The rest is for space_place */
    uint64_t start; /* the first address, a multiple of 64 KiB; 0: any */
    bool shared;    /* backed by an anonymous file that another process can map: see space_fd */
    bool borrowed;  /* the caller owns and maps the range; needs `start` */
};

struct space *space_new_with(const struct space_options *options); /* NULL: not possible */
int space_fd(
    const struct space
        *s); /* the file of a shared space, where address - start is the offset; otherwise -1 */
/* `lose` is called before the pages [addr, addr + n) are returned to the system. */
void space_on_release(struct space *s, void (*lose)(void *user, uint64_t addr, uint64_t n),
                      void *user);
void space_free_all(struct space **s);

/* A zero-filled object, aligned to `align` (a power of two, at least 16). A size of 0 is valid. NULL: out of space. The space owns
 * the returned record. */
struct object *space_alloc(struct space *s, uint64_t size, uint64_t align);
/* The same, but `inside` bytes after the start of a page, less than 4 KiB and a multiple of 16. Nothing else is in its pages. */
struct object *space_alloc_in_page(struct space *s, uint64_t size, uint64_t inside);
void space_free(struct space *s, struct object *o); /* o must be live */
/* The common cases of space_alloc, with the least alignment, and of space_free: an object that shares its page, whose record and memory are
 * there already. The memory of the object is not cleared. NULL or false: it is another case, and nothing has happened. They leave vector
 * registers alone. */
struct object *space_take(struct space *s, uint64_t size) SPACE_GENERAL_REGISTERS;
bool space_give(struct space *s, struct object *o) SPACE_GENERAL_REGISTERS;
/* Sets the size of a live object, at most o->room: accesses beyond it are out of bounds. */
void space_fit(struct space *s, struct object *o, uint64_t size);
/* Creates an object at a given address, a multiple of 64 KiB in pages that never held an object. The memory is not cleared.
 * NULL: already in use, or outside of the range. */
struct object *space_place(struct space *s, uint64_t start, uint64_t size);
void space_displace(struct space *s,
                    struct object *o); /* of space_place; its record is dropped at once */

/* The object, live or recently freed, that contains addr. One past the end counts as inside, because C allows such a pointer
 * (C11 6.5.6). NULL: none. On x86-64 it keeps all registers but that of its result, for machine code whose guard fails. */
struct object *space_find(const struct space *s, uint64_t addr) SPACE_KEEPS_REGISTERS;
struct object *space_nearest(const struct space *s,
                             uint64_t addr); /* the live object closest to addr, or NULL */
bool space_holds(const struct space *s, uint64_t addr); /* whether addr is in the range */

/* The address space to reserve for one space: `wanted`, but at most a quarter of what RLIMIT_AS (`ulimit -v`) allows. */
uint64_t space_affordable(uint64_t wanted);
uint64_t space_used(const struct space *s); /* total size of live objects that space_alloc made */
uint64_t space_range(const struct space *s, uint64_t *out_start); /* bytes of the range */

/* Calls `see` for every live object; it must not allocate or free. */
void space_each(const struct space *s, void (*see)(void *user, struct object *o), void *user);

/* Whether [addr, addr + n) lies inside o and o is live. Tested before each access. */
static inline bool object_covers(const struct object *o, uint64_t addr, uint64_t n)
{
    return o && o->state == OBJECT_LIVE && addr >= o->start && addr - o->start <= o->size &&
           n <= o->size - (addr - o->start);
}
