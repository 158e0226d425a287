// Containers other than vectors with allocators of the program, with and without a state.
#include <cstdio>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

static int live, calls;
template <typename T> struct counted {
    typedef T value_type;
    counted() = default;
    template <typename U> counted(const counted<U> &) {}
    T *allocate(size_t n)
    {
        live += n;
        calls++;
        return static_cast<T *>(::operator new(n * sizeof(T)));
    }
    void deallocate(T *p, size_t n)
    {
        live -= n;
        ::operator delete(p);
    }
};
template <typename T, typename U> bool operator==(const counted<T> &, const counted<U> &) { return true; }
template <typename T, typename U> bool operator!=(const counted<T> &, const counted<U> &) { return false; }

struct pool {
    alignas(16) char bytes[4096];
    size_t used = 0;
    int out = 0;
};
// An older one, with rebind; it has no default constructor.
template <class T> class pooled {
public:
    typedef T value_type;
    typedef T *pointer;
    typedef const T *const_pointer;
    typedef T &reference;
    typedef const T &const_reference;
    typedef size_t size_type;
    typedef ptrdiff_t difference_type;
    template <class U> struct rebind {
        typedef pooled<U> other;
    };
    pool *from;
    explicit pooled(pool *p) : from(p) {}
    template <class U> pooled(const pooled<U> &o) : from(o.from) {}
    T *allocate(size_t n, const void * = 0)
    {
        T *p = reinterpret_cast<T *>(from->bytes + from->used);
        from->used += (n * sizeof(T) + 15) / 16 * 16;
        from->out++;
        return p;
    }
    void deallocate(T *, size_t) { from->out--; }
    bool operator==(const pooled &o) const { return from == o.from; }
    bool operator!=(const pooled &o) const { return from != o.from; }
};

template <typename C> void show(const char *name, const C &c)
{
    printf("%s:", name);
    for (const auto &x : c)
        printf(" %d", x);
    printf(" | %d live, %d calls\n", live, calls);
    calls = 0;
}
template <typename C> void show_map(const char *name, const C &c)
{
    printf("%s:", name);
    for (const auto &x : c)
        printf(" %d=%s", x.first, x.second.c_str());
    printf(" | %d live, %d calls\n", live, calls);
    calls = 0;
}
template <typename T, typename A> size_t length(const std::list<T, A> &l) { return l.size(); }
template <typename K, typename V, typename C, typename A> V &get(std::map<K, V, C, A> &m, const K &k) { return m[k]; }
template <typename T> int plain(const std::set<T> &) { return 1; }
template <typename T> int plain(const T &) { return 2; }

typedef std::list<int, counted<int>> list;
typedef std::map<int, std::string, std::less<int>, counted<std::pair<const int, std::string>>> map;
typedef std::set<int, std::greater<int>, counted<int>> set;

static void count()
{
    list l{3, 1, 2};
    show("list", l);
    list copy(l), moved(std::move(l));
    copy.sort();
    copy.push_front(0);
    moved.emplace_back(7);
    moved.pop_front();
    moved.splice(moved.end(), copy);
    show("spliced", moved);
    std::swap(copy, moved);
    copy.remove(1);
    show("removed", copy);
    printf("%zu %d\n", length(copy), copy == moved);

    map m{{1, "one"}, {2, "two"}};
    get(m, 3) = "three";
    m.insert({4, "four"});
    m.emplace(1, "again");
    show_map("map", m);
    auto node = m.extract(2);
    node.key() = 20;
    m.insert(std::move(node));
    auto gone = m.extract(1);
    m.erase(4);
    map other(m);
    other = std::move(m);
    show_map("map", other);

    set s{5, 1, 4};
    s.insert(4);
    s.erase(1);
    show("set", s);
    std::multiset<int, std::less<int>, counted<int>> many{2, 2, 1};
    show("multiset", many);
    std::multimap<int, std::string, std::less<int>, counted<std::pair<const int, std::string>>> pairs{{1, "a"}, {1, "b"}};
    show_map("multimap", pairs);
}

static void hash()
{
    std::unordered_map<int, int, std::hash<int>, std::equal_to<int>, counted<std::pair<const int, int>>> m;
    for (int i = 0; i < 5; i++)
        m[i] = i * i;
    m.erase(3);
    std::unordered_set<std::string, std::hash<std::string>, std::equal_to<std::string>, counted<std::string>> s{"a", "b"};
    printf("%zu %d %zu %d\n", m.size(), m.at(4), s.count("a"), live >= 6);
}

template <typename C, typename T, typename A> size_t letters(const std::basic_string<C, T, A> &s) { return s.length(); }
static void others()
{
    std::deque<int, counted<int>> d{1, 2, 3};
    d.push_front(0);
    d.pop_back();
    std::deque<int, counted<int>> e(d), f(std::move(d));
    e.swap(f);
    for (int x : e)
        printf("%d ", x);
    printf("%zu %d %d\n", f.size(), e == f, live > 0);
    std::basic_string<char, std::char_traits<char>, counted<char>> s("text");
    std::basic_string<char> t = "more text";
    s += " and a longer one than its own buffer";
    printf("%s %zu %zu %zu\n", s.c_str(), letters(t), std::char_traits<char>::length("four"), s.find("and"));
}

int main()
{
    count();
    others();
    printf("%d live\n", live);
    hash();
    printf("%d live\n", live);

    pool first, second;
    {
        std::list<int, pooled<int>> l{pooled<int>(&first)}, k{pooled<int>(&second)};
        for (int i = 0; i < 4; i++)
            l.push_back(3 - i);
        l.sort();
        k.push_back(9);
        printf("%d %d %d %d\n", l.front(), first.out, second.out, l.get_allocator() == k.get_allocator());
        std::map<int, float, std::less<int>, pooled<std::pair<const int, float>>> m(std::less<int>{}, pooled<std::pair<const int, float>>(&second));
        m[1] = 2;
        m[2] = 3;
        printf("%g %d\n", m[2], second.out);
    }
    printf("%d %d\n", first.out, second.out);
    std::list<int> usual{1, 2};
    std::list<int, std::allocator<int>> same(usual);
    std::set<int> a{1};
    std::set<int, std::greater<int>> b{1};
    printf("%d %d %d\n", std::is_same<decltype(same), std::list<int>>::value, plain(a), plain(b));
}
