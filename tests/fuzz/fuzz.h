/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A fuzz target is one fuzz_NAME.c with LLVMFuzzerTestOneInput and its words. It is linked with mutate.c and either with
 * libFuzzer or, where the compiler has none, with driver.c. See README.md. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t max, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max); /* of libFuzzer or driver.c */

/* ---- words.c: what the mutator writes into a text; ends with NULL. FUZZ_PTX chooses PTX's ---- */
extern const char *const fuzz_words[];

/* ---- time_limit.c: calls stop(user), on a thread of its own and again and again, when the work is not done after that many
 * ms; if that does not end it either, abort(). ---- */
void time_limit_begin(void (*stop)(void *user), void *user, int ms);
void time_limit_end(void);
