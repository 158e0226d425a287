/* SPDX-License-Identifier: Apache-2.0 */
/* C11 7.18. In C++ these are keywords. */
#ifndef __cplusplus
#define bool _Bool
#define true 1
#define false 0
#define __bool_true_false_are_defined 1
#endif
