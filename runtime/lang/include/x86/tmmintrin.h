/* SPDX-License-Identifier: Apache-2.0 */
/* SSSE3 intrinsics. */
#include <immintrin.h>
