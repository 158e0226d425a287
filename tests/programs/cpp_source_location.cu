#include <source_location>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>
#include <map>
#include <optional>
// Where a call is: std::source_location, __builtin_LINE(), __PRETTY_FUNCTION__. A logger, an assertion, an exception that knows its place.
enum class level { info, warn };
void log(level l, std::string_view message, std::source_location where = std::source_location::current())
{
    std::cout << (l == level::info ? "info" : "warn") << " [" << where.line() << "] " << where.function_name() << ": " << message << '\n';
}
class located_error : public std::runtime_error {
    std::source_location where_;
public:
    located_error(const std::string &what, std::source_location where = std::source_location::current()) : std::runtime_error(what), where_(where) {}
    const std::source_location &where() const { return where_; }
};
void check(bool ok, const char *text, const std::source_location &w = std::source_location::current())
{
    if (!ok)
        throw located_error(std::string("check failed: ") + text, w);
}
template <class T> struct stack {
    std::vector<T> items;
    void push(T t) { log(level::info, "push"); items.push_back(t); }
    T pop() { check(!items.empty(), "not empty"); T t = items.back(); items.pop_back(); return t; }
    auto size() const -> std::size_t { std::cout << __PRETTY_FUNCTION__ << '\n'; return items.size(); }
};
struct format { std::string_view text; std::source_location where;
    template <class S> format(const S &s, std::source_location w = std::source_location::current()) : text(s), where(w) {} };
template <class... A> void print(format f, A &&...a) { std::cout << f.where.line() << ": " << f.text; ((std::cout << ' ' << a), ...); std::cout << '\n'; }
template <typename T> void type_of() { std::cout << __PRETTY_FUNCTION__ << '\n'; }
template <typename T> void by_value(T) { std::cout << __PRETTY_FUNCTION__ << '\n'; }
template <typename T> void by_ref(const T &) { std::cout << __PRETTY_FUNCTION__ << '\n'; }
template <typename T> void forwarded(T &&) { std::cout << __PRETTY_FUNCTION__ << '\n'; }
struct plain { int x; plain(int x) : x(x) {} int get(unsigned long, const char *const *, int (*)(int)) const { std::cout << __PRETTY_FUNCTION__ << '\n'; return x; } static void of(const plain &) { std::cout << __PRETTY_FUNCTION__ << '\n'; }
    operator long() const { std::cout << __PRETTY_FUNCTION__ << '\n'; return x; } plain &operator+=(int) { std::cout << __PRETTY_FUNCTION__ << ' ' << __func__ << '\n'; return *this; } ~plain() { std::cout << __PRETTY_FUNCTION__ << '\n'; } };
template <class... T> void pack(T... t) { std::cout << __PRETTY_FUNCTION__ << sizeof...(t) << '\n'; }
struct with_default { int x; std::source_location where = std::source_location::current(); };
namespace outer { namespace inner { void named(std::source_location w = std::source_location::current()) { std::cout << __PRETTY_FUNCTION__ << w.function_name() << w.column() << '\n'; } } }
struct base { virtual ~base() = default; virtual void run(std::source_location l = std::source_location::current()) { std::cout << "base " << l.line() << '\n'; } };
struct derived : base { void run(std::source_location l = std::source_location::current()) override { std::cout << "derived " << l.line() << '\n'; } };
int line(int l = __builtin_LINE()) { return l; }
const char *caller(const char *f = __builtin_FUNCTION()) { return f; }
std::source_location global = std::source_location::current();
int main()
{
    log(level::warn, "starting");
    stack<double> s;
    s.push(2);
    s.pop();
    try {
        s.pop();
    } catch (const located_error &e) {
        std::cout << e.what() << " at line " << e.where().line() << " in " << e.where().function_name() << '\n';
    }
    try {
        throw located_error("direct");
    } catch (const located_error &e) {
        std::cout << e.what() << ' ' << e.where().line() << '\n';
    }
    print("values", 1, 'x', 2.5);
    print(std::string("text"));
    type_of<int>(); type_of<const char *>(); type_of<unsigned long>(); type_of<std::vector<int>>(); type_of<int(int, char)>(); type_of<int &>(); type_of<const unsigned char &&>(); type_of<std::string>();
    type_of<std::vector<std::vector<std::string>>>(); type_of<level>(); type_of<stack<int *>>(); type_of<int[3]>(); type_of<void (*)(long)>(); type_of<std::optional<short>>();
    int i = 3; const int ci = 4;
    by_value(i); by_value(ci); by_value("text"); by_ref(i); forwarded(i); forwarded(ci); forwarded(5); forwarded(std::string());
    std::map<int, double> m; double a[4] = {1, 2, 3, 4};
    derived d; base &b = d; b.run(); d.run();
    std::cout << line() << ' ' << caller() << ' ' << global.line() << '\n';
    plain p(1); p.get(1, nullptr, nullptr); plain::of(p); p += (int) (long) p;
    pack(); pack(1, 'c', 2.0); outer::inner::named();
    with_default w{1}; std::cout << w.where.line() << ' ' << w.where.column() << '\n';
    struct local { void method(int) { log(level::info, "local"); } }; local().method(1);
    auto nest = [](double) { auto in = [] { std::cout << __PRETTY_FUNCTION__ << ' ' << __func__ << '\n'; }; in(); }; nest(1);
    std::vector<int> v{3, 1, 2};
    auto each = [](int x, std::source_location w = std::source_location::current()) { std::cout << x << '@' << w.line() << ' ' << w.function_name() << '\n'; };
    for (int x : v)
        each(x);
    auto where = std::source_location::current();
    auto copy = where;
    std::cout << (copy.line() == where.line()) << ' ' << (std::string(where.file_name()) == __FILE__) << '\n';
    constexpr auto here = std::source_location::current();
    static_assert(here.line() > 10);
    std::cout << here.line() << '\n';
}
