// SPDX-License-Identifier: Apache-2.0
// try around whole functions and constructors.
#include <cstdio>
#include <stdexcept>
struct Loud { int n; Loud(int n) : n(n) { if (n == 3) throw std::runtime_error("three"); printf("+%d ", n); } ~Loud() { printf("-%d ", n); } };
struct Base { Loud b; Base(int n) : b(n) {} };
struct Whole : Base {
    Loud first, second;
    Whole(int a, int b, bool fails) try : Base(a), first(b), second(b + 1) { printf("body "); if (fails) throw 5; }
    catch (const std::exception &e) { printf("[%s] ", e.what()); }
    catch (int n) { printf("[%d] ", n); }
    int twice(int n) try { if (n < 0) throw n; return 2 * n; } catch (int m) { return -m; }
};
int plain(int n) try { if (n) throw n; return 1; } catch (int m) { printf("caught %d ", m); return m * 10; }
void nothing() try { throw 1; } catch (...) { printf("nothing "); }
int main() {
    printf("%d\n", plain(0)); printf("%d\n", plain(4)); nothing(); puts("");
    { Whole w(1, 5, false); printf("%d %d ", w.twice(4), w.twice(-3)); } puts("");
    try { Whole w(1, 5, true); } catch (int n) { printf("outer %d\n", n); }
    try { Whole w(1, 2, false); } catch (const std::runtime_error &e) { printf("outer %s\n", e.what()); }
    try { Whole w(3, 2, false); } catch (const std::runtime_error &e) { printf("outer %s\n", e.what()); }
}
