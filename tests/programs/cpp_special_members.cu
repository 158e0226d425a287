// SPDX-License-Identifier: Apache-2.0
// Which of copy and move a class has, for each way to declare the four of them (not, default, deleted, given), and which one runs.
#include <cstdio>
#include <type_traits>
#include <utility>
struct part { part() {} part(const part &) { std::printf("c"); } part(part &&) { std::printf("m"); } part &operator=(const part &) { std::printf("="); return *this; } part &operator=(part &&) { std::printf("~"); return *this; } };
template <class T> void show(const char *name) {
    std::printf("%s ", name);
    T a;
    if constexpr (std::is_copy_constructible<T>::value) { T b(a); } else std::printf("-");
    std::printf(" ");
    if constexpr (std::is_move_constructible<T>::value) { T b(std::move(a)); } else std::printf("-");
    std::printf(" ");
    if constexpr (std::is_copy_assignable<T>::value) { T b; b = a; } else std::printf("-");
    std::printf(" ");
    if constexpr (std::is_move_assignable<T>::value) { T b; b = std::move(a); b = T(); T() = T(); } else std::printf("-");
    std::printf("\n");
}
#define PLAIN_N(sig, body)
#define PLAIN_D(sig, body) sig = default;
#define PLAIN_X(sig, body) sig = delete;
#define PLAIN_G(sig, body) sig { std::printf(body); }
#define ASSIGN_N(sig, body)
#define ASSIGN_D(sig, body) sig = default;
#define ASSIGN_X(sig, body) sig = delete;
#define ASSIGN_G(sig, body) sig { std::printf(body); return *this; }
#define CLASS(k, t, a, b, c, d) struct k##a##b##c##d { t m; k##a##b##c##d() {} PLAIN_##a(k##a##b##c##d(const k##a##b##c##d &), "C") PLAIN_##b(k##a##b##c##d(k##a##b##c##d &&), "M") \
    ASSIGN_##c(k##a##b##c##d &operator=(const k##a##b##c##d &), "A") ASSIGN_##d(k##a##b##c##d &operator=(k##a##b##c##d &&), "V") };
#define SHOW(k, t, a, b, c, d) show<k##a##b##c##d>(#k #a #b #c #d);
#define D4(x, k, t, a, b, c) x(k, t, a, b, c, N) x(k, t, a, b, c, D) x(k, t, a, b, c, X) x(k, t, a, b, c, G)
#define D3(x, k, t, a, b) D4(x, k, t, a, b, N) D4(x, k, t, a, b, D) D4(x, k, t, a, b, X) D4(x, k, t, a, b, G)
#define D2(x, k, t, a) D3(x, k, t, a, N) D3(x, k, t, a, D) D3(x, k, t, a, X) D3(x, k, t, a, G)
#define D1(x, k, t) D2(x, k, t, N) D2(x, k, t, D) D2(x, k, t, X) D2(x, k, t, G)
D1(CLASS, P, part)
D1(CLASS, I, int)
struct ended { part m; ended() = default; ~ended() = default; }; /* no moves of its own accord */
struct picky { part m; picky() {} picky(const picky &) = default; picky(picky &&) = delete; picky &operator=(const picky &) = default; picky &operator=(const picky &&) = delete; };
picky local() { picky p; return p; }
picky copied(const picky &p) { return p; }
struct holder { picky p; };
struct number { int n; number(int n = 0) : n(n) {} number &operator=(int m) { n = -m; return *this; } operator int() const { return n; } };
int main() {
    D1(SHOW, P, part)
    D1(SHOW, I, int)
    show<ended>("ended");
    picky p = local(), q = copied(p);
    q = p;
    holder h, i = h, j = std::move(h);
    i = j;
    number a(1), b(2);
    a = b;
    std::printf(" %d", a.n);
    a = 3;
    std::printf(" %d\n", a.n);
}
