/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/jit/simd_gen.h"

/* What simd_lanes.c and simd_atomic.c share: the check of 32 addresses, and code for lanes one after the other. For one compilation, on one
 * thread. */

enum {
    LANE_OFFSETS = 0, /* in the area of the stack: a 32-bit offset for each lane, */
    LANE_OPERAND = 128,
    LANE_SECOND = 384, /* an operand of an atomic, */
    LANE_RESULT = 640,
    LANE_LIMIT = 1152, /* and the last offset that an access may have */
    LANE_AREA_SIZE = 1216,
    LANE_ELEMENT =
        64, /* bytes of an element of 8 or 16 bits, in all lanes; up to eight of them follow each other */
    LANE_IN_R9 = UINT32_MAX,
    BEFORE = 1 << 20, /* bytes: how far before an object a pointer may lie that has indices */
};

/* An element of the lane whose offset is in eax. */
static inline struct x86_mem simd_element_at(uint32_t element, uint32_t size)
{
    return (struct x86_mem){RDI, RAX, 1, (int32_t) (element * size)};
}

/* Jumps; at_end 0: there is one only. */
struct simd_far {
    uint32_t at_end, apart;
};

struct lane_code {
    /* AVX2, or NULL: the code for eight lanes in one, if their offsets allow; returns the jump behind it, where lanes follow that do not. */
    uint32_t (*write_eight)(struct simd_gen *g, uint32_t strip);
    /* The code for a lane (LANE_IN_R9: the one in r9) whose offset is in eax, from rdi. It may change rax, rcx and rdx. */
    void (*write)(struct simd_gen *g, const struct lane_code *c, uint32_t lane);
    uint32_t op, element, width;
};

/* Its addresses are a fixed number of bytes apart. */
static inline bool simd_goes_by_rows(const struct simd_gen *g, uint32_t n)
{
    uint8_t how = g->k->ops[n].how;
    return how == HOW_GATHER_ROWS || how == HOW_SCATTER_ROWS;
}

/* AVX2: words that may follow each other. */
static inline bool simd_moves_eight(const struct simd_gen *g, uint32_t n)
{
    const struct op *op = simd_op_at(g, n);
    return !g->k->avx512 && !g->in_cold && op_element_bytes(op) == 4 && op_elements(op) == 1 &&
           !simd_goes_by_rows(g, n) && !simd_has_idle_lanes(g->k);
}

/* The group of a gather that loads words side by side with others, in the first version. */
static inline struct simd_group *simd_neighbours_of(struct simd_gen *g, uint32_t n)
{
    return g->k->ops[n].leader ? simd_group_of(g, n) : NULL;
}

bool simd_is_masked(const struct simd_gen *g); /* some lanes may not run, or are no threads */
struct x86_mem simd_lane_area(struct simd_gen *g, uint32_t at);
/* A lane's place in an array of elements. */
struct x86_mem simd_lane_mem(struct x86_mem base, uint32_t size, uint32_t lane);
/* AVX2 (simd_apart.c): eight words one after the other are a vector in memory at rdi + rax; CC_NE: they are not. Registers 0 and 1 change. */
void simd_test_eight(struct simd_gen *g, uint32_t strip);
uint32_t simd_store_eight(struct simd_gen *g, uint32_t strip); /* lane_code.write_eight, */
void simd_store_word(struct simd_gen *g, const struct lane_code *c, uint32_t lane); /* and write */
/* Checks `span` bytes at the address of each lane that runs: offsets in the area, rdi what they count from. Returns the cold code, in which
 * the interpreter executes the op. */
uint32_t simd_check_lanes(struct simd_gen *g, uint32_t n, uint32_t span, uint32_t align);
/* What the addresses of the op are checked against (simd_lanes.c): rdi = where offsets count from, rcx = bytes of the object; rdx may change. */
void simd_load_object(struct simd_gen *g, const struct op *op);
/* HOW_GATHER_ROWS, HOW_SCATTER_ROWS (simd_apart.c): checks `span` bytes at each lane of the rows, and keeps the address of each row; rdi = that
 * of a strip, `to` = the offsets of its lanes. */
