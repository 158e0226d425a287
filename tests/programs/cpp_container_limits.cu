/* What containers say of a place that they do not have, and of a size that none can have. */
#include <array>
#include <bitset>
#include <deque>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>
using namespace std;

template <class F> void attempt(F f)
{
    try {
        f();
        cout << "done\n";
    } catch (const out_of_range &e) {
        cout << "out of range: " << e.what() << '\n';
    } catch (const length_error &e) {
        cout << "length: " << e.what() << '\n';
    }
}

int main()
{
    array<int, 4> a{}; deque<int> d(3); bitset<8> b; vector<int> v(2); string s = "abc";
    attempt([&] { a.at(4); });
    attempt([&] { d.at(10); });
    attempt([&] { b.test(9); });
    attempt([&] { b.set(8); });
    attempt([&] { b.flip(70); });
    attempt([&] { v.at(2); });
    attempt([&] { s.at(3); });
    attempt([&] { vector<int> w(-1); });
    attempt([&] { vector<double> w(size_t(1) << 61, 1.5); });
    attempt([&] { v.reserve(v.max_size() + 1); });
    attempt([&] { v.resize(size_t(1) << 62); });
    attempt([&] { v.resize(size_t(1) << 62, 7); });
    attempt([&] { s.resize(string::npos); });
    attempt([&] { s.reserve(string::npos); });
    attempt([&] { s.append(s.max_size(), 'x'); });
    attempt([&] { string t(s.max_size() + 1, 'x'); });
    attempt([&] { v.resize(4, 7); s.resize(5, '.'); });
    cout << v.size() << v[3] << s << s.max_size() << '\n';
}
