/* SPDX-License-Identifier: Apache-2.0 */
/* The object table of an address range. The range is divided into pages of 64 KiB. Small objects share a page with
 * others of the same size class, and the slots of the page identify them. A large object owns consecutive pages,
 * and the page table identifies it. So space_find takes two loads, regardless of the number of objects. Freed slots
 * and pages wait in a queue before they are reused, so that a stale pointer usually finds the record of the freed
 * object. */
#include "base/space.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/check.h"
#include "base/vec.h"

enum {
    PAGE_BITS = 16,
    PAGE = 1 << PAGE_BITS,
    COLOURS =
        8, /* large objects start at different places of a page: equal indices of several arrays would else */
    COLOUR =
        5376, /* share the low bits of their addresses, which AMD's L1 cache takes for one (5 times slower) */
    SMALL_MAX = 4096, /* bytes; with larger sizes or alignments an object gets pages of its own */
    CLASSES = 24,
    SMALL_MOST = 4352, /* bytes of the largest slot */
    RECORDS = 1024,    /* object records in one chunk, so that they never move */
    QUEUE_SLOTS = 64,  /* freed slots of a class that wait */
    CARVED =
        32, /* slots that a page gives at a time: few that take turns stay in the processor's cache */
    QUEUE_RUNS = 8,
};

struct page {
    _Atomic(struct object *) owner; /* a large object */
    _Atomic(struct small_page *) small;
};

struct small_page {
    uint64_t start;
    uint32_t slot, count; /* bytes of a slot, slots */
    uint32_t carved;      /* slots that have a record; the others were never used */
    uint32_t reciprocal;  /* ceil(2^32 / slot), for offset / slot */
    _Atomic(struct object *) owner[];
};

struct slot_list {
    struct object *first, *last; /* freed slots, linked: the first is used again next */
    size_t n;
    struct small_page *page; /* which gives more; NULL: none yet */
};

struct space_run {
    uint64_t first, pages; /* page numbers */
};

struct space {
    char *base;
    uint64_t range, next_page, used, colour;
    struct page *pages;             /* a reserved table too: one entry a page */
    uint64_t page_count, own_pages; /* own: that space_alloc uses */
    struct slot_list classes[CLASSES];
    uint8_t class_at[SMALL_MOST / SPACE_GRANULE + 1]; /* of a slot, by its size in granules */
    VEC(struct small_page *) small_pages;
    VEC(struct space_run) runs;   /* free runs, by address, none touching the next */
    VEC(struct object *) waiting; /* freed large objects, oldest first */
    VEC(struct object *) records; /* chunks */
    VEC(struct object *) spare;   /* records to use again */
    size_t fresh;                 /* records of the last chunk in use */
    int fd;                       /* of a shared space, or -1 */
    bool borrowed, uncoloured; /* uncoloured: objects start on pages, which are mapped one by one */
    void (*lose)(void *user, uint64_t addr, uint64_t n);
    void *lose_user;
};

static const uint32_t slot_sizes[CLASSES] = {16,  32,  48,   64,   80,   96,   112,  128,
                                             160, 192, 224,  256,  320,  384,  448,  512,
                                             640, 768, 1024, 1360, 1808, 2176, 2976, SMALL_MOST};

uint64_t space_affordable(uint64_t wanted)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY)
        return wanted;
    return wanted < limit.rlim_cur / 4 ? wanted : limit.rlim_cur / 4;
}

static void *reserve(uint64_t bytes)
{
    void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                   -1, 0);
    return p == MAP_FAILED ? NULL : p;
}

/* The range itself: borrowed, at a given address, of a file, or none of these. */
static bool map_range(struct space *s, const struct space_options *o)
{
    int flags = MAP_NORESERVE | (o->start ? MAP_FIXED_NOREPLACE : 0);
    s->borrowed = o->borrowed;
    if (o->borrowed) {
        s->base = (char *) (uintptr_t) o->start;
        return true;
    }
    if (o->shared) {
        s->fd = memfd_create("warpcell", MFD_CLOEXEC);
        if (s->fd < 0 || ftruncate(s->fd, (off_t) s->range))
            return false;
    }
    /* a file's first byte lies at the start, which only a mapping of its own address can align */
    uint64_t room = s->range + (o->shared || o->start ? 0 : PAGE);
    char *p = mmap((void *) (uintptr_t) o->start, room, PROT_READ | PROT_WRITE,
                   flags | (o->shared ? MAP_SHARED : MAP_PRIVATE | MAP_ANONYMOUS), s->fd, 0);
    if (p == MAP_FAILED)
        return false;
    madvise(p, room, MADV_DONTDUMP);
    s->base = (char *) (((uintptr_t) p + PAGE - 1) & ~(uintptr_t) (PAGE - 1));
    return true;
}

