/* SPDX-License-Identifier: Apache-2.0 */
/* C11 7.6, of which there is one rounding direction: fesetround refuses the others, as the standard allows. */
#ifndef WARPCELL_FENV_H
#define WARPCELL_FENV_H
#define FE_TONEAREST 0
#define FE_DOWNWARD 0x400
#define FE_UPWARD 0x800
#define FE_TOWARDZERO 0xc00
inline int fegetround() { return FE_TONEAREST; }
inline int fesetround(int direction) { return direction != FE_TONEAREST; }
#ifdef __cplusplus
namespace std { using ::fegetround; using ::fesetround; }
#endif
#endif
