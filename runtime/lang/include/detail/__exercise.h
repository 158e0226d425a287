/* SPDX-License-Identifier: Apache-2.0 */
/* For the judge of exercises (runtime/exercise): data for the inputs, and the comparison of a result with the reference. */
#ifndef WARPCELL_EXERCISE_H
#define WARPCELL_EXERCISE_H
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <vector>

struct __exercise_report {
    long long wrong, index, count;
    unsigned long long address;
    char array[64], got[48], want[48];
};
static __exercise_report __exercise;

/* A value in [0, 1) for an index, the same in every run. */
double noise(long i)
{
    unsigned long long x = (unsigned long long) i * 0x9e3779b97f4a7c15ull + 0x632be59bd9b4e019ull;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return (double) ((x ^ (x >> 31)) >> 11) / 9007199254740992.0;
}

/* A whole number in 0 .. n - 1 for an index. */
int pick(long i, int n) { return (int) (noise(i) * n); }

template <class T> bool __exercise_equal(T got, T want, double tolerance)
{
    double a = (double) got, b = (double) want;
    if (got == want || (a != a && b != b)) return true;
    double size = fabs(a) > fabs(b) ? fabs(a) : fabs(b);
    return (T) 0.5 != (T) 0 && fabs(a - b) <= tolerance * (size > 1 ? size : 1);
}

template <class T> void __exercise_print(char *to, T value, int digits)
{
    if ((T) 0.5 != (T) 0) snprintf(to, 48, "%.*g", digits, (double) value);
    else snprintf(to, 48, "%lld", (long long) value);
}

/* Whether the array is as it should be. The first array that is not is reported. */
template <class T>
void __exercise_compare(const char *name, T *got, T *want, long count, double tolerance, unsigned long long address)
{
    long long wrong = 0, first = 0;
    if (__exercise.wrong) return;
    for (long i = 0; i < count; i++)
        if (!__exercise_equal(got[i], want[i], tolerance) && !wrong++) first = i;
    if (!wrong) return;
    __exercise.wrong = wrong;
    __exercise.index = first;
    __exercise.count = count;
    __exercise.address = address + first * sizeof(T);
    strncpy(__exercise.array, name, 63);
    for (int digits = 6; digits <= 17; digits += 11) {
        __exercise_print(__exercise.got, got[first], digits);
        __exercise_print(__exercise.want, want[first], digits);
        if (strcmp(__exercise.got, __exercise.want)) break;
    }
}
#endif
