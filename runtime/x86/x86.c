/* SPDX-License-Identifier: Apache-2.0 */
/* The bytes of x86-64 instructions (x86.h), in their short forms. EVEX scales displacements of one byte (disp8*N), so mod_mem knows the
 * scale. It needs the manual that x86.h names. Next: device/cpu/jit/op_writer.c, a user. */
#include "x86/x86.h"

static void put(struct x86 *x, uint32_t byte)
{
    VEC_PUSH(&x->code, (uint8_t) byte);
}

static void put_32(struct x86 *x, uint32_t v)
{
    for (int k = 0; k < 32; k += 8)
        put(x, v >> k & 0xff);
}

static void mod_reg(struct x86 *x, int reg, int rm)
{
    put(x, 0xc0 | (uint32_t) (reg & 7) << 3 | (uint32_t) (rm & 7));
}

/* The operand with a displacement of no byte, one (in units of `unit` bytes; 0: not in one) or four. */
static void mod_mem_scaled(struct x86 *x, int reg, struct x86_mem m, int32_t unit)
{
    static const uint8_t log2_of[9] = {[1] = 0, [2] = 1, [4] = 2, [8] = 3};
    uint32_t field = (uint32_t) (reg & 7) << 3, mode = 2, base = m.base & 7;
    int32_t units = unit ? m.disp / unit : 0;
    if (!m.disp && base != RBP)
        mode = 0; /* with rbp and r13 it would mean something else */
    else if (unit && units * unit == m.disp && units == (int8_t) units)
        mode = 1;
    if (m.index == NO_GPR && base != RSP) {
        put(x, mode << 6 | field | base);
    } else {
        uint32_t index = m.index == NO_GPR ? 4 : m.index & 7;
        uint32_t scale = m.index == NO_GPR ? 0 : log2_of[m.scale];
        put(x, mode << 6 | field | 4);
        put(x, scale << 6 | index << 3 | base);
    }
    if (mode == 1)
        put(x, (uint32_t) units & 0xff);
    else if (mode == 2)
        put_32(x, (uint32_t) m.disp);
}

/* `after`: how many bytes of the instruction follow the operand. */
static void mod_mem_before(struct x86 *x, int reg, struct x86_mem m, int32_t after)
{
    if (m.base != CODE_START) {
        mod_mem_scaled(x, reg, m, 1);
        return;
    }
    put(x, 5 | (uint32_t) (reg & 7) << 3);
    put_32(x, (uint32_t) (m.disp - (int32_t) x->code.n - 4 - after));
}

static void mod_mem(struct x86 *x, int reg, struct x86_mem m)
{
    mod_mem_before(x, reg, m, 0);
}

void x86_byte(struct x86 *x, uint8_t byte)
{
    put(x, byte);
}

/* ---- vectors ---- */

/* Bit 3 (and 4, EVEX) of each register number goes to the prefix, inverted. */
static void prefix(struct x86 *x, enum x86_op op, int bytes, int reg, int vvvv, int rm_bit3,
                   int rm_bit4_or_index, int mask)
{
    bool zeroing = x->zeroing && !mask;
    mask = mask ? mask : x->mask;
    uint32_t map = op >> 16 & 3, pp = op >> 12 & 3;
    uint32_t w = x->evex ? (op >> 8 & 3) != 0 : op >> 8 & 1;
    uint32_t r = ~(uint32_t) reg >> 3 & 1, b = !rm_bit3, xx = !rm_bit4_or_index;
    uint32_t v = ~(uint32_t) vvvv & 15;
    if (!x->evex) {
        put(x, 0xc4);
        put(x, r << 7 | xx << 6 | b << 5 | map);
        put(x, w << 7 | v << 3 | (uint32_t) (bytes == 32) << 2 | pp);
        return;
    }
    uint32_t high_r = ~(uint32_t) reg >> 4 & 1, high_v = ~(uint32_t) vvvv >> 4 & 1;
    uint32_t length = bytes == 64 ? 2 : bytes == 32 ? 1 : 0;
    put(x, 0x62);
    put(x, r << 7 | xx << 6 | b << 5 | high_r << 4 | map);
    put(x, w << 7 | v << 3 | 4 | pp);
    put(x, (uint32_t) zeroing << 7 | length << 5 | high_v << 3 | (uint32_t) mask);
}

