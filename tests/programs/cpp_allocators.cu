// Containers with allocators of the program, and templates over any allocator.
#include <cstdio>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

static long bytes;
static int calls;
template <typename T> struct counted {
    typedef T value_type;
    counted() = default;
    template <typename U> counted(const counted<U> &) {}
    T *allocate(size_t n)
    {
        bytes += n * sizeof(T);
        calls++;
        return static_cast<T *>(::operator new(n * sizeof(T)));
    }
    void deallocate(T *p, size_t n)
    {
        bytes -= n * sizeof(T);
        ::operator delete(p);
    }
};
template <typename T, typename U> bool operator==(const counted<T> &, const counted<U> &) { return true; }
template <typename T, typename U> bool operator!=(const counted<T> &, const counted<U> &) { return false; }

struct noisy {
    int n;
    noisy(int i) : n(i) { printf("+%d ", n); }
    noisy(const noisy &o) : n(o.n) { printf("c%d ", n); }
    noisy(noisy &&o) noexcept : n(o.n) { printf("m%d ", n); o.n = 0; }
    noisy &operator=(const noisy &o) { n = o.n; printf("=%d ", n); return *this; }
    noisy &operator=(noisy &&o) noexcept { n = o.n; printf("M%d ", n); return *this; }
    ~noisy() { printf("-%d ", n); }
};

template <typename T, typename A> size_t length(const std::vector<T, A> &v) { return v.size(); }
template <template <typename, typename> class C, typename T, typename A> T first(const C<T, A> &c) { return *c.begin(); }
template <template <typename...> class C, typename... T> int any(const C<T...> &c) { return (int) c.size(); }
template <typename T, typename A> std::ostream &operator<<(std::ostream &out, const std::vector<T, A> &v)
{
    for (const auto &x : v)
        out << x << ' ';
    return out;
}
template <typename K, typename V, typename C, typename A> int keys(const std::map<K, V, C, A> &m) { return (int) m.size(); }
template <typename T> using counted_vector = std::vector<T, counted<T>>;

int main()
{
    {
        counted_vector<int> v(10, 3);
        v.push_back(4);
        printf("%d %ld %d %zu\n", v[10], bytes, calls, v.capacity());
        counted_vector<int> w(v), x;
        w.insert(w.begin() + 1, 9);
        w.erase(w.begin() + 3, w.begin() + 8);
        x = std::move(v);
        x.resize(12);
        std::cout << w << length(w) << ' ' << first(w) << ' ' << any(x) << ' ' << x << (w == x) << (w < x) << '\n';
        w.shrink_to_fit();
        swap(w, x);
        std::cout << x.capacity() << ' ' << w.at(11) << ' ' << *w.rbegin() << ' ' << bytes << '\n';
        try {
            w.at(20);
        } catch (const std::out_of_range &e) {
            std::cout << e.what() << '\n';
        }
    }
    printf("%ld\n", bytes);
    {
        std::vector<noisy, counted<noisy>> v;
        for (int i = 1; i < 4; i++)
            v.emplace_back(i);
        v.pop_back();
        v.erase(v.begin());
        printf("| ");
        std::vector<std::string, counted<std::string>> s{"one", "two", "a string that is too long for its own buffer"};
        s.push_back("four");
        std::cout << s << '\n';
    }
    printf("\n%ld\n", bytes);
    std::vector<int> plain{1, 2, 3};
    std::list<double> l{1.5};
    std::map<int, int> m{{1, 2}};
    std::cout << plain << length(plain) << first(plain) << any(plain) << first(l) << any(l) << keys(m) << '\n';
    std::vector<int, std::allocator<int>> same(plain);
    std::cout << same << std::is_same<decltype(same), std::vector<int>>::value << '\n';
}
