/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "device/cpu/check/launch_check.h"

/* The words for a finding, for all who report one. Thread-safety: as launch_check.h. */

const char *check_act_name(enum check_act a); /* "reads" */
void check_put_thread(struct buf *out, const struct check_party *p,
                      bool block); /* block: and of which block */
/* "data race in 'k': thread (1, 0, 0) of block (0, 0, 0) writes x[0], which thread (0, 0, 0) writes" */
void check_put_finding(struct buf *out, struct device *d, const struct check_finding *f);
const char *check_remedy(const struct check_finding *f);
