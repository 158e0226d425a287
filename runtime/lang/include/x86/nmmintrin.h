/* SPDX-License-Identifier: Apache-2.0 */
/* SSE4.2 intrinsics. */
#include <immintrin.h>
