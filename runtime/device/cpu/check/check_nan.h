/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/check/check_impl.h"

/* NaN and infinity that come of finite operands. State of a block; one host thread. */

struct nan_watch *nan_watch_new(void);
void nan_watch_free(struct nan_watch **w); /* NULL is none */

/* Before the lanes of the place execute its instruction. */
void nan_look(struct checked_block *b, const struct observed_place *p);
