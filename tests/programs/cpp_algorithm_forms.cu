/* The algorithms of <algorithm> with a predicate or an order, those that came late, and heaps of equal elements. */
#include <algorithm>
#include <functional>
#include <iostream>
#include <iterator>
#include <list>
#include <memory>
#include <queue>
#include <random>
#include <stack>
#include <string>
#include <vector>
using namespace std;

template <class C> void show(const char *name, const C &c)
{
    cout << name << ':';
    for (auto &x : c)
        cout << ' ' << x;
    cout << '\n';
}

struct task { int rank, id; };
static bool lower(const task &a, const task &b) { return a.rank < b.rank; }
static bool near(int a, int b) { return abs(a - b) <= 1; }

int main()
{
    vector<int> v{1, 2, 2, 4, 6}, w{2, 4, 4, 5}, down{9, 7, 5, 3}, odd{7, 3}, r;
    auto even = [](int x) { return x % 2 == 0; };
    cout << partition_point(down.begin(), down.end(), [](int x) { return x > 5; }) - down.begin();
    cout << search_n(w.begin(), w.end(), 2, 4) - w.begin() << search_n(v.begin(), v.end(), 2, 4, near) - v.begin();
    cout << adjacent_find(v.begin(), v.end(), [](int a, int b) { return b - a == 2; }) - v.begin();
    cout << find_first_of(v.begin(), v.end(), odd.begin(), odd.end(), near) - v.begin();
    cout << search(v.begin(), v.end(), w.begin() + 2, w.end(), near) - v.begin() << '\n';
    cout << equal(v.begin(), v.end(), w.begin(), w.end(), near) << mismatch(v.begin(), v.end(), w.begin(), w.end()).first - v.begin();
    cout << mismatch(w.begin(), w.end(), v.begin(), near).first - w.begin();
    cout << lexicographical_compare(v.begin(), v.end(), w.begin(), w.end(), greater<int>());
    cout << is_permutation(v.begin(), v.end(), w.begin(), w.end()) << is_permutation(w.begin(), w.end(), v.begin() + 1, near) << '\n';
    cout << includes(down.begin(), down.end(), odd.begin(), odd.end(), greater<int>()) << is_heap(v.begin(), v.end(), greater<int>());
    cout << is_heap_until(down.begin(), down.end()) - down.begin() << is_heap_until(v.begin(), v.end()) - v.begin() << '\n';
    set_union(down.begin(), down.end(), odd.begin(), odd.end(), back_inserter(r), greater<>()); show("union", r); r.clear();
    set_intersection(down.begin(), down.end(), odd.begin(), odd.end(), back_inserter(r), greater<>()); show("both", r); r.clear();
    set_difference(down.begin(), down.end(), odd.begin(), odd.end(), back_inserter(r), greater<>()); show("first", r); r.clear();
    set_symmetric_difference(down.begin(), down.end(), w.rbegin(), w.rend(), back_inserter(r), greater<>()); show("one", r); r.clear();
    vector<int> yes, no;
    partition_copy(v.begin(), v.end(), back_inserter(yes), back_inserter(no), even); show("yes", yes); show("no", no);
    replace_copy_if(v.begin(), v.end(), back_inserter(r), even, 0); show("replaced", r);
    unique_copy(v.begin(), v.end(), ostream_iterator<int>(cout, " "), near); cout << '\n';
    r.assign(3, 0); partial_sort_copy(w.begin(), w.end(), r.begin(), r.end(), greater<>()); show("greatest", r);
    vector<int> moved{1, 2, 3, 4, 5};
    cout << shift_left(moved.begin(), moved.end(), 2) - moved.begin() << moved[0] << moved[2];
    moved = {1, 2, 3, 4, 5};
    cout << shift_right(moved.begin(), moved.end(), 2) - moved.begin() << moved[2] << moved[4] << '\n';
    do show("next", odd); while (next_permutation(odd.begin(), odd.end(), greater<>()));
    cout << prev_permutation(odd.begin(), odd.end(), greater<>()) << odd[0] << minmax({3, 9, 4}, greater<>()).first << '\n';
    list<int> l{1, 2, 3, 4, 5, 6};
    cout << *rotate(l.begin(), next(l.begin(), 2), l.end()) << *stable_partition(l.begin(), l.end(), even); show(" list", l);
    mt19937 g(5); r.clear(); sample(down.begin(), down.end(), back_inserter(r), 9, g); show("sample", r);

    vector<int> h{3, 1, 4, 1, 5, 9, 2, 6};
    make_heap(h.begin(), h.end()); show("heap", h);
    pop_heap(h.begin(), h.end()); show("popped", h);
    vector<task> tasks{{2, 0}, {1, 1}, {2, 2}, {1, 3}, {2, 4}, {3, 5}, {1, 6}};
    priority_queue<task, vector<task>, decltype(&lower)> q(&lower, tasks);
    for (q.push({3, 7}); !q.empty(); q.pop()) cout << q.top().rank << q.top().id << ' ';
    cout << '\n';
    priority_queue<int, vector<int>, greater<int>> least(greater<int>(), h), other(h.begin(), h.end());
    cout << least.top() << (least.size() == other.size()) << '\n';
    queue<unique_ptr<string>> texts; texts.push(make_unique<string>("a")); texts.emplace(new string("b"));
    stack<int, vector<int>> deep(vector<int>{1, 2, 3}), twin(deep); cout << *texts.front() << *texts.back() << deep.top() << (deep == twin) << deep.emplace(4) << (deep == twin);
    swap(deep, twin); cout << deep.size() << '\n';
}
