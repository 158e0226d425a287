/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* The operation of an atomic (PTX ISA 9.7.13.5): op.target of OP_atom_16, OP_atom_32 and OP_atom_64. Constants only: any thread. */
enum atom_kind {
    ATOM_ADD,
    ATOM_AND,
    ATOM_OR,
    ATOM_XOR,
    ATOM_EXCH,
    ATOM_CAS,
    ATOM_MIN_S,
    ATOM_MAX_S,
    ATOM_MIN_U,
    ATOM_MAX_U,
    ATOM_INC,
    ATOM_DEC,
    ATOM_ADD_F, /* f32 in atom_32, f64 in atom_64 */
    ATOM_ADD_F_FTZ, /* f32 in global memory, where subnormals are flushed (9.7.13.5); in shared memory they are not */
    ATOM_ADD_F16, /* in atom_16; in atom_32 both halves */
    ATOM_ADD_BF16,
};
