// SPDX-License-Identifier: Apache-2.0
// thread_local: each thread has its own, constructed and ended with it.
#include <cstdio>
#include <thread>
#include <mutex>
#include <vector>
#include <string>
#include <condition_variable>
thread_local int counter = 10;
static thread_local double table[3] = {1, 2, 3};
struct L { std::string name; int uses = 0; L(const char *n) : name(n) { printf("+%s\n", n); } ~L() { printf("-%s used %d\n", name.c_str(), uses); } };
L &local() { thread_local L l("local"); l.uses++; return l; }
struct C { static thread_local int per_thread; static int shared; };
thread_local int C::per_thread = 7; int C::shared = 1;
int next() { thread_local int n; return ++n; }
extern thread_local int later;
int see() { return later; }
thread_local int later = 3;
std::mutex m; std::condition_variable cv; int turn = 0;
void work(int id) {
    for (int i = 0; i < 3; i++) { std::unique_lock<std::mutex> l(m); cv.wait(l, [&] { return turn % 2 == id; });
        counter += id + 1; table[id] *= 2; C::per_thread++; C::shared++; later--; local(); printf("%d: %d %g %g %d %d %d\n", id, counter, table[0], table[1], C::per_thread, next(), see()); turn++; cv.notify_all(); }
}
int main() {
    counter = 100; later = 55; local();
    std::thread a(work, 0), b(work, 1); a.join(); b.join();
    printf("main: %d %g %d %d %d %d\n", counter, table[0], C::per_thread, C::shared, next(), see());
}