void simd_check_rows(struct simd_gen *g, uint32_t n, uint32_t span, uint32_t cold);
void simd_load_row_offsets(struct simd_gen *g, uint32_t n, uint32_t strip, int to);
/* simd_memory.c: rax = the address of a row, */
void simd_load_base(struct simd_gen *g, uint32_t n, uint32_t row);
/* `span` bytes there are checked, and their alignment (rcx bytes, if span is 0). All rows have the same span, and what the first leaves in rcx is for
 * the others, */
void simd_check_access(struct simd_gen *g, const struct op *op, uint32_t span, uint32_t align,
                       uint32_t row, uint32_t cold);
void simd_to_process(struct simd_gen *g, const struct op *op); /* it is one of the process, */
struct x86_mem simd_kept_address(struct simd_gen *g, uint32_t n, uint32_t row); /* and kept */
void simd_keep_for_others(struct simd_gen *g, uint32_t n); /* rax is that of all rows */
/* Checks a row's lanes that run and keeps its address; none: nothing is checked. */
void simd_check_row(struct simd_gen *g, uint32_t n, uint32_t row, uint32_t cold);
void simd_check_group(struct simd_gen *g, uint32_t n, uint32_t strip); /* for all its accesses */
bool simd_needs_all_lanes(const struct simd_gen *g, uint32_t n); /* it has no form for some, */
void simd_leave_masked(struct simd_gen *g, uint32_t cold); /* which is what cold code is for */
/* Where the narrow elements of a row in a strip are. */
struct x86_mem simd_narrow_mem(struct simd_gen *g, uint32_t n, uint32_t strip, uint32_t piece);
/* A strip of a load of words that are apart: `rows` are the op's address in the row of the strip, and in the second if it has two. rdx
 * changes. */
void simd_load_apart(struct simd_gen *g, uint32_t n, uint32_t strip, const struct x86_mem rows[2]);
/* Words that are two, three or four words apart, in a strip without gathers (AVX-512). */
bool simd_words_are_near(const struct simd_gen *g, uint32_t n);
void simd_gather_apart(struct simd_gen *g, uint32_t n, uint32_t strip, int32_t disp,
                       int to); /* from rdi + disp */
/* From the row's address to a lane's word; to the last thread's, if the lane is none. */
uint32_t simd_word_start(const struct simd_gen *g, uint32_t n, uint32_t lane);
/* Writes the lanes of the frame's vector register to an area of the stack, as far apart as they were, and keeps the address of each row. */
void simd_spread(struct simd_gen *g, uint32_t n);
void simd_store_apart(struct simd_gen *g, uint32_t n, uint32_t strip, int32_t disp, int from);
/* Bytes and 16-bit elements that are up to four bytes apart: 16 bytes for each four lanes of a strip, and one element of each lane from there. */
bool simd_bytes_are_near(const struct simd_gen *g, uint32_t n);
void simd_load_quarters(struct simd_gen *g, uint32_t n, uint32_t strip, int to);
void simd_take_bytes(struct simd_gen *g, uint32_t n, uint32_t strip, uint32_t element, int from,
                     const struct simd_value *v, int to);
void simd_store_quarters(struct simd_gen *g, uint32_t n, uint32_t strip); /* AVX-512 */
void simd_cold_access(struct simd_gen *g, const struct simd_cold *c);
void simd_each_lane(struct simd_gen *g, const struct lane_code *c);
/* An operand's lanes to the area, with PTX's NaNs if `clean`; a result from there, or from another place. */
void simd_spill_operand(struct simd_gen *g, uint32_t value, uint32_t at, bool clean);
void simd_take_results(struct simd_gen *g, uint32_t n, uint32_t d, struct x86_mem at);

/* The address of an access. */
static inline const struct simd_value *simd_address(const struct simd_gen *g, uint32_t n)
{
    return simd_at(g->k, simd_operand(g->k, n, 0, false));
}

/* A load of words that are a few words apart. */
static inline bool simd_is_apart(const struct simd_gen *g, uint32_t n)
{
    return g->k->ops[n].how == HOW_LOAD && simd_address(g, n)->x > 4 &&
           op_element_bytes(simd_op_at(g, n)) == 4;
}

/* From the first element of a row to the end of its last thread's. */
static inline uint32_t simd_row_span(const struct simd_gen *g, uint32_t n)
{
    const struct op *op = simd_op_at(g, n);
    return op_element_bytes(op) * op_elements(op) +
           (uint32_t) simd_address(g, n)->x * (simd_row_threads(g->k) - 1);
}