static void number_classes(struct space *s)
{
    for (uint32_t granules = 0, c = 0; granules <= SMALL_MOST / SPACE_GRANULE; granules++) {
        c += granules * SPACE_GRANULE > slot_sizes[c];
        s->class_at[granules] = (uint8_t) c;
    }
}

/* Where a file of this size can lie on a page of ours. */
static uint64_t aligned_room(uint64_t range)
{
    char *p = reserve(range + PAGE);
    if (!p)
        return 0;
    munmap(p, range + PAGE);
    return ((uintptr_t) p + PAGE - 1) & ~(uintptr_t) (PAGE - 1);
}

struct space *space_new_with(const struct space_options *options)
{
    struct space_options o = *options;
    struct space *s = xcalloc(1, sizeof *s);
    s->fd = -1;
    s->uncoloured = o.start != 0;
    s->range = (o.range + PAGE - 1) & ~(uint64_t) (PAGE - 1);
    s->page_count = s->range >> PAGE_BITS;
    s->own_pages = o.own ? o.own >> PAGE_BITS : s->page_count;
    s->pages = reserve(s->page_count * sizeof *s->pages);
    if (o.shared && !o.start)
        o.start = aligned_room(s->range);
    if (!s->pages || !map_range(s, &o)) {
        space_free_all(&s);
        return NULL;
    }
    s->fresh = RECORDS;
    number_classes(s);
    return s;
}

struct space *space_new(uint64_t range)
{
    return space_new_with(&(struct space_options){.range = range});
}

int space_fd(const struct space *s)
{
    return s->fd;
}

void space_on_release(struct space *s, void (*lose)(void *user, uint64_t addr, uint64_t n),
                      void *user)
{
    s->lose = lose;
    s->lose_user = user;
}

static inline SPACE_GENERAL_REGISTERS bool is_from_malloc(const void *unwritten)
{
    return unwritten && !((uintptr_t) unwritten & 1);
}

static void forget_watch(void *user, struct object *o)
{
    if (is_from_malloc(o->unwritten))
        free(o->unwritten);
}

void space_free_all(struct space **at)
{
    struct space *s = *at;
    if (!s)
        return;
    space_each(s, forget_watch, NULL);
    if (s->base && !s->borrowed)
        munmap(s->base, s->range);
    if (s->fd >= 0)
        close(s->fd);
    if (s->pages)
        munmap(s->pages, s->page_count * sizeof *s->pages);
    VEC_EACH (p, &s->small_pages)
        free(*p);
    VEC_EACH (r, &s->records)
        free(*r);
    VEC_FREE(&s->small_pages);
    VEC_FREE(&s->runs);
    VEC_FREE(&s->waiting);
    VEC_FREE(&s->records);
    VEC_FREE(&s->spare);
    free(s);
    *at = NULL;
}

static struct object *new_record(struct space *s)
{
    if (s->spare.n)
        return s->spare.at[--s->spare.n];
    if (s->fresh == RECORDS) {
        struct object *chunk = aligned_alloc(sizeof *chunk, RECORDS * sizeof *chunk);
        CHECK(chunk);
        memset(chunk, 0, RECORDS * sizeof *chunk);
        VEC_PUSH(&s->records, chunk);
        s->fresh = 0;
    }
    return VEC_LAST(&s->records) + s->fresh++;
}

static inline SPACE_GENERAL_REGISTERS uint64_t offset_of(const struct space *s, uint64_t addr)
{
    return addr - (uintptr_t) s->base;
}

static inline SPACE_GENERAL_REGISTERS uint64_t page_of(const struct space *s, uint64_t addr)
{
    return offset_of(s, addr) >> PAGE_BITS;
}

/* ---- runs of whole pages ---- */

