/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdint.h>

#include "base/str.h"

/* The first line, from `line` on, on which code of the text can begin: not blank, not all comment, braces or preprocessor. 0: there is none.
 * It reads no more than characters, so it answers before the text has been compiled. */
uint32_t debug_line_with_code(struct str text, uint32_t line);
