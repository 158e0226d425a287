/* SPDX-License-Identifier: Apache-2.0 */
#pragma once
#include "driver/core/driver_state.h"

/* Every entry point of driver_calls.def. All return a CUresult. Thread-safety: as driver.h. */

#define CALL(since, name, function, params)              EXPORT int function params;
#define PTSZ(since, name, function, plain, params, args) EXPORT int function params;
#define REFUSE(since, name, function)                    EXPORT int function(void);
#include "driver/driver_calls.def"
#undef CALL
#undef PTSZ
#undef REFUSE