static void vector(struct x86 *x, enum x86_op op, int bytes, int d, int a, int b, int mask)
{
    prefix(x, op, bytes, d, a, b >> 3 & 1, b >> 4 & 1, mask);
    put(x, op & 0xff);
    mod_reg(x, d, b);
}

void x86_v(struct x86 *x, enum x86_op op, int bytes, int d, int a, int b)
{
    vector(x, op, bytes, d, a, b, 0);
}

/* What EVEX scales a displacement of one byte by, for the instructions that read or write whole vectors, or one element for all lanes;
 * 0: not known here. */
static int32_t displacement_unit(enum x86_op op, int bytes)
{
    switch ((uint32_t) op) {
    case X_MOVUPS:
    case X_STORE:
    case X_MOVUPD:
    case X_STOREPD:
    case X_PADDD:
    case X_PADDQ: return bytes;
    case X_BROADCASTD: return 4;
    case X_BROADCASTQ: return 8;
    default: return 0;
    }
}

void x86_v_m(struct x86 *x, enum x86_op op, int bytes, int d, int a, struct x86_mem m)
{
    prefix(x, op, bytes, d, a, m.base >> 3 & 1, m.index != NO_GPR && m.index >> 3 & 1, 0);
    put(x, op & 0xff);
    if (m.base == CODE_START)
        mod_mem(x, d, m);
    else
        mod_mem_scaled(x, d, m, x->evex ? displacement_unit(op, bytes) : 1);
}

void x86_v_lanes(struct x86 *x, enum x86_op op, int bytes, int d, int a, struct x86_mem m,
                 int offsets)
{
    /* the index is a vector register, whose bit 4 is where that of the second operand would be */
    prefix(x, op, bytes, d, x->evex ? offsets & 16 : a, m.base >> 3 & 1, offsets >> 3 & 1, 0);
    put(x, op & 0xff);
    put(x, 0x84 | (uint32_t) (d & 7) << 3);
    put(x, (uint32_t) (offsets & 7) << 3 | (m.base & 7));
    put_32(x, (uint32_t) m.disp);
}

void x86_blend_mask(struct x86 *x, enum x86_op op, int bytes, int d, int a, int b, int mask)
{
    vector(x, op, bytes, d, a, b, mask);
}

static void kmov(struct x86 *x, uint32_t opcode, int reg, int rm)
{
    put(x, 0xc5);
    put(x, (uint32_t) (reg < 8) << 7 | 0x78);
    put(x, opcode);
    mod_reg(x, reg, rm);
}

void x86_kmov_from(struct x86 *x, int mask, enum x86_gpr r)
{
    kmov(x, 0x92, mask, (int) r); /* r below 8 */
}

void x86_kmov_to(struct x86 *x, enum x86_gpr r, int mask)
{
    kmov(x, 0x93, (int) r, mask);
}

/* A VEX prefix of three bytes. */
static void vex(struct x86 *x, uint32_t map, uint32_t pp, uint32_t w, uint32_t length, int reg,
                int vvvv, int index, int rm)
{
    uint32_t r = ~(uint32_t) reg >> 3 & 1, i = ~(uint32_t) index >> 3 & 1,
             b = ~(uint32_t) rm >> 3 & 1;
    put(x, 0xc4);
    put(x, r << 7 | i << 6 | b << 5 | map);
    put(x, w << 7 | (~(uint32_t) vvvv & 15) << 3 | length << 2 | pp);
}

