// SPDX-License-Identifier: Apache-2.0
// extract, node handles and merge of the ordered containers: nodes move, elements stay where they are.
#include <iostream>
#include <map>
#include <set>
#include <string>
struct loud { std::string s; loud(const char *s) : s(s) {} loud(const loud &o) : s(o.s) { std::cout << "copied "; } ~loud() { std::cout << "~" << s << " "; } };
int main() {
    std::map<int, std::string> m{{1, "a"}, {2, "b"}}, o{{2, "x"}, {3, "c"}};
    std::string *kept = &m.at(1);
    auto n = m.extract(1);
    n.key() = 5;
    n.mapped() += "!";
    auto r = m.insert(std::move(n));
    std::cout << r.inserted << r.node.empty() << n.empty() << (kept == &m.at(5)) << "\n";
    m.merge(o);
    for (auto &[k, v] : m) std::cout << k << v << " ";
    std::cout << o.size() << o.begin()->second << "\n";
    std::set<int> s{1, 2, 3}, t{3, 4};
    auto q = s.extract(s.begin());
    std::cout << q.value() << q.empty() << (bool) q << s.extract(100).empty() << "\n";
    q.value() = 3;
    auto refused = s.insert(std::move(q));
    std::cout << refused.inserted << *refused.position << refused.node.value() << "\n";
    s.merge(t);
    for (int i : s) std::cout << i;
    std::cout << t.size() << "\n";
    std::multimap<int, char> mm{{1, 'a'}, {1, 'b'}}, other{{1, 'c'}, {0, 'd'}};
    auto one = mm.extract(mm.find(1));
    mm.insert(std::move(one));
    mm.merge(other);
    for (auto &p : mm) std::cout << p.first << p.second << " ";
    std::cout << other.empty() << "\n";
    std::multiset<int> ms{1, 1, 2};
    std::set<int> unique{7};
    unique.merge(ms);
    ms.merge(std::set<int>{5, 6});
    for (int i : unique) std::cout << i;
    std::cout << " ";
    for (int i : ms) std::cout << i;
    std::cout << "\n";
    {
        std::map<int, loud> l;
        l.emplace(1, "x");
        l.emplace(2, "y");
        auto h = l.extract(2);
        decltype(h) g = std::move(h);
        l.insert(l.begin(), l.extract(1));
        std::cout << l.size() << g.mapped().s << h.empty() << " ";
    }
    std::cout << "\n";
}
