/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* Calls part(user, i) for every i < parts, in any order, on all cores. Returns when all calls have returned.
 *
 * The calling thread takes parts too, and calls between(user, done) after each of its own (NULL: no callback), for progress and
 * interrupts. If it returns false, no further part starts and split_run returns false.
 * Thread-safety: safe; `part` must be thread-safe. */
bool split_run(uint32_t parts, void (*part)(void *user, uint32_t i),
               bool (*between)(void *user, uint32_t done), void *user);