/* kmovb has the prefix 66, kmovw none, kmovd 66 and W. */
static void kmov_m(struct x86 *x, uint32_t opcode, int mask, int lanes, struct x86_mem m)
{
    vex(x, 1, lanes != 16, lanes == 32, 0, mask, 0, m.index == NO_GPR ? 0 : m.index, m.base);
    put(x, opcode);
    mod_mem(x, mask, m);
}

void x86_kmov_load(struct x86 *x, int mask, int lanes, struct x86_mem m)
{
    kmov_m(x, 0x90, mask, lanes, m);
}

void x86_kmov(struct x86 *x, int d, int mask)
{
    kmov(x, 0x90, d, mask);
}

static void kmasks(struct x86 *x, uint32_t opcode, int d, int a, int b)
{
    vex(x, 1, 0, 0, 1, d, a, 0, b);
    put(x, opcode);
    mod_reg(x, d, b);
}

void x86_kones(struct x86 *x, int d)
{
    kmasks(x, 0x46, d, d, d);
}

void x86_kor(struct x86 *x, int d, int a, int b)
{
    kmasks(x, 0x45, d, a, b);
}

void x86_knot(struct x86 *x, int d, int a)
{
    kmov(x, 0x44, d, a);
}

void x86_ktest(struct x86 *x, int a, int b)
{
    kmov(x, 0x98, a, b);
}

void x86_kshift_right(struct x86 *x, int d, int mask, uint8_t by)
{
    vex(x, 3, 1, 0, 0, d, 0, 0, mask);
    put(x, 0x31);
    mod_reg(x, d, mask);
    put(x, by);
}

void x86_fence(struct x86 *x)
{
    put(x, 0x0f);
    put(x, 0xae);
    put(x, 0xf0);
}

void x86_vzeroupper(struct x86 *x)
{
    put(x, 0xc5);
    put(x, 0xf8);
    put(x, 0x77);
}

/* ---- general registers ---- */

static void rex(struct x86 *x, bool wide, int reg, int index, int rm)
{
    uint32_t bits = (uint32_t) wide << 3 | (uint32_t) (reg >> 3 & 1) << 2 |
                    (uint32_t) (index >> 3 & 1) << 1 | (uint32_t) (rm >> 3 & 1);
    if (bits)
        put(x, 0x40 | bits);
}

void x86_set_mxcsr(struct x86 *x, struct x86_mem m)
{
    rex(x, false, 0, 0, m.base);
    put(x, 0x0f);
    put(x, 0xae);
    mod_mem(x, 2, m);
}

static void reg_mem(struct x86 *x, uint32_t opcode, bool wide, int reg, struct x86_mem m)
{
    rex(x, wide, reg, m.index == NO_GPR ? 0 : m.index, m.base);
    put(x, opcode);
    mod_mem(x, reg, m);
}

void x86_r(struct x86 *x, enum x86_alu op, bool wide, enum x86_gpr d, enum x86_gpr s)
{
    rex(x, wide, (int) d, 0, (int) s);
    put(x, op);
    mod_reg(x, (int) d, (int) s);
}

void x86_r_m(struct x86 *x, enum x86_alu op, bool wide, enum x86_gpr d, struct x86_mem m)
{
    reg_mem(x, op, wide, (int) d, m);
}

void x86_r_i(struct x86 *x, enum x86_alu op, bool wide, enum x86_gpr d, int32_t value)
{
    wide = wide && (op != ALU_MOV || value < 0); /* 32 bits clear the upper half */
    rex(x, wide, 0, 0, (int) d);
    if (op == ALU_MOV && !wide) {
        put(x, 0xb8 | (d & 7));
    } else if (op == ALU_MOV) {
        put(x, 0xc7);
        mod_reg(x, 0, (int) d);
    } else {
        bool is_short = value == (int8_t) value;
        put(x, is_short ? 0x83 : 0x81);
        mod_reg(x, op >> 3, (int) d);
        if (is_short) {
            put(x, (uint32_t) value & 0xff);
            return;
        }
    }
    put_32(x, (uint32_t) value);
}

