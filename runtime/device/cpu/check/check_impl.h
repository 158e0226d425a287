/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <pthread.h>

#include "base/intern.h"
#include "base/vec.h"
#include "device/cpu/check/launch_check.h"
#include "device/cpu/check/memory/check_clocks.h"
#include "device/cpu/check/memory/check_events.h"
#include "device/cpu/check/memory/check_shadow.h"
#include "device/cpu/check/memory/check_written.h"

/* What the checker's own files share. */

enum inst_class { /* what to look at before an instruction runs; PLAIN: nothing */
                  INST_PLAIN,
                  INST_DIVISION,
                  INST_SHIFT,
                  INST_CAS_READ, /* a load of an address that the function goes on to compare and swap */
                  INST_BEYOND, /* a store that says an index is out of its dimension */
                  INST_RELEASING, /* an atomic or a strong store: others may see it as soon as it runs */
                  INST_ATOMIC,       /* such an atomic, if relaxed and not of the block's scope */
                  INST_READS_FOLLOW, /* a barrier; see check_epoch.c */
                  INST_CLASS = 0x1f, /* these, and three bits: */
                  INST_REMEMBERED = 0x20, /* a load; see check_speculation.h */
                  INST_PART = 0x40,       /* see is_part */
                  INST_VOLATILE = 0x80,
};

/* A function's instructions have consecutive numbers, from `first` on. */
struct checked_code {
    const struct decoded_code *code;
    uint32_t first;
    uint8_t *classes;    /* by instruction: enum inst_class */
    uint32_t *memories;  /* by instruction: its number among those that access memory */
    bool certain;        /* a kernel; its launches do not speculate */
    bool together;       /* a kernel; its blocks have something to do with each other */
    uint8_t independent; /* of a kernel: 1 yes, 2 no, as far as its text tells; 0: not looked at */
};

struct operations;
struct operation;

struct launch_checker {
    struct observer observer;
    struct device *device; /* that it observes */
    bool nans;
    pthread_mutex_t lock; /* of all that follows, but `written` */
    VEC(struct checked_code *) codes;
    uint32_t insts, memories;
    struct intern *names;
    VEC(struct check_finding) findings;
    size_t reported; /* of them */
    void (*found)(void *user, const struct check_finding *f);
    void *found_user;
    uint64_t launches;
    struct written *written;
    struct spare_blocks *spares;
    struct operations *operations;
};

struct checked_block;
struct race_quick;
struct speculation;
struct checked_parts;

/* A launch, or what one host thread has seen of it (check_parts.h). */
struct checked_launch {
    struct launch_checker *checker;
    struct checked_launch *whole;   /* of a part: the launch; else NULL */
    struct checked_parts *parts;    /* NULL: one host thread runs its blocks in order */
    const struct race_quick *quick; /* check_race.h */
    const struct observed_launch *launch;
    struct checked_code *kernel;
    struct speculation *speculation; /* NULL: all loads are remembered */
    struct published *published;
    bool volatiles;              /* some function of the module stores volatile values */
    bool narrow;                 /* some atomic was of the block's scope */
    struct word_users *atomics;  /* who has made an atomic where, if so */
    struct word_users *readers;  /* which write a thread's last volatile load has seen */
    struct operation *operation; /* NULL: its order is not known */
    struct shadow_memory *shadow;
    struct access_events events;        /* of accesses to global memory */
    VEC(struct checked_block *) spares; /* of blocks that have ended */
    uint32_t blocks;                    /* that have begun */
    _Atomic uint64_t ended;             /* of them; of the launch */
    bool asked;                         /* whether it speculates */
};

/* The event of the last accesses of a warp by an instruction. */
struct event_memo {
    uint32_t serial, epoch, clock, event; /* serial: of the block; 0: none */
    uint8_t kind;
};

enum { OLD_BYTES = 64 }; /* that a lane may store at once */

/* Loads of global memory within it need no look: they are in no race, and all of it is written. By load. */
struct settled_window {
    const struct op *op;
    uint64_t start, size;
};

enum { SETTLED_WINDOWS = 16 };

