/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* Modules of PTX to one (PTX ISA 5.3, 11.6, linking directives): `extern`
 * declarations meet the definitions of other modules; names that are local to
 * their module and used by another are renamed; of weak definitions the first
 * stays; numbers of files are made apart. What no module defines stays an
 * `extern` declaration. Debug sections are left out.
 *
 * max_registers: entries get this .maxnreg; 0: none. `out` receives the text.
 * false: `why` says which name is defined twice or which module is no PTX.
 * Thread-safety: safe. */
bool ptx_link(const struct str *texts, size_t count, uint32_t max_registers, struct buf *out,
              struct buf *why);
