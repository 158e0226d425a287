/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers outside the range of the integer they become: what gcc's code for x86 gives, and NaN in static variables. */
#include <stdio.h>
#include <math.h>
#define T(type, fmt) printf(#type ":"); for (int i = 0; i < n; i++) printf(" " fmt "/" fmt "/" fmt, (type) d[i], (type) f[i], (type) l[i]); puts("");
volatile double d[] = {-1.0, 300.0, 70000.0, 3e9, 5e9, -3e9, 1e19, 1.8e19, 2e19, -1e19, 1e30, -0.5, 1e300, -5e9, 2147483648.0, 4294967296.0, 9.3e18};
volatile float f[17]; volatile long double l[17];
float made = (0.0/0.0) / 0.0; double made_d = 0.0/0.0, negated = -(0.0/0.0); long double made_l = 0.0L/0.0L;
int main(void) { static float here = 0.0f/0.0f; printf("%f %f %f %Lf %f\n", made, made_d, negated, made_l, here); int n = 17; for (int i = 0; i < n; i++) { f[i] = d[i]; l[i] = d[i]; } f[12] = NAN; l[12] = NAN; f[11] = INFINITY; l[11] = INFINITY; l[10] = -INFINITY; 
 T(signed char, "%d") T(unsigned char, "%d") T(char, "%d") T(short, "%d") T(unsigned short, "%d") T(int, "%d") T(unsigned, "%u") T(long, "%ld") T(unsigned long, "%lu") T(long long, "%lld") T(unsigned long long, "%llu") T(_Bool, "%d")
 volatile double z = 0; volatile float zf = 0; volatile long double zl = 0; printf("%g %g %g %Lg\n", 1 / z, -1 / zf, 0 / z, 1 / zl); 
 int k = 5; k += d[3]; printf("%d\n", k); unsigned char c = 1; c += d[1]; printf("%d\n", c); unsigned long ul = d[8]; printf("%lu\n", ul);}