void x86_store(struct x86 *x, bool wide, struct x86_mem m, enum x86_gpr s)
{
    reg_mem(x, 0x89, wide, (int) s, m);
}

void x86_store_i(struct x86 *x, struct x86_mem m, int32_t value)
{
    reg_mem(x, 0xc7, false, 0, m);
    put_32(x, (uint32_t) value);
}

void x86_or_to(struct x86 *x, struct x86_mem m, enum x86_gpr s)
{
    reg_mem(x, 0x09, false, (int) s, m);
}

void x86_lea(struct x86 *x, enum x86_gpr d, struct x86_mem m)
{
    reg_mem(x, 0x8d, true, (int) d, m);
}

void x86_mov_i64(struct x86 *x, enum x86_gpr d, uint64_t value)
{
    rex(x, true, 0, 0, (int) d);
    put(x, 0xb8 | (d & 7));
    put_32(x, (uint32_t) value);
    put_32(x, (uint32_t) (value >> 32));
}

void x86_shift(struct x86 *x, bool left, bool wide, enum x86_gpr d, uint8_t by)
{
    rex(x, wide, 0, 0, (int) d);
    put(x, 0xc1);
    mod_reg(x, left ? 4 : 5, (int) d);
    put(x, by);
}

void x86_shift_by(struct x86 *x, bool left, enum x86_gpr d, enum x86_gpr s, enum x86_gpr by)
{
    put(x, 0xc4); /* shlx, shrx */
    put(x, (uint32_t) (d < 8) << 7 | 0x40 | (uint32_t) (s < 8) << 5 | 2);
    put(x, (~(uint32_t) by & 15) << 3 | (left ? 1 : 3));
    put(x, 0xf7);
    mod_reg(x, (int) d, (int) s);
}

void x86_test_i(struct x86 *x, enum x86_gpr r, uint32_t bits)
{
    rex(x, false, 0, 0, (int) r);
    put(x, 0xf7);
    mod_reg(x, 0, (int) r);
    put_32(x, bits);
}

void x86_neg(struct x86 *x, enum x86_gpr r)
{
    rex(x, false, 0, 0, (int) r);
    put(x, 0xf7);
    mod_reg(x, 3, (int) r);
}

/* ---- for code that is not vectorised ---- */

static void reg_mem_before(struct x86 *x, uint32_t opcode, bool wide, int reg, struct x86_mem m,
                           int32_t after)
{
    rex(x, wide, reg, m.index == NO_GPR ? 0 : m.index, m.base);
    put(x, opcode);
    mod_mem_before(x, reg, m, after);
}

/* The low byte of rsi, rdi, rsp and rbp can only be named with a REX prefix. */
static void rex_byte(struct x86 *x, int reg, int index, int rm, bool byte_register)
{
    size_t before = x->code.n;
    rex(x, false, reg, index, rm);
    if (x->code.n == before && byte_register)
        put(x, 0x40);
}

static void extend_opcode(struct x86 *x, enum x86_extend how)
{
    if (how > 0xff)
        put(x, 0x0f);
    put(x, how & 0xff);
}

static bool extends_wide(enum x86_extend how)
{
    return how == EXTEND_I8 || how == EXTEND_I16 || how == EXTEND_I32;
}

void x86_extend(struct x86 *x, enum x86_extend how, enum x86_gpr d, enum x86_gpr s)
{
    if (extends_wide(how))
        rex(x, true, (int) d, 0, (int) s);
    else
        rex_byte(x, (int) d, 0, (int) s, how == EXTEND_U8 && s >= RSP);
    extend_opcode(x, how);
    mod_reg(x, (int) d, (int) s);
}

