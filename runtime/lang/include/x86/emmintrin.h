/* SPDX-License-Identifier: Apache-2.0 */
/* SSE2 intrinsics. */
#include <immintrin.h>