static void give_run(struct space *s, uint64_t first, uint64_t pages)
{
    size_t i = 0;
    while (i < s->runs.n && s->runs.at[i].first < first)
        i++;
    bool joins_left = i && s->runs.at[i - 1].first + s->runs.at[i - 1].pages == first;
    bool joins_right = i < s->runs.n && first + pages == s->runs.at[i].first;
    if (joins_left) {
        s->runs.at[i - 1].pages += pages;
        if (joins_right) {
            s->runs.at[i - 1].pages += s->runs.at[i].pages;
            memmove(s->runs.at + i, s->runs.at + i + 1, (s->runs.n - i - 1) * sizeof *s->runs.at);
            s->runs.n--;
        }
    } else if (joins_right) {
        s->runs.at[i].first = first;
        s->runs.at[i].pages += pages;
    } else {
        VEC_PUSH(&s->runs, (struct space_run){0});
        memmove(s->runs.at + i + 1, s->runs.at + i, (s->runs.n - 1 - i) * sizeof *s->runs.at);
        s->runs.at[i] = (struct space_run){first, pages};
    }
}

/* First fit; the untouched end of the range comes last. UINT64_MAX: no room. */
static uint64_t take_run(struct space *s, uint64_t pages, uint64_t align_pages)
{
    for (size_t i = 0; i < s->runs.n; i++) {
        struct space_run r = s->runs.at[i];
        uint64_t first = (r.first + align_pages - 1) & ~(align_pages - 1);
        if (first + pages > r.first + r.pages)
            continue;
        memmove(s->runs.at + i, s->runs.at + i + 1, (s->runs.n - i - 1) * sizeof *s->runs.at);
        s->runs.n--;
        if (first > r.first)
            give_run(s, r.first, first - r.first);
        if (first + pages < r.first + r.pages)
            give_run(s, first + pages, r.first + r.pages - first - pages);
        return first;
    }
    uint64_t first = (s->next_page + align_pages - 1) & ~(align_pages - 1);
    if (pages > s->own_pages || first > s->own_pages - pages)
        return UINT64_MAX;
    if (first > s->next_page)
        give_run(s, s->next_page, first - s->next_page);
    s->next_page = first + pages;
    return first;
}

static void forget_large(struct space *s)
{
    struct object *o = s->waiting.at[0];
    memmove(s->waiting.at, s->waiting.at + 1, --s->waiting.n * sizeof *s->waiting.at);
    uint64_t first = page_of(s, o->start), pages = page_of(s, o->start + o->room) - first;
    for (uint64_t p = first; p < first + pages; p++)
        atomic_store_explicit(&s->pages[p].owner, NULL, memory_order_release);
    give_run(s, first, pages);
    VEC_PUSH(&s->spare, o);
}

static struct object *alloc_run(struct space *s, uint64_t size, uint64_t colour, uint64_t align)
{
    if (size >= s->range)
        return NULL;
    uint64_t pages = ((size + colour) >> PAGE_BITS) +
                     1; /* at least one byte past the end belongs to the object */
    uint64_t align_pages = align > PAGE ? align >> PAGE_BITS : 1, first;
    while ((first = take_run(s, pages, align_pages)) == UINT64_MAX) {
        if (!s->waiting.n)
            return NULL;
        forget_large(s);
    }
    struct object *o = new_record(s);
    *o = (struct object){.start = (uintptr_t) s->base + (first << PAGE_BITS) + colour,
                         .size = size,
                         .state = OBJECT_LIVE,
                         .open = true,
                         .version = o->version,
                         .room = (pages << PAGE_BITS) - colour};
    for (uint64_t p = first; p < first + pages; p++)
        atomic_store_explicit(&s->pages[p].owner, o, memory_order_release);
    return o;
}

/* Long objects have huge pages: loops over 10 million floats take a quarter less, and the first touch a tenth. Files have none. */
static void ask_for_huge_pages(const struct space *s, const struct object *o)
{
    enum { LEAST = 4 << 20 };

    if (o->size < LEAST || s->fd >= 0 || s->borrowed)
        return;
    uint64_t first = (uintptr_t) s->base + (page_of(s, o->start) << PAGE_BITS);
    madvise((void *) (uintptr_t) first, o->start + o->room - first, MADV_HUGEPAGE);
}

static struct object *alloc_large(struct space *s, uint64_t size, uint64_t align)
{
    bool coloured = COLOUR % align == 0 && !s->uncoloured;
    struct object *o = alloc_run(s, size, coloured ? s->colour++ % COLOURS * COLOUR : 0, align);
    if (o)
        ask_for_huge_pages(s, o);
    return o;
}

/* ---- slots of small pages ---- */