void x86_extend_m(struct x86 *x, enum x86_extend how, enum x86_gpr d, struct x86_mem m)
{
    rex(x, extends_wide(how), (int) d, m.index == NO_GPR ? 0 : m.index, m.base);
    extend_opcode(x, how);
    mod_mem(x, (int) d, m);
}

void x86_store_8(struct x86 *x, struct x86_mem m, enum x86_gpr s)
{
    rex_byte(x, (int) s, m.index == NO_GPR ? 0 : m.index, m.base, s >= RSP);
    put(x, 0x88);
    mod_mem(x, (int) s, m);
}

void x86_store_16(struct x86 *x, struct x86_mem m, enum x86_gpr s)
{
    put(x, 0x66);
    reg_mem(x, 0x89, false, (int) s, m);
}

void x86_store_i64(struct x86 *x, struct x86_mem m, int32_t value)
{
    reg_mem_before(x, 0xc7, true, 0, m, 4);
    put_32(x, (uint32_t) value);
}

void x86_compare_m_i(struct x86 *x, bool wide, struct x86_mem m, int32_t value)
{
    reg_mem_before(x, 0x81, wide, 7, m, 4);
    put_32(x, (uint32_t) value);
}

void x86_compare_m_i8(struct x86 *x, struct x86_mem m, uint8_t value)
{
    reg_mem_before(x, 0x80, false, 7, m, 1);
    put(x, value);
}

void x86_count_down(struct x86 *x, struct x86_mem m)
{
    reg_mem(x, 0xff, false, 1, m);
}

void x86_prefetch(struct x86 *x, enum x86_prefetch how, struct x86_mem m)
{
    rex(x, false, 0, m.index == NO_GPR ? 0 : m.index, m.base);
    put(x, 0x0f);
    put(x, how == PREFETCH_WRITE ? 0x0d : 0x18);
    mod_mem(x, how == PREFETCH_SECOND ? 2 : 1, m);
}

void x86_test(struct x86 *x, bool wide, enum x86_gpr a, enum x86_gpr b)
{
    rex(x, wide, (int) b, 0, (int) a);
    put(x, 0x85);
    mod_reg(x, (int) b, (int) a);
}

void x86_imul(struct x86 *x, bool wide, enum x86_gpr d, enum x86_gpr s)
{
    rex(x, wide, (int) d, 0, (int) s);
    put(x, 0x0f);
    put(x, 0xaf);
    mod_reg(x, (int) d, (int) s);
}

void x86_imul_m(struct x86 *x, bool wide, enum x86_gpr d, struct x86_mem m)
{
    rex(x, wide, (int) d, m.index == NO_GPR ? 0 : m.index, m.base);
    put(x, 0x0f);
    put(x, 0xaf);
    mod_mem(x, (int) d, m);
}

void x86_imul_i(struct x86 *x, bool wide, enum x86_gpr d, enum x86_gpr s, int32_t value)
{
    rex(x, wide, (int) d, 0, (int) s);
    put(x, 0x69);
    mod_reg(x, (int) d, (int) s);
    put_32(x, (uint32_t) value);
}

void x86_unary(struct x86 *x, enum x86_unary op, bool wide, enum x86_gpr r)
{
    rex(x, wide, 0, 0, (int) r);
    put(x, 0xf7);
    mod_reg(x, (int) op, (int) r);
}

void x86_sign_to_rdx(struct x86 *x, bool wide)
{
    rex(x, wide, 0, 0, 0);
    put(x, 0x99);
}

