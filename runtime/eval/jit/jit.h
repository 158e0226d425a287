/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "eval/vm/vm.h"

/* Machine code for the host's bytecode, on x86-64 with AVX. A function, or a cell, is compiled when it is hot: often called, or in a
 * loop that has run for a while. Machine code and the interpreter work on the same frames and slots, so either can take over from
 * the other at any instruction:
 *
 * - The interpreter enters machine code at the start of a function, at the head of a loop and after a call.
 * - Whatever is rare (an invalid access, a request to poll, an exception, a function that is not compiled) leaves it: the values
 *   that are in registers go to their slots, and the interpreter executes that instruction. So every error has one owner.
 *
 * ARCHITECTURE.md, "Machine code for host code", describes how. Ownership: code belongs to its struct code. Thread-safety: the
 * session's thread. On other processors there is no machine code.
 *
 * WARPCELL_HOST_JIT=off turns it off; a number is how many calls and iterations make code hot (default 1,000).
 * WARPCELL_HOST_JIT_LEAVE=n, for tests: machine code is left before every n-th instruction. */
struct vm_jit jit_open(void);
