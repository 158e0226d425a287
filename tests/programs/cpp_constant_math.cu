// g++ computes functions of <math.h> and of strings where a constant is wanted.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

constexpr double root = std::sqrt(2.0);
constexpr int eight = (int) std::pow(2.0, 3), five = std::abs(-5);
constexpr float quarter = sqrtf(0.0625f);

constexpr double area(double r)
{
    return M_PI * std::pow(r, 2) + std::fabs(-1.0);
}

constexpr unsigned long length(const char *s)
{
    return strlen(s);
}

static_assert(area(1.0) > 4.1 && length("four") == 4);
static_assert(std::memcmp("abc", "abd", 3) < 0 && std::strcmp("b", "a") > 0);

int main()
{
    int a[eight + five];
    printf("%.17g %zu %g %.17g\n", root, sizeof a, quarter, area(2));
    return 0;
}
