/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

struct lang;
struct symbol;

/* The implementation of struct lang's library_pointer. The symbol lives as long as the session. Thread-safety:
 * unsafe, as struct lang. */
struct symbol *wrapper_of(struct lang *l, const struct symbol *builtin);