void x86_divide(struct x86 *x, bool wide, bool is_signed, bool by_minus_1, enum x86_gpr c)
{
    uint32_t minus_1 = 0, done = 0;
    if (!is_signed) {
        x86_r(x, ALU_XOR, false, RDX, RDX);
        x86_unary(x, UNARY_DIV, wide, c);
        return;
    }
    if (by_minus_1) {
        x86_r_i(x, ALU_CMP, wide, c, -1);
        minus_1 = x86_jump(x, CC_E);
    }
    x86_sign_to_rdx(x, wide);
    x86_unary(x, UNARY_IDIV, wide, c);
    if (!by_minus_1)
        return;
    done = x86_jump(x, CC_ALWAYS);
    x86_land(x, minus_1);
    x86_unary(x, UNARY_NEG, wide, RAX);
    x86_r(x, ALU_XOR, false, RDX, RDX);
    x86_land(x, done);
}

void x86_shift_i(struct x86 *x, enum x86_shift op, bool wide, enum x86_gpr d, uint8_t by)
{
    rex(x, wide, 0, 0, (int) d);
    put(x, 0xc1);
    mod_reg(x, (int) op, (int) d);
    put(x, by);
}

void x86_shift_cl(struct x86 *x, enum x86_shift op, bool wide, enum x86_gpr d)
{
    rex(x, wide, 0, 0, (int) d);
    put(x, 0xd3);
    mod_reg(x, (int) op, (int) d);
}

void x86_set(struct x86 *x, int cc, enum x86_gpr d)
{
    rex_byte(x, 0, 0, (int) d, d >= RSP);
    put(x, 0x0f);
    put(x, 0x90 | (uint32_t) cc);
    mod_reg(x, 0, (int) d);
    x86_extend(x, EXTEND_U8, d, d);
}

void x86_push(struct x86 *x, enum x86_gpr r)
{
    rex(x, false, 0, 0, (int) r);
    put(x, 0x50 | (r & 7));
}

void x86_pop(struct x86 *x, enum x86_gpr r)
{
    rex(x, false, 0, 0, (int) r);
    put(x, 0x58 | (r & 7));
}

void x86_call_r(struct x86 *x, enum x86_gpr r)
{
    rex(x, false, 0, 0, (int) r);
    put(x, 0xff);
    mod_reg(x, 2, (int) r);
}

void x86_call(struct x86 *x, uint32_t to)
{
    put(x, 0xe8);
    put_32(x, to - (uint32_t) x->code.n - 4);
}

void x86_ret(struct x86 *x)
{
    put(x, 0xc3);
}

void x86_trap(struct x86 *x)
{
    put(x, 0x0f);
    put(x, 0x0b);
}

void x86_align(struct x86 *x, uint32_t to)
{
    enum { NOP = 0x90, PREFIX = 0x66, NOP_MOST = 4 /* bytes */ };

    for (uint32_t left = -(uint32_t) x->code.n % to; left; left--)
        put(x, left % NOP_MOST == 1 ? NOP : PREFIX);
}

void x86_m_r(struct x86 *x, enum x86_alu op, bool wide, struct x86_mem m, enum x86_gpr s)
{
    reg_mem(x, (uint32_t) op - 2, wide, (int) s, m); /* the form that writes memory */
}

void x86_m_i(struct x86 *x, enum x86_alu op, bool wide, struct x86_mem m, int32_t value)
{
    if (op != ALU_MOV && value == (int8_t) value) {
        reg_mem(x, 0x83, wide, op >> 3, m);
        put(x, (uint32_t) value & 0xff);
        return;
    }
    reg_mem(x, op == ALU_MOV ? 0xc7 : 0x81, wide, op == ALU_MOV ? 0 : op >> 3, m);
    put_32(x, (uint32_t) value);
}

/* Opcodes after 0F. */
static void two_byte(struct x86 *x, uint32_t prefix_byte, uint32_t opcode, bool wide, int d, int s)
{
    if (prefix_byte)
        put(x, prefix_byte);
    rex(x, wide, d, 0, s);
    put(x, 0x0f);
    put(x, opcode);
    mod_reg(x, d, s);
}

