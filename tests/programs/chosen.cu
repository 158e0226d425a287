/* SPDX-License-Identifier: Apache-2.0 */
/* std::max and its like with temporaries, whose values are read at once. */
#include <algorithm>
#include <vector>
#include <cstdio>
#include <cmath>
int g = 1; int bump() { g = 10; return 3; }
int main() {
    double s = -1; float a[4] = {1, -2, 3, NAN}; std::vector<float> v = {4, -5};
    printf("%g %g\n", std::max(s, (double) a[0]), std::max(v[1], 0.0f));
    printf("%g %g %g\n", std::min(1.0f, std::max(0.0f, a[0] / 2)), std::min(std::max(a[1], -1.f), 1.f), std::max(a[3], 1.f));
    printf("%g\n", std::max(1.f, a[3]));
    printf("%d %d\n", std::max(bump(), g), std::max(g, 2 + 0 * (g = 50)));
    int i = 5; printf("%d %d\n", std::max(i, i + 1), std::max(i++, 7)); printf("%d\n", i);
    const int &r = std::max(i, 3); i = 100; printf("%d\n", r);
    unsigned char c = 200; printf("%d\n", std::min<int>(c, 255 + 1) + std::max((int) c, -1));
    long n = 7; printf("%ld %ld\n", std::min(n, 10L), std::clamp(n, 0L, 5L));
    bool b = std::max(false, i > 3); printf("%d\n", b);
    const char *p = "x", *q = nullptr; printf("%d\n", std::max(p, (const char *) q) == p);
    for (int k = 0; k < 3; k++) s = std::max(s, std::max(std::fabs(a[k]), 0.5f) * 2.0); printf("%g\n", s);
    int *m = nullptr; if (0) printf("%d", std::max(*m, 1));
    struct { int w; } t = {9}; printf("%d\n", std::max(t.w, 10 - 2) + std::min(t.w + 1, t.w));
    std::max(i, 7); std::swap(v[0], v[1]); printf("%g\n", std::max(v[0] + v[1], v[0]));
}
