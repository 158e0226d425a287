/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* In place of libcudadevrt.a: the functions by which Numba's kernels wait for a
 * whole grid, as PTX that is linked to a module which declares them. The
 * workspace of a cooperative launch is at %envreg1:%envreg2, its barrier 4
 * bytes behind (cooperative_groups, details). Every block adds to the barrier,
 * block 0 so much that the highest bit changes when all have. Thread-safety:
 * constant. */
static const char grid_sync_ptx[] =
    ".version 6.0\n.target sm_50\n.address_size 64\n"
    ".visible .func (.param .b64 handle) cudaCGGetIntrinsicHandle(.param .b32 "
    "scope)\n{\n"
    ".reg .b32 %r<3>; .reg .b64 %rd<2>;\n"
    "mov.u32 %r1, %envreg1; mov.u32 %r2, %envreg2; mov.b64 %rd1, {%r2, %r1};\n"
    "st.param.b64 [handle], %rd1; ret;\n}\n"
    ".visible .func (.param .b32 error) cudaCGSynchronize(.param .b64 handle, "
    ".param .b32 flags)\n{\n"
    ".reg .b32 %r<24>; .reg .b64 %rd<2>; .reg .pred %p<4>;\n"
    "ld.param.u64 %rd1, [handle];\n"
    "mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %tid.z; or.b32 "
    "%r4, %r1, %r2; or.b32 %r4, %r4, %r3;\n"
    "bar.sync 0;\n"
    "setp.ne.u32 %p1, %r4, 0; @%p1 bra wait;\n"
    "mov.u32 %r5, %nctaid.x; mov.u32 %r6, %nctaid.y; mov.u32 %r7, %nctaid.z; "
    "mul.lo.u32 %r8, %r5, %r6; mul.lo.u32 %r8, %r8, %r7;\n"
    "mov.u32 %r9, %ctaid.x; mov.u32 %r10, %ctaid.y; mov.u32 %r11, %ctaid.z; "
    "or.b32 %r12, %r9, %r10; or.b32 %r12, %r12, %r11;\n"
    "setp.eq.u32 %p2, %r12, 0; mov.u32 %r13, 0x80000001; sub.u32 %r13, %r13, "
    "%r8; selp.b32 %r14, %r13, 1, %p2;\n"
    "membar.gl; atom.global.add.u32 %r15, [%rd1+4], %r14;\n"
    "again: ld.volatile.global.u32 %r16, [%rd1+4]; xor.b32 %r17, %r15, %r16; "
    "and.b32 %r18, %r17, 0x80000000;\n"
    "setp.eq.u32 %p3, %r18, 0; @%p3 bra again;\n"
    "membar.gl;\n"
    "wait: bar.sync 0; mov.u32 %r19, 0; st.param.b32 [error], %r19; ret;\n}\n";
