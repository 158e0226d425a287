// Engines that are seeded with a sequence.
#include <cstdio>
#include <random>
#include <vector>

int main() {
    std::seed_seq two{1, -2};
    std::vector<unsigned> words(5), many(700);
    two.generate(words.begin(), words.end());
    for (unsigned w : words) printf("%u ", w);
    two.generate(many.begin(), many.end());
    printf("%u %u %u\n", many[0], many[350], many[699]);
    const int data[] = {3, 1, 4, 1, 5, 9, 2, 6};
    std::seed_seq eight(data, data + 8), none;
    unsigned back[8];
    eight.param(back);
    printf("%zu %zu %u %u\n", eight.size(), none.size(), back[5], back[7]);
    std::mt19937 a(two), b(eight), c(none);
    std::mt19937_64 d(eight);
    printf("%lu %lu %lu %lu\n", (unsigned long) a(), (unsigned long) b(), (unsigned long) c(), (unsigned long) d());
    std::minstd_rand e(eight);
    std::minstd_rand0 f;
    f.seed(two);
    a.seed(eight);
    a.discard(1000);
    printf("%lu %lu %lu\n", (unsigned long) e(), (unsigned long) f(), (unsigned long) a());
    std::random_device device;
    std::seed_seq strong{device(), device(), device()};
    std::mt19937 g{strong};
    std::uniform_int_distribution<int> dice(1, 6);
    int roll = dice(g);
    printf("%d\n", roll >= 1 && roll <= 6);
    return 0;
}
