/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "lang/check/core/checker.h"

/* A function as g++ writes it in __PRETTY_FUNCTION__: "T box<T>::get(int) const [with T = long int]". Its type must be known.
 * Thread-safety: unsafe, as struct lang. */
void put_function_text(struct checker *c, struct buf *out, const struct function *f);
