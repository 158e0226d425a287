// Operators of iterators that are called by their names.
#include <iostream>
#include <list>
#include <map>
#include <string>
#include <vector>
int main() {
    std::vector<std::string> w{"ab", "c"};
    auto wi = w.begin();
    std::cout << wi.operator->()->size() << wi.operator*().size() << "\n";
    std::map<int, std::string> m{{1, "x"}};
    auto mi = m.begin();
    std::cout << mi.operator->()->second << "\n";
    mi.operator++();
    std::cout << (mi == m.end()) << "\n";
    std::list<int> l{1, 2};
    auto li = l.begin();
    ++li;
    std::cout << *li.operator->() << "\n";
    wi.operator++();
    std::cout << *wi << wi.operator[](0) << wi.base()->size() << "\n";
    std::string s = "abc";
    auto si = s.begin();
    si.operator+=(2);
    std::cout << *si << *(si.operator-(1)) << "\n";
    std::vector<int> v{1, 2, 3};
    auto e = v.end();
    e.operator--();
    std::cout << *e << "\n";
    auto q = v.cbegin().operator+(1);
    std::cout << *q << "\n";
}
