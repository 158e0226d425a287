/* SPDX-License-Identifier: Apache-2.0 */
/* SSE4.1 intrinsics. */
#include <immintrin.h>
