/* SPDX-License-Identifier: Apache-2.0 */
/* C11 7.9. In C++ these are tokens. */
#ifndef __cplusplus
#define and &&
#define and_eq &=
#define bitand &
#define bitor |
#define compl ~
#define not !
#define not_eq !=
#define or ||
#define or_eq |=
#define xor ^
#define xor_eq ^=
#endif