/* The list of the slots that hold so many bytes, at most SMALL_MOST. */
static inline SPACE_GENERAL_REGISTERS struct slot_list *list_of(struct space *s, uint64_t bytes)
{
    return &s->classes[s->class_at[(bytes + SPACE_GRANULE - 1) / SPACE_GRANULE]];
}

static inline SPACE_GENERAL_REGISTERS void put_last(struct slot_list *list, struct object *o)
{
    o->next = NULL;
    if (list->n++)
        list->last->next = o;
    else
        list->first = o;
    list->last = o;
}

static inline SPACE_GENERAL_REGISTERS struct object *take_first(struct slot_list *list,
                                                                uint64_t size)
{
    struct object *o = list->first;
    list->first = o->next;
    list->n--;
    o->size =
        size; /* one by one: as a whole, it would be cleared by `rep stos`, which takes 10 ns */
    o->state = OBJECT_LIVE;
    o->open = true;
    o->home = 0;
    o->common = o->reported = false;
    o->kind = o->source = o->at = o->end = 0;
    o->name = NULL;
    o->unwritten = NULL;
    return o;
}

static struct small_page *new_small_page(struct space *s, int class)
{
    uint64_t page = take_run(s, 1, 1);
    if (page == UINT64_MAX)
        return NULL;
    uint32_t slot = slot_sizes[class], count = PAGE / slot;
    struct small_page *sp = xcalloc(1, sizeof *sp + count * sizeof *sp->owner);
    sp->start = (uintptr_t) s->base + (page << PAGE_BITS);
    sp->slot = slot;
    sp->count = count;
    sp->reciprocal = (uint32_t) (((uint64_t) 1 << 32) / slot + 1);
    VEC_PUSH(&s->small_pages, sp);
    atomic_store_explicit(&s->pages[page].small, sp, memory_order_release);
    return sp;
}

/* More free slots. false: out of space. */
static bool carve(struct space *s, struct slot_list *list)
{
    if ((!list->page || list->page->carved == list->page->count) &&
        !(list->page = new_small_page(s, (int) (list - s->classes))))
        return false;
    struct small_page *sp = list->page;
    uint32_t end = sp->count - sp->carved < CARVED ? sp->count : sp->carved + CARVED;
    for (; sp->carved < end; sp->carved++) {
        struct object *o = new_record(s);
        *o = (struct object){.start = sp->start + (uint64_t) sp->carved * sp->slot,
                             .version = o->version,
                             .room = sp->slot};
        atomic_store_explicit(&sp->owner[sp->carved], o, memory_order_release);
        put_last(list, o);
    }
    return true;
}

static struct object *alloc_small(struct space *s, uint64_t size)
{
    struct slot_list *list = list_of(s, size + 1);
    if (list->n <= QUEUE_SLOTS && !carve(s, list) && !list->n)
        return NULL;
    struct object *o = take_first(list, size);
    memset((void *) (uintptr_t) o->start, 0, size);
    return o;
}

struct object *space_alloc(struct space *s, uint64_t size, uint64_t align)
{
    CHECK(align >= SPACE_GRANULE && !(align & (align - 1)));
    bool small = size < SMALL_MAX && align <= SPACE_GRANULE;
    struct object *o = small ? alloc_small(s, size) : alloc_large(s, size, align);
    if (o)
        s->used += size;
    return o;
}

struct object *space_take(struct space *s, uint64_t size)
{
    struct slot_list *list = size < SMALL_MAX ? list_of(s, size + 1) : NULL;
    if (!list || list->n <= QUEUE_SLOTS)
        return NULL;
    s->used += size;
    return take_first(list, size);
}

struct object *space_alloc_in_page(struct space *s, uint64_t size, uint64_t inside)
{
    CHECK(inside < PAGE && inside % SPACE_GRANULE == 0);
    struct object *o = alloc_run(s, size, inside, SPACE_GRANULE);
    if (o)
        s->used += size;
    return o;
}

static inline SPACE_GENERAL_REGISTERS void end(struct space *s, struct object *o)
{
    o->version++;
    o->state = OBJECT_FREED;
    o->open = false;
    s->used -= o->size;
}

bool space_give(struct space *s, struct object *o)
{
    if (o->room > SMALL_MOST || is_from_malloc(o->unwritten))
        return false;
    end(s, o);
    put_last(list_of(s, o->room), o);
    return true;
}

