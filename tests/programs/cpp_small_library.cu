/* erase_if, loops over a range with a first statement, functions without a target, shared_ptr of weak_ptr, exchange with {}. */
#include <algorithm>
#include <cstdio>
#include <deque>
#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>
using namespace std;

template <class C> void show(const C &c)
{
    for (int n = 0; const auto &x : c)
        cout << (n++ ? "," : "") << x;
    cout << '\n';
}

int main()
{
    auto big = [](auto x) { return x > 2; };
    auto heavy = [](const auto &p) { return p.second > 2; };
    vector<int> v{1, 3, 2, 4, 1}; cout << erase_if(v, big) << erase(v, 1) << ' '; show(v);
    deque<int> d{1, 3, 2, 4, 1}; cout << erase_if(d, big) << erase(d, 1) << ' '; show(d);
    list<int> l{1, 3, 2, 4, 1}; cout << erase_if(l, big) << erase(l, 1) << ' '; show(l);
    string s = "a-b-c1"; cout << std::erase(s, '-') << erase_if(s, [](char c) { return c < 'a'; }) << ' ' << s << '\n';
    set<int> t{1, 2, 3, 4}; multiset<int> mt{3, 3, 1}; cout << erase_if(t, big) << erase_if(mt, big) << ' '; show(t);
    map<string, int> m{{"a", 1}, {"b", 5}}; multimap<int, int> mm{{1, 5}, {1, 1}};
    cout << erase_if(m, heavy) << erase_if(mm, heavy) << m.size() << mm.size() << '\n';
    unordered_map<int, int> um{{1, 5}, {2, 1}, {3, 9}}; unordered_set<int> us{1, 2, 3, 4};
    cout << erase_if(um, heavy) << um.count(2) << erase_if(us, big) << us.size() << '\n';
    vector<unique_ptr<int>> owned; for (int i : {1, 2, 3}) owned.push_back(make_unique<int>(i));
    cout << erase_if(owned, [](auto &p) { return *p == 1; }) << *owned[0] << *owned[1] << '\n';

    for (auto parts = {4, 5, 6}; int x : parts) { if (x == 5) continue; cout << x; }
    int sum = 0;
    for (sum = 10; int x : {1, 2}) sum += x;
    for (int i = 0, n = 3; i < n ? true : false; i++) sum += i;
    cout << ' ' << sum << '\n';

    function<int(int)> f, g = [](int x) { return x + 1; };
    try { f(1); } catch (const bad_function_call &e) { cout << e.what() << ' '; }
    f.swap(g); cout << f(1) << bool(g); g = move(f); cout << g(2) << bool(f) << '\n';
    weak_ptr<int> w;
    try { shared_ptr<int> p(w); } catch (const bad_weak_ptr &e) { cout << e.what() << ' '; }
    auto p = make_shared<int>(5); w = p; weak_ptr<const int> c = w; shared_ptr<const int> q(c); cout << *q << p.use_count() << p.owner_before(w) << '\n';
    string old = "text"; cout << exchange(old, {}) << old.size() << '\n';
    cout << remove("/nonexistent/file") << '\n';
}
