/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Gives back memory of this process that nothing needs while it waits for a person: what malloc keeps of what was freed, and pages of programs and
 * libraries, which the system reads again when they are used. Thread-safety: safe. */
void machine_rest(void);
