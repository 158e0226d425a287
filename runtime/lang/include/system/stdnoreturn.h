/* SPDX-License-Identifier: Apache-2.0 */
/* C11 7.23. */
#ifndef __cplusplus
#define noreturn _Noreturn
#endif
