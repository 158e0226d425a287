// Algorithms and containers, against what libstdc++ prints.
#include <algorithm>
#include <array>
#include <bitset>
#include <deque>
#include <functional>
#include <iostream>
#include <iterator>
#include <list>
#include <map>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <stack>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>
using namespace std;

template <typename C> void show(const char *n, const C &c)
{
    cout << n << ':';
    for (const auto &x : c)
        cout << ' ' << x;
    cout << '\n';
}

bool even(int x)
{
    return x % 2 == 0;
}

struct P {
    string name;
    int age;
};

int main()
{
    vector<int> v{5, 3, 9, 1, 7, 3, 8, 2};
    vector<int> w = v;
    sort(w.begin(), w.end());
    show("w", w);
    cout << count(v.begin(), v.end(), 3) << count_if(v.begin(), v.end(), even)
         << any_of(v.begin(), v.end(), [](int x) { return x > 8; })
         << all_of(v.begin(), v.end(), even) << none_of(v.begin(), v.end(), even) << '\n';
    cout << *find_if(v.begin(), v.end(), even)
         << *find_if_not(v.begin(), v.end(), [](int x) { return x > 3; })
         << (find(v.begin(), v.end(), 100) == v.end()) << '\n';
    vector<int> t(8);
    transform(v.begin(), v.end(), t.begin(), [](int x) { return x * x; });
    show("t", t);
    transform(v.begin(), v.end(), w.begin(), t.begin(), plus<int>());
    show("t2", t);
    transform(v.begin(), v.end(), w.begin(), t.begin(), multiplies<>());
    show("t3", t);
    int k = 0;
    generate(t.begin(), t.end(), [&k] { return k++; });
    show("g", t);
    generate_n(t.begin(), 3, [&] { return k--; });
    fill_n(t.begin() + 4, 2, -1);
    show("f", t);
    copy_n(v.begin(), 3, t.begin());
    show("c", t);
    vector<int> e;
    copy_if(v.begin(), v.end(), back_inserter(e), even);
    show("e", e);
    e.clear();
    remove_copy_if(v.begin(), v.end(), back_inserter(e), even);
    show("e2", e);
    t = v;
    t.erase(remove_if(t.begin(), t.end(), even), t.end());
    show("r", t);
    t = w;
    t.erase(unique(t.begin(), t.end()), t.end());
    show("u", t);
    rotate(t.begin(), t.begin() + 2, t.end());
    show("rot", t);
    t = v;
    nth_element(t.begin(), t.begin() + 3, t.end());
    cout << t[3] << '\n';
    t = v;
    partial_sort(t.begin(), t.begin() + 3, t.end());
    cout << t[0] << t[1] << t[2] << '\n';
    t = v;
    partial_sort(t.begin(), t.begin() + 3, t.end(), greater<int>());
    cout << t[0] << t[1] << t[2] << '\n';
    vector<P> p{
        {"a", 3},
        {"b", 1},
        {"c", 3},
        {"d", 1}
    };
    stable_sort(p.begin(), p.end(), [](const P &a, const P &b) { return a.age < b.age; });
    for (auto &x : p)
        cout << x.name << x.age << ' ';
    cout << '\n';
    cout << (lower_bound(w.begin(), w.end(), 3) - w.begin())
         << (upper_bound(w.begin(), w.end(), 3) - w.begin()) << binary_search(w.begin(), w.end(), 4)
         << binary_search(w.begin(), w.end(), 7) << '\n';
    auto er = equal_range(w.begin(), w.end(), 3);
    cout << er.second - er.first << '\n';
    auto mm = minmax_element(v.begin(), v.end());
    cout << *mm.first << *mm.second << max({1, 5, 3}) << min({4, 2, 6}) << clamp(12, 0, 10)
         << max(3, 4) << min(2.5, 1.5) << '\n';
    auto [lo, hi] = minmax({3, 1, 2});
    cout << lo << hi << '\n';
    vector<int> q{1, 2, 3};
    do {
        for (int x : q)
            cout << x;
        cout << ' ';
    } while (next_permutation(q.begin(), q.end()));
    cout << '\n';
    prev_permutation(q.begin(), q.end());
    show("pp", q);
    cout << is_sorted(w.begin(), w.end()) << is_sorted(v.begin(), v.end())
         << equal(v.begin(), v.end(), w.begin())
         << (mismatch(v.begin(), v.end(), w.begin()).first - v.begin())
         << (is_sorted_until(v.begin(), v.end()) - v.begin()) << '\n';
    int s = 0;
    for_each(v.begin(), v.end(), [&](int x) { s += x; });
    cout << s << accumulate(v.begin(), v.end(), 0) << ' '
         << accumulate(v.begin(), v.end(), 1LL, multiplies<long long>()) << ' '
         << inner_product(v.begin(), v.end(), w.begin(), 0) << ' ' << reduce(v.begin(), v.end())
         << ' ' << gcd(12, 18) << lcm(4, 6) << '\n';
    iota(t.begin(), t.end(), 10);
    show("iota", t);
    partial_sum(v.begin(), v.end(), t.begin());
    show("ps", t);
    adjacent_difference(v.begin(), v.end(), t.begin());
    show("ad", t);
    exclusive_scan(v.begin(), v.end(), t.begin(), 0);
    show("es", t);
    inclusive_scan(v.begin(), v.end(), t.begin());
    show("is", t);
    partial_sum(v.begin(), v.end(), t.begin(), multiplies<int>());
    show("pm", t);
    vector<int> a{1, 2, 3, 4, 6}, b{2, 4, 5};
    vector<int> o;
    set_union(a.begin(), a.end(), b.begin(), b.end(), back_inserter(o));
    show("su", o);
    o.clear();
    set_intersection(a.begin(), a.end(), b.begin(), b.end(), back_inserter(o));
    show("si", o);
    o.clear();
    set_difference(a.begin(), a.end(), b.begin(), b.end(), back_inserter(o));
    show("sd", o);
    o.clear();
    merge(a.begin(), a.end(), b.begin(), b.end(), back_inserter(o));
    show("m", o);
    cout << includes(a.begin(), a.end(), b.begin(), b.end()) << '\n';
    t = v;
    auto it = stable_partition(t.begin(), t.end(), even);
    show("sp", t);
    cout << it - t.begin() << '\n';
    replace(t.begin(), t.end(), 3, 33);
    replace_if(t.begin(), t.end(), even, 0);
    show("rp", t);
    reverse(t.begin(), t.end());
    show("rv", t);
    make_heap(t.begin(), t.end());
    cout << t.front();
    pop_heap(t.begin(), t.end());
    t.pop_back();
    t.push_back(50);
    push_heap(t.begin(), t.end());
    cout << t.front() << is_heap(t.begin(), t.end());
    sort_heap(t.begin(), t.end());
    show("sh", t);
    cout << lexicographical_compare(a.begin(), a.end(), b.begin(), b.end())
         << is_permutation(v.begin(), v.end(), w.begin())
         << (adjacent_find(w.begin(), w.end()) - w.begin())
         << (search(a.begin(), a.end(), b.begin(), b.begin() + 1) - a.begin()) << '\n';
    swap_ranges(a.begin(), a.begin() + 2, b.begin());
    show("sw", a);
    copy(a.begin(), a.end(), ostream_iterator<int>(cout, ","));
    cout << '\n';
    list<int> l{3, 1, 2};
    l.push_front(9);
    l.push_back(4);
    l.sort();
    show("l", l);
    l.reverse();
    l.remove(2);
    show("l2", l);
    l.pop_front();
    l.pop_back();
    cout << l.front() << l.back() << l.size() << '\n';
    for (auto i = l.begin(); i != l.end();)
        if (*i == 3)
            i = l.erase(i);
        else
            ++i;
    show("l3", l);
    deque<int> d{1, 2};
    d.push_front(0);
    d.emplace_back(3);
    d.pop_front();
    cout << d[0] << d.back() << d.size() << '\n';
    queue<int> qq;
    qq.push(1);
    qq.emplace(2);
    cout << qq.front() << qq.back();
    qq.pop();
    cout << qq.size();
    stack<int> st;
    st.push(4);
    st.emplace(5);
    cout << st.top();
    st.pop();
    cout << st.top() << '\n';
    priority_queue<int> pq;
    for (int x : v)
        pq.push(x);
    while (!pq.empty()) {
        cout << pq.top();
        pq.pop();
    }
    priority_queue<int, vector<int>, greater<int>> pg(v.begin(), v.end());
    cout << ' ';
    while (!pg.empty()) {
        cout << pg.top();
        pg.pop();
    }
    auto cmp = [](int a, int b) { return a % 5 < b % 5; };
    priority_queue<int, vector<int>, decltype(cmp)> pc(cmp);
    pc.push(9);
    pc.push(5);
    cout << pc.top() << '\n';
    priority_queue<pair<int, int>> pp;
    pp.push({1, 2});
    pp.emplace(3, 4);
    cout << pp.top().first << '\n';
    map<string, int> m{
        {"b", 2},
        {"a", 1}
    };
    m["c"] = 3;
    m.insert({"d", 4});
    m.emplace("e", 5);
    for (auto &[x, y] : m)
        cout << x << y;
    for (auto i = m.rbegin(); i != m.rend(); ++i)
        cout << (*i).first;
    cout << m.count("z") << (m.find("z") == m.end()) << m.at("a") << m.begin()->first
         << m.lower_bound("b")->second << m.upper_bound("b")->second << '\n';
    m.erase("a");
    m.erase(m.begin());
    cout << m.size() << '\n';
    map<int, vector<int>> mv;
    mv[3].push_back(4);
    cout << mv[3][0] << mv.size() << '\n';
    map<int, int, greater<int>> mg{
        {1, 1},
        {2, 2}
    };
    cout << mg.begin()->first << '\n';
    multimap<int, string> ml;
    ml.insert({2, "x"});
    ml.insert({1, "y"});
    ml.insert({2, "z"});
    for (auto &x : ml)
        cout << x.first << x.second;
    auto rg = ml.equal_range(2);
    for (auto i = rg.first; i != rg.second; ++i)
        cout << i->second;
    cout << ml.count(2) << '\n';
    set<int> ss{3, 1, 2, 3};
    ss.insert(5);
    show("ss", ss);
    cout << ss.count(3) << *ss.begin() << *ss.rbegin() << *ss.lower_bound(2) << *ss.upper_bound(2)
         << ss.insert(3).second << '\n';
    ss.erase(1);
    for (auto i = ss.begin(); i != ss.end();)
        if (*i == 2)
            i = ss.erase(i);
        else
            ++i;
    show("ss2", ss);
    set<string> sn;
    sn.emplace("q");
    cout << *sn.find("q") << '\n';
    multiset<int> ms{3, 1, 3};
    ms.insert(2);
    show("ms", ms);
    ms.erase(ms.find(3));
    cout << ms.count(3) << '\n';
    set<int> sc(v.begin(), v.end());
    show("sc", sc);
    unordered_map<string, int> um{
        {"x", 1}
    };
    um["y"] += 5;
    um.insert({"z", 3});
    cout << um.size() << um.at("x") << um.count("q") << um["y"] << '\n';
    for (auto &kv : um)
        if (kv.first == "z")
            cout << kv.second << '\n';
    um.erase("x");
    auto f = um.find("y");
    if (f != um.end())
        cout << f->second << '\n';
    unordered_set<int> us{1, 2, 2};
    us.insert(7);
    cout << us.size() << us.count(2) << (us.find(9) == us.end()) << us.insert(7).second << '\n';
    int sum = 0;
    for (int x : us)
        sum += x;
    cout << sum << '\n';
    unordered_set<string> uss;
    uss.insert("abc");
    cout << uss.count("abc") << '\n';
    bitset<8> bs(42);
    bs.set(0);
    bs[2] = 1;
    bs.flip(7);
    cout << bs << bs.count() << bs.test(1) << bs.any() << bs.to_ulong() << (bs << 1) << (~bs)
         << bs[3] << bitset<4>("1010") << '\n';
    optional<int> op;
    cout << op.has_value() << op.value_or(4);
    op = 5;
    cout << *op << op.value() << (op ? 1 : 0);
    op = nullopt;
    cout << bool(op) << '\n';
    auto fo = [](int x) -> optional<int> {
        if (x > 0)
            return x;
        return nullopt;
    };
    cout << fo(3).value() << fo(-1).has_value() << '\n';
    array<int, 5> ar{5, 4, 3, 2, 1};
    sort(ar.begin(), ar.end());
    show("ar", ar);
    cout << ar.size() << ar.front() << ar.back() << ar.at(2) << ar[1] << *ar.rbegin()
         << accumulate(ar.begin(), ar.end(), 0) << '\n';
    array<array<int, 2>, 2> aa{
        {{1, 2}, {3, 4}}
    };
    cout << aa[1][0] << '\n';
    ar.fill(7);
    cout << ar[3] << '\n';
    function<int(int)> fn = [&](int x) { return x < 2 ? 1 : x * fn(x - 1); };
    cout << fn(5);
    fn = [](int x) { return -x; };
    cout << fn(5) << '\n';
    cout << greater<int>()(3, 2) << plus<double>()(1.5, 2) << negate<int>()(3)
         << logical_and<bool>()(true, false) << '\n';
    vector<vector<int>> vv(2, vector<int>(3, 1));
    vv[1][2] = 5;
    for (auto &r : vv) {
        for (auto x : r)
            cout << x;
        cout << '|';
    }
    v.insert(v.begin() + 1, {10, 11});
    v.insert(v.end(), 2, 7);
    v.erase(v.begin() + 2, v.begin() + 4);
    show("v", v);
    v.assign(3, 4);
    v.emplace_back(9);
    show("v2", v);
    vector<int> rv(v.rbegin(), v.rend());
    show("rv", rv);
    cout << (rv == v) << (rv < v) << '\n';
    sort(v.rbegin(), v.rend());
    show("v3", v);
    v.resize(2);
    v.swap(rv);
    show("v4", v);
    vector<bool> vb(3, true);
    vb[1] = false;
    cout << vb[0] << vb[1] << '\n';
    cout << *max_element(v.begin(), v.end(), [](int a, int b) { return a > b; })
         << distance(v.begin(), v.end()) << *next(v.begin()) << *prev(v.end()) << '\n';
}
