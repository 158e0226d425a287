/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* What OP_mbarrier does (PTX ISA 9.7.13.15): op.count, as decode_sync.c sets it and exec/sync.c reads it. */
enum mbarrier_op {
    MBARRIER_INIT, /* OP_mbarrier_init, d: arrivals of a phase */
    MBARRIER_INVAL,
    MBARRIER_EXPECT,   /* c: bytes */
    MBARRIER_COMPLETE, /* c: bytes */
    MBARRIER_ARRIVE,   /* b: arrivals, c: bytes that are expected before */
    MBARRIER_DROP,     /* the same, and later phases expect fewer arrivals */
    MBARRIER_CHECK,    /* nothing, but there must be one */
};

/* op.imm of OP_trap. */
enum { TRAP_PLAIN, TRAP_BREAKPOINT, TRAP_BULK_SIZE };

/* op.count of OP_mbarrier_wait. */
enum { WAIT_BY_STATE, WAIT_BY_PARITY };
