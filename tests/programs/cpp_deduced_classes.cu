// Class template arguments from a list of elements, from an object of the class, from iterators, and of what is const.
#include <array>
#include <deque>
#include <iostream>
#include <list>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <vector>
template <class A, class B> constexpr bool same = std::is_same_v<A, B>;
const std::vector global{3.95, 6.0, 95.4, 10.95};
template <class T> struct box {
    T t;
    box(T t) : t(t) {}
};
template <class T> struct bag {
    std::vector<T> v;
    bag(std::initializer_list<T> l) : v(l) {}
    bag(T, T, T, T) {}
};
int main()
{
    std::vector a{1, 2, 3};
    const std::vector b = {1.5, 2.5};
    auto c = std::vector{'a', 'b', 'c'};
    std::vector d{a}, e(a), f = a;
    std::vector g{a, a};
    std::vector h{std::string("x"), std::string("y")};
    std::cout << a.size() << b.size() << c.size() << d.size() << e.size() << f.size() << g.size() << h.size() << global.size() << '\n';
    std::cout << same<decltype(d), std::vector<int>> << same<decltype(g), std::vector<std::vector<int>>> << same<decltype(b), const std::vector<double>>
              << same<decltype(global), const std::vector<double>> << '\n';
    std::set s{3, 1, 2};
    std::list l{1, 2};
    std::deque q{1.5, 2.5, 3.5};
    std::unordered_set u{1, 2, 2};
    std::multiset ms{1, 1};
    std::map m{std::pair{1, "a"}, std::pair{2, "b"}}, m2{std::pair<int, const char *>{1, "x"}, {3, "y"}};
    std::unordered_map um{std::pair{'k', 2.5}};
    std::cout << s.size() << l.size() << q.size() << u.size() << ms.size() << m[2] << m2[3] << um['k'] << '\n';
    std::vector r(a.begin(), a.end()), n(3, 1), z{3, 1};
    std::vector k(3, 1.5);
    std::vector it{s.begin(), s.end()};
    std::set s2(a.begin(), a.end());
    std::list l2(s.begin(), s.end());
    std::cout << r.size() << k.size() << n.size() << z.size() << it.size() << s2.size() << l2.size() << same<decltype(r), std::vector<int>>
              << same<decltype(it), std::vector<std::set<int>::iterator>> << '\n';
    std::tuple t{1, 2.5, "x"}, t2{t};
    std::pair p{1, 2}, p2{p};
    std::optional o{3}, o2{o};
    box x{3}, y{x};
    bag w{1, 2, 3, 4};
    std::array ar{1, 2, 3}, ar2{ar};
    std::cout << same<decltype(t2), decltype(t)> << same<decltype(p2), decltype(p)> << same<decltype(o2), decltype(o)> << same<decltype(y), box<int>>
              << w.v.size() << ar2.size() << '\n';
    std::stack st(std::deque{1, 2});
    std::queue qu{std::deque{4, 5, 6}};
    std::priority_queue pq(std::less<int>{}, a);
    std::cout << st.size() << qu.size() << pq.top();
    for (auto v : std::vector{"aa", "bb", "cc"})
        std::cout << v;
    std::cout << '\n';
}