void x86_shift_x(struct x86 *x, enum x86_shift_x how, bool wide, enum x86_gpr d, enum x86_gpr s,
                 enum x86_gpr by)
{
    vex(x, 2, (uint32_t) how, wide, 0, (int) d, (int) by, 0, (int) s);
    put(x, 0xf7);
    mod_reg(x, (int) d, (int) s);
}

void x86_move_if(struct x86 *x, int cc, bool wide, enum x86_gpr d, enum x86_gpr s)
{
    two_byte(x, 0, 0x40u | (uint32_t) cc, wide, (int) d, (int) s);
}

void x86_count_zeros(struct x86 *x, bool leading, enum x86_gpr d, enum x86_gpr s)
{
    two_byte(x, 0xf3, leading ? 0xbd : 0xbc, false, (int) d, (int) s);
}

void x86_clear_lowest(struct x86 *x, enum x86_gpr d, enum x86_gpr s)
{
    vex(x, 2, 0, 0, 0, 0, (int) d, 0, (int) s);
    put(x, 0xf3);
    mod_reg(x, 1, (int) s);
}

void x86_lock(struct x86 *x)
{
    put(x, 0xf0);
}

void x86_exchange(struct x86 *x, enum x86_exchange how, bool wide, struct x86_mem m, enum x86_gpr s)
{
    rex(x, wide, (int) s, m.index == NO_GPR ? 0 : m.index, m.base);
    if (how > 0xff)
        put(x, 0x0f);
    put(x, how & 0xff);
    mod_mem(x, (int) s, m);
}

void x86_jump_to(struct x86 *x, enum x86_gpr r)
{
    rex(x, false, 0, 0, (int) r);
    put(x, 0xff);
    mod_reg(x, 4, (int) r);
}

void x86_jump_to_m(struct x86 *x, struct x86_mem m)
{
    reg_mem(x, 0xff, false, 4, m);
}

/* ---- frames and jumps ---- */

uint32_t x86_enter(struct x86 *x)
{
    put(x, 0x55); /* push rbp; mov rbp, rsp */
    x86_r(x, ALU_MOV, true, RBP, RSP);
    x86_r_i(x, ALU_AND, true, RSP, -64);
    x86_lea(x, RSP, (struct x86_mem){RSP, NO_GPR, 1, INT32_MIN}); /* x86_set_frame sets it */
    return (uint32_t) x->code.n;
}

static void set_32(struct x86 *x, uint32_t at, uint32_t v)
{
    for (uint32_t k = 0; k < 4; k++)
        x->code.at[at + k] = (uint8_t) (v >> 8 * k);
}

void x86_set_frame(struct x86 *x, uint32_t entered, uint32_t size)
{
    set_32(x, entered - 4, -size);
}

void x86_leave(struct x86 *x, int32_t result)
{
    x86_vzeroupper(x);
    x86_r_i(x, ALU_MOV, false, RAX, result);
    x86_r(x, ALU_MOV, true, RSP, RBP);
    put(x, 0x5d);
    put(x, 0xc3);
}

uint32_t x86_jump(struct x86 *x, enum x86_cond cc)
{
    if (cc == CC_ALWAYS) {
        put(x, 0xe9);
    } else {
        put(x, 0x0f);
        put(x, 0x80 | cc);
    }
    put_32(x, 0);
    return (uint32_t) x->code.n;
}

void x86_aim(struct x86 *x, uint32_t jump, uint32_t to)
{
    set_32(x, jump - 4, to - jump);
}

void x86_land(struct x86 *x, uint32_t jump)
{
    x->landed = (uint32_t) x->code.n;
    x86_aim(x, jump, (uint32_t) x->code.n);
}

bool x86_take_back(struct x86 *x, uint32_t jump)
{
    if (jump != x->code.n || x->landed == jump || x->code.at[jump - 5] != 0xe9)
        return false;
    x->code.n -= 5;
    return true;
}

void x86_jump_back(struct x86 *x, enum x86_cond cc, uint32_t to)
{
    x86_aim(x, x86_jump(x, cc), to);
}
