// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <string>
#include <map>
#include <unordered_map>
#include <climits>
using namespace std;
int main()
{
    string a = "0123456789abcdef", b(move(a));
    a.clear(); a += 'x'; a.append(3, 'y'); printf("%s %s\n", a.c_str(), b.c_str());
    string c(move(a)); a.resize(2, 'z'); printf("[%s] [%s]\n", a.c_str(), c.c_str());
    string d(move(c)); c = d; c += c; c.append(c, 2, 3); c.append(c.c_str() + 1, 4); printf("%s %zu\n", c.c_str(), c.size());
    string e(move(d)); d = 'q'; d.insert(0, e); d.erase(1, 2); printf("%s\n", d.c_str());
    string f(move(e)); e.erase(); e.reserve(10); e.push_back('!'); printf("%s %d %d\n", e.c_str(), e == f, e < f);
    string g(move(f)); string h = f; f = h; swap(f, g); printf("[%s] [%s] %zu\n", f.c_str(), g.c_str(), g.length());
    string grow;
    for (int i = 0; i < 100; i++) grow.append(grow.empty() ? "ab" : grow.substr(0, 1)), grow += to_string(i % 10);
    printf("%zu %s\n", grow.size(), grow.substr(190).c_str());
    printf("%s %s %s %s\n", to_string(INT_MIN).c_str(), to_string(ULLONG_MAX).c_str(), to_string(LLONG_MIN).c_str(), to_string(UINT_MAX).c_str());
    printf("%d %d %d %d %d\n", (int) grow.find("a9"), (int) grow.find(""), (int) grow.find("", 500), (int) grow.find("zz"), (int) string("aaab").find("aab", 1));
    unordered_map<string, int> count; map<string, int> sorted; unordered_map<int, int> ints;
    for (int i = 0; i < 5000; i++) { string k = "k" + to_string(i * 7919 % 613); count[k]++; sorted[k] += i; ints[i * 31 % 977] += i; }
    long sum = 0; for (auto &x : count) sum = sum * 31 + x.second; for (auto &x : ints) sum = sum * 31 + x.second;
    printf("%zu %zu %ld %d\n", count.size(), sorted.size(), sum, sorted["k5"]);
    unordered_multimap<int, int> many; for (int i = 0; i < 50; i++) many.insert({i % 7, i});
    printf("%zu %zu\n", many.count(3), many.erase(3)); count.erase("k1"); printf("%zu %zu\n", count.size(), count.count("k1"));
}