struct checked_block {
    struct checked_launch *launch;
    const struct observed_block *block;
    struct block_clocks *clocks;
    uint32_t serial;                 /* among the blocks of the launch, from 1 on */
    const struct checked_code *code; /* met last */
    struct shadow_memory *shared;
    struct access_events shared_events;
    uint32_t shared_before;            /* accesses up to this number were before the last barrier */
    uint32_t others_before;            /* and of global memory, before the block began */
    bool shared_read_only;             /* until the next one */
    unsigned char *shared_written;     /* a bit for each byte */
    struct written_range shared_range; /* the same */
    unsigned char *local_written; /* the same of all threads' local memory; NULL: not used yet */
    VEC(struct event_memo) memos; /* by memory instruction, space and warp */
    struct settled_window windows[SETTLED_WINDOWS];
    VEC(struct written_range) ranges; /* by memory instruction: the allocation it accessed last */
    unsigned char old[WARP_LANES][OLD_BYTES]; /* what the next store of the warp overwrites */
    struct undefined_values *undefined;
    struct nan_watch *nans; /* NULL: not wanted */
    uint32_t arrived,
        arrived_inst; /* threads at barrier 0 since its last release; the first one's instruction */
    struct observed_place arrived_place;
    bool reads_follow; /* all those instructions are INST_READS_FOLLOW */
};

/* The instruction with a number; *out_code is the function it is in. */
const struct ptx_inst *checked_inst(struct launch_checker *c, uint32_t number,
                                    const struct decoded_code **out_code);

/* The number of the instruction at a place. */
uint32_t checked_number(struct checked_block *b, const struct observed_place *p);
/* The number for an access to memory of lane 0 of a warp now; lane l has that number plus l. `clock`: of all lanes concerned. */
uint32_t checked_access(struct checked_block *b, bool shared, uint32_t warp, uint32_t inst,
                        uint32_t memory, uint8_t kind, uint32_t clock);
/* A function's; made when it is first asked for. check_code.c. */
struct checked_code *checked_code_in(struct launch_checker *c, const struct decoded_code *code);
/* Whether a word is in a list that ends with NULL, and whether an instruction calls one of these functions. */
bool checked_is_one_of(struct str word, const char *const *list);
bool checked_calls(const struct ptx_inst *i, const char *const *functions);
/* Whether some function of the module stores volatile values. */
bool checked_stores_volatile(const struct ptx_module *m);
const struct checked_code *checked_code_find(struct checked_block *b,
                                             const struct decoded_code *code);

static inline const struct checked_code *checked_code_of(struct checked_block *b,
                                                         const struct decoded_code *code)
{
    return b->code && b->code->code == code ? b->code : checked_code_find(b, code);
}

/* The bits of a block's local memory. */
unsigned char *checked_local(struct checked_block *b);
/* The value of an operand, a register or a number, in a lane. */
bool checked_operand(const struct observed_place *p, uint32_t operand, uint32_t lane,
                     uint64_t *out);

struct finding_of { /* what a hook knows of a finding */
    enum check_kind kind;
    const struct checked_block *block;
    enum ptx_space space;
    uint64_t address;
    uint32_t size, mask;
    int32_t index;
    const struct stamp *before; /* NULL: one thread only */
    uint32_t thread, inst;      /* now */
    enum check_act act;
};

void finding_add(const struct finding_of *f);
/* The block's launch has parts, and runs again without them. check_parts.c. */
void checked_doubt(const struct checked_block *b);
/* The array whose index an instruction says is out of its dimension; NULL: it is another one. */
const char *checked_array(const struct ptx_inst *i);
/* Of kind CHECK_ORDER. */
void finding_add_ordered(struct launch_checker *c, const struct check_finding *f);
/* Who made an access, by its number; *out_size: bytes of its elements. `act` stays. */
void finding_party(struct launch_checker *c, struct check_party *out,
                   const struct access_events *events, uint32_t number, struct device_dim grid,
                   struct device_dim block, uint32_t *out_size);
const char *checked_name(struct launch_checker *c, const char *name); /* a copy that lasts */

/* ---- check_epoch.c ---- */

/* Whether an instruction is a barrier of the whole block after which no thread stores to shared memory before the next one. Then loads of
 * shared memory between the two are in no race, whatever the threads do. */
bool epoch_only_reads(const struct decoded_code *code, uint32_t inst);

/* ---- check_nan.c: NaN and infinity that come of finite operands. State of a block; one host thread. ---- */

struct nan_watch *nan_watch_new(void);
void nan_watch_free(struct nan_watch **w); /* NULL is none */

/* Before the lanes of the place execute its instruction. */
void nan_look(struct checked_block *b, const struct observed_place *p);