static inline uint32_t simd_address_rows(const struct simd_gen *g, uint32_t n)
{
    return simd_rows(g->k, simd_address(g, n));
}

/* Bytes that a vector move takes: of a row, or of what a register holds of it. */
static inline uint32_t simd_piece_bytes(const struct simd_gen *g, uint32_t size)
{
    uint32_t row = simd_row_lanes(g->k) * size, unit = simd_unit_bytes(g);
    return row < unit ? row : unit;
}

/* How many of these a strip has: two if its elements have 64 bits or it has two rows. */
static inline uint32_t simd_pieces_of_strip(const struct simd_gen *g, uint32_t size)
{
    return g->k->strip * size / simd_piece_bytes(g, size);
}

static inline uint32_t simd_lane_of(const struct simd_gen *g, uint32_t size, uint32_t strip,
                                    uint32_t piece)
{
    return strip * g->k->strip + piece * (simd_piece_bytes(g, size) / size);
}

/* simd_close.c: an access to words of shared memory, or at indices from a pointer on, of which each strip's probably lie close together; if they do
 * not, the cold code does it. False: nothing is known of them, and nothing is written. */
bool simd_gather_close(struct simd_gen *g, uint32_t n, simd_cold_fn *write);
bool simd_scatter_close(struct simd_gen *g, uint32_t n, simd_cold_fn *write);
/* simd_narrow.c: lane_code.write of elements of 8 and 16 bits, to and from rcx and the area. */
void simd_load_narrow_lane(struct simd_gen *g, const struct lane_code *c, uint32_t lane);
void simd_store_narrow_lane(struct simd_gen *g, const struct lane_code *c, uint32_t lane);
/* simd_lanes.c, for a strip: the register of its offsets, and rdi what they count from; */
int simd_load_offsets(struct simd_gen *g, uint32_t n, uint32_t strip);
/* elements `disp` bytes behind these, which changes OPERAND_REGISTER for the second half and (AVX2) the one after the next; */
void simd_gather_unit(struct simd_gen *g, uint32_t width, uint32_t strip, uint32_t half,
                      int32_t disp, int to);
/* AVX-512: rax = the offset of a strip's first lane, register 2 = how far the others are from there. What follows is for words that lie in two vectors
 * from there on. */
struct simd_far simd_test_window(struct simd_gen *g, uint32_t strip);

/* The code for others. */
static inline void simd_land_far(struct simd_gen *g, struct simd_far far)
{
    if (far.at_end)
        x86_land(x86_of(g), far.at_end);
    x86_land(x86_of(g), far.apart);
}

/* `to` = the lower or upper halves of 64-bit lanes in OPERAND_REGISTER and the next. */
void simd_collect_halves(struct simd_gen *g, int to, uint32_t odd);
/* simd_narrow.c: an element that a load gives; NO_VALUE: nothing reads it. */
uint32_t simd_element(const struct simd_kernel *k, uint32_t n, uint32_t element);
/* Where a unit of a result is computed: in its register, if it has one and gets all lanes. */
int simd_place_of(const struct simd_gen *g, uint32_t n, const struct simd_value *v, uint32_t unit);
int64_t simd_first_byte(struct simd_gen *g, uint32_t n); /* op.imm, or the least of a group */
/* simd_neighbours.c */
bool simd_is_loaded(struct simd_gen *g, uint32_t n); /* by another gather */
bool simd_has_neighbours(struct simd_gen *g, uint32_t n);
uint32_t simd_words_span(struct simd_gen *g, uint32_t n); /* bytes */
/* The words of a strip at rdi + `start`, in two vectors from there on; `places`: of the lanes in these. */
void simd_put_near(struct simd_gen *g, uint32_t n, uint32_t strip, int places, enum x86_gpr start);
void simd_gather_neighbours(struct simd_gen *g, uint32_t n);
/* The words of a strip, for all accesses that the op leads; `rows`: the address that is its own in the strip's row, and the second if there are two. */
void simd_load_words(struct simd_gen *g, uint32_t n, uint32_t strip, const struct x86_mem rows[2]);
