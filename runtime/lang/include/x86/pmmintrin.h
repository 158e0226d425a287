/* SPDX-License-Identifier: Apache-2.0 */
/* SSE3 intrinsics. */
#include <immintrin.h>
