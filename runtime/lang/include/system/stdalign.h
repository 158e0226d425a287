/* SPDX-License-Identifier: Apache-2.0 */
/* C11 7.15. In C++ these are keywords. */
#ifndef __cplusplus
#define alignas _Alignas
#define alignof _Alignof
#define __alignas_is_defined 1
#define __alignof_is_defined 1
#endif
