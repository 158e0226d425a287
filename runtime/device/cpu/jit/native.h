/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/code/lean.h"
#include "device/cpu/code/machine_code.h"

/* Machine code for runs of ops in lean code, on x86-64 with AVX2 or AVX-512. A run is a piece of a basic block without control flow,
 * barriers, atomics or addresses that differ freely by lane. Its code has two parts:
 *
 *   1. what is sampled (lean.h), as vectors of four, and the checks of all its memory accesses. Nothing is written
 *      yet: if a check fails the code returns 0, and the run's ops are interpreted from the first.
 *   2. a loop over chunks of lanes, in which values live in vector registers: loads, the values, stores, and at the end the rows
 *      and predicates that somebody reads behind the run.
 *
 * So it changes speed and nothing else. Two things are left to the reader of CUDA's memory model: lanes of a warp
 * run a run in chunks, one after the other, so a run ends before a load that follows a store; and of several lanes that
 * store to one place any may win. */

/* The compiler that the root gives to lean_new. */
extern const struct native_compiler native_compiler;
