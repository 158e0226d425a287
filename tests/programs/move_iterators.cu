// Iterators that move, and those that insert what they are given.
#include <algorithm>
#include <cstdio>
#include <deque>
#include <iostream>
#include <iterator>
#include <list>
#include <memory>
#include <set>
#include <string>
#include <vector>

void moves()
{
    std::vector<std::string> a{"one", "two", "three"}, b{"zero"};
    b.insert(b.end(), std::make_move_iterator(a.begin()), std::make_move_iterator(a.end()));
    printf("%zu %s [%s]\n", b.size(), b[3].c_str(), a[0].c_str());
    std::list<std::string> l{"x", "y"};
    std::vector<std::string> c(std::make_move_iterator(l.begin()),
                               std::make_move_iterator(l.end()));
    printf("%zu %s [%s]\n", c.size(), c[1].c_str(), l.front().c_str());
    std::vector<std::unique_ptr<int>> p, q;
    p.push_back(std::make_unique<int>(5));
    std::copy(std::make_move_iterator(p.begin()), std::make_move_iterator(p.end()),
              std::back_inserter(q));
    printf("%d %d\n", *q[0], p[0] == nullptr);
}

int main()
{
    moves();
    std::vector<int> a{3, 1, 2}, b;
    std::copy(a.begin(), a.end(), std::back_inserter(b));
    std::back_insert_iterator<std::vector<int>> it(b);
    it = 9;
    const int k = 4;
    *it++ = k;
    std::set<int> s;
    std::copy(a.begin(), a.end(), std::inserter(s, s.end()));
    std::deque<std::string> d;
    std::vector<std::string> v{"a", "b"};
    std::copy(v.begin(), v.end(), std::front_inserter(d));
    for (int x : b)
        std::cout << x << ' ';
    for (int x : s)
        std::cout << x << ' ';
    for (auto &x : d)
        std::cout << x << ' ';
    std::cout << v[0] << '\n';
    std::vector<int> m;
    std::merge(b.begin(), b.begin() + 1, s.begin(), s.end(), std::back_inserter(m));
    std::cout << m.size() << '\n';
}
