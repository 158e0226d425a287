/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

/* Work in parts over the processor's cores: part(user, i) for every i below `parts`, in no order, on several threads. The
 * calling thread works too and calls between(user, done) after each of its parts (NULL: not wanted); false stops what has not
 * begun, and split_run gives false. */
bool split_run(uint32_t parts, void (*part)(void *user, uint32_t i),
               bool (*between)(void *user, uint32_t done), void *user);
