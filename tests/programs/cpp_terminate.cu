// SPDX-License-Identifier: Apache-2.0
// The handler of std::set_terminate ends a program whose exception nobody takes.
#include <cstdio>
#include <cstdlib>
#include <exception>

extern const int table[];

struct noisy {
    int n;
    ~noisy() { std::printf("end of %d\n", n); }
};

static void other() { std::puts("other"); }

static void done() {
    std::puts("terminate");
    std::exit(0);
}

int main() {
    std::terminate_handler none = std::set_terminate(other);
    std::printf("%d %d\n", none == nullptr || none != other, table[1]);
    std::printf("%d\n", std::set_terminate(done) == other);
    std::printf("%d\n", std::get_terminate() == done);
    noisy a{1};
    try {
        noisy b{2};
        throw 1.5;
    } catch (double d) {
        std::printf("caught %g\n", d);
    }
    throw 3;
}

const int table[] = {4, 5, 6};
