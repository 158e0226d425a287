// SPDX-License-Identifier: Apache-2.0
// std::bind: placeholders, references, members, bind in bind.
#include <functional>
#include <cstdio>
#include <string>
#include <vector>
#include <algorithm>
#include <memory>
int sub(int a, int b) { return a - b; }
void inc(int &x) { x++; }
struct Account { int balance; Account(int b) : balance(b) {} int add(int n) { balance += n; return balance; } int get() const { return balance; } };
struct Poly { int operator()(int a, int b, int c) const { return a * 100 + b * 10 + c; } };
std::string join(const std::string &a, const std::string &b) { return a + "," + b; }
int main()
{
    using namespace std::placeholders;
    auto f = std::bind(sub, _1, 5);
    auto g = std::bind(sub, _2, _1);
    printf("%d %d %d\n", f(12), g(1, 10), std::bind(sub, 7, 3)());
    printf("%d\n", std::bind(Poly(), _3, _1, _2)(1, 2, 3));
    int x = 1; std::bind(inc, std::ref(x))(); int y = 5; std::bind(inc, _1)(y); printf("%d %d\n", x, y);
    Account a(10);
    auto add = std::bind(&Account::add, &a, _1); printf("%d %d\n", add(5), a.balance);
    auto copy = std::bind(&Account::add, a, std::placeholders::_1); copy(100); printf("%d\n", a.balance);
    auto byref = std::bind(&Account::add, std::ref(a), _1); byref(1); printf("%d\n", a.balance);
    auto field = std::bind(&Account::balance, _1); printf("%d\n", field(a));
    std::function<int(int)> h = std::bind(sub, 100, std::bind(sub, _1, 1)); printf("%d\n", h(11));
    std::vector<int> v = {5, 1, 8, 3};
    printf("%d\n", (int) std::count_if(v.begin(), v.end(), std::bind(std::less<int>(), _1, 4)));
    std::sort(v.begin(), v.end(), std::bind(std::greater<int>(), _1, _2)); for (int i : v) printf("%d ", i); puts("");
    printf("%s\n", std::bind(join, _2, "x")(1, std::string("q")).c_str());
    auto l = std::bind([](int a, double b) { return a * b; }, _1, 2.5); printf("%g\n", l(4));
    auto p = std::make_shared<Account>(3); printf("%d %d\n", std::bind(&Account::get, p)(), std::invoke(&Account::add, p, 4));
    std::vector<Account> as = {Account(1), Account(2)}; std::vector<int> bs(2);
    std::transform(as.begin(), as.end(), bs.begin(), std::mem_fn(&Account::get)); printf("%d %d\n", bs[0], bs[1]);
    printf("%d %d\n", std::is_bind_expression<decltype(f)>::value, std::is_placeholder<std::decay<decltype(_2)>::type>::value);
}
