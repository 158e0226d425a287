#include <iostream>
#include <string>
#include <unordered_map>
#include <unordered_set>

int main()
{
    std::unordered_map<int, std::string> m{
        {1, "a"},
        {2, "b"},
        {3, "c"}
    };
    auto n = m.extract(2);
    n.key() = 9;
    n.mapped() = "nine";
    auto r = m.insert(std::move(n));
    std::cout << r.inserted << r.position->second << m.size() << m.count(2) << r.node.empty()
              << '\n';
    std::unordered_map<int, std::string> o{
        {1, "x"},
        {5, "y"}
    };
    m.merge(o);
    std::cout << m.size() << o.size() << m[5] << o[1] << '\n';
    std::unordered_set<int> s{1, 2, 3}, t{3, 4};
    s.merge(t);
    std::cout << s.size() << t.size() << '\n';
    auto h = s.extract(4);
    std::cout << h.value() << '\n';
    t.insert(std::move(h));
    std::cout << t.size() << (bool) h << '\n';
    auto q = s.extract(s.begin());
    std::cout << s.size() << '\n';
    std::unordered_multimap<int, int> mm{
        {1, 2},
        {1, 3}
    };
    auto e = mm.extract(1);
    std::cout << mm.size() << '\n';
    mm.insert(std::move(e));
    std::cout << mm.size() << mm.count(1) << '\n';
    auto nn = m.extract(77);
    std::cout << nn.empty() << '\n';
    decltype(m)::node_type z;
    std::cout << z.empty() << '\n';
}
