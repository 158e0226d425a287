/* Arguments of scoped_lock and tuple that their constructors give. */
#include <iostream>
#include <mutex>
#include <string>
#include <tuple>
using namespace std;

template <class T> struct queue_of {
    mutex m;
    T take(T x) { scoped_lock l(m); return x; }
};

int main()
{
    mutex m;
    recursive_mutex n;
    queue_of<int> q;
    {
        scoped_lock l(m, n);
        cout << q.take(4);
    }
    {
        std::scoped_lock l(m);
        cout << q.take(5);
    }
    cout << m.try_lock() << '\n';
    m.unlock();
    auto t = tuple(2, string("b"), 'c');
    const int k = 3;
    tuple u(k, 1.5);
    tuple w{pair(1, 'x')};
    get<0>(u) = 7;
    cout << (tuple(2, "b"s) > tuple(2, "a"s)) << get<1>(t) << get<2>(t) << get<0>(u) << get<1>(w) << tuple_size_v<decltype(w)> << '\n';
}
