/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include <stdint.h>

/* Thread-safety: safe. */

double processor_seconds(void); /* of this process */
int64_t resident_bytes(void);   /* its resident memory */
