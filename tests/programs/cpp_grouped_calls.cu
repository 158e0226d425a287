// Overloaded functions in parentheses, which keeps macros away; references that are new objects unless given.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string>
#include <vector>
#define max(a, b) none

static int length(const std::vector<std::string> &list = {}, const std::string &end = {}) { return (int) (list.size() * 100 + end.size()); }
struct Counter { int n; Counter(int n = 7) : n(n) {} int plus(const Counter &o = {}) const { return n + o.n; } int minus(Counter o = Counter()) const { return n - o.n; } };

int main() {
    printf("%d %g %d\n", (std::max)(3, 4), (std::min)(2.5, 1.5), (std::max)({4, 9, 1}));
    printf("%d %d %d %d\n", length(), length({"a", "b"}), length({}, "end"), Counter(1).plus() * 100 + Counter(1).minus());
    printf("%d%d%d\n", std::isblank(' ') != 0, std::isblank('\t') != 0, std::isblank('x') != 0);
    return 0;
}