void space_free(struct space *s, struct object *o)
{
    CHECK(o->state == OBJECT_LIVE);
    if (is_from_malloc(o->unwritten))
        free(o->unwritten);
    o->unwritten = NULL;
    if (space_give(s, o))
        return;
    end(s, o);
    uint64_t first = (uintptr_t) s->base + (page_of(s, o->start) << PAGE_BITS);
    if (s->lose)
        s->lose(s->lose_user, o->start, o->room);
    madvise((void *) (uintptr_t) first,
            o->start + o->room - first, /* and reads as zero when used again */
            s->fd >= 0 ? MADV_REMOVE : MADV_DONTNEED);
    VEC_PUSH(&s->waiting, o);
    if (s->waiting.n > QUEUE_RUNS)
        forget_large(s);
}

void space_fit(struct space *s, struct object *o, uint64_t size)
{
    CHECK(o->state == OBJECT_LIVE && size < o->room);
    o->version += size < o->size;
    s->used += size - o->size;
    o->size = size;
}

struct object *space_place(struct space *s, uint64_t start, uint64_t size)
{
    uint64_t pages = (size + PAGE - 1) >> PAGE_BITS, first = page_of(s, start);
    if (start & (PAGE - 1) || !pages || first > s->page_count || pages > s->page_count - first)
        return NULL;
    for (uint64_t p = first; p < first + pages; p++)
        if (atomic_load_explicit(&s->pages[p].owner, memory_order_relaxed) ||
            atomic_load_explicit(&s->pages[p].small, memory_order_relaxed))
            return NULL;
    struct object *o = new_record(s);
    *o = (struct object){.start = start,
                         .size = size,
                         .state = OBJECT_LIVE,
                         .open = true,
                         .version = o->version,
                         .room = pages << PAGE_BITS};
    for (uint64_t p = first; p < first + pages; p++)
        atomic_store_explicit(&s->pages[p].owner, o, memory_order_release);
    return o;
}

void space_displace(struct space *s, struct object *o)
{
    uint64_t first = page_of(s, o->start), pages = o->room >> PAGE_BITS;
    for (uint64_t p = first; p < first + pages; p++)
        atomic_store_explicit(&s->pages[p].owner, NULL, memory_order_release);
    o->version++;
    o->state = 0;
    o->open = false;
    VEC_PUSH(&s->spare, o);
}

/* ---- look-up ---- */

bool space_holds(const struct space *s, uint64_t addr)
{
    return offset_of(s, addr) < s->range;
}

static inline SPACE_GENERAL_REGISTERS struct object *owner_of(const struct space *s, uint64_t addr)
{
    const struct page *p = s->pages + page_of(s, addr);
    struct object *o = atomic_load_explicit(&p->owner, memory_order_acquire);
    if (o)
        return o;
    struct small_page *sp = atomic_load_explicit(&p->small, memory_order_acquire);
    if (!sp)
        return NULL;
    uint32_t i = (uint32_t) (((addr - sp->start) * sp->reciprocal) >> 32);
    return i < sp->count ? atomic_load_explicit(&sp->owner[i], memory_order_acquire) : NULL;
}

struct object *space_find(const struct space *s, uint64_t addr)
{
    if (offset_of(s, addr) >= s->range)
        return NULL;
    struct object *o = owner_of(s, addr);
    return o && o->state && addr - o->start <= o->size ? o : NULL;
}

struct object *space_nearest(const struct space *s, uint64_t addr)
{
    struct object *best = NULL;
    uint64_t best_distance = UINT64_MAX;
    VEC_EACH (chunk, &s->records) {
        size_t n = chunk == s->records.at + s->records.n - 1 ? s->fresh : RECORDS;
        for (struct object *o = *chunk; o < *chunk + n; o++) {
            if (o->state != OBJECT_LIVE)
                continue;
            uint64_t end = o->start + o->size;
            uint64_t distance = addr < o->start ? o->start - addr : addr >= end ? addr - end : 0;
            if (distance < best_distance) {
                best = o;
                best_distance = distance;
            }
        }
    }
    return best;
}

void space_each(const struct space *s, void (*see)(void *user, struct object *o), void *user)
{
    VEC_EACH (chunk, &s->records) {
        size_t n = chunk == s->records.at + s->records.n - 1 ? s->fresh : RECORDS;
        for (struct object *o = *chunk; o < *chunk + n; o++)
            if (o->state == OBJECT_LIVE)
                see(user, o);
    }
}

uint64_t space_used(const struct space *s)
{
    return s->used;
}

uint64_t space_range(const struct space *s, uint64_t *out_start)
{
    *out_start = (uintptr_t) s->base;
    return s->range;
}
