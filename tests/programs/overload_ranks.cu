// Which overload C++ chooses: the implicit conversion sequences of C++17 16.3.3 [over.best.ics], as g++ ranks them.
#include <cstdio>
#include <initializer_list>

struct A { int a; };
struct B : A { int b; };
struct C : B { int c; };
enum Narrow : char { n0 };
enum class Scoped { s0 };
struct ToInt { operator int() const { return 1; } };
struct FromInt { FromInt(int) {} };
struct Pair { int x, y; };
struct Bits { unsigned u : 3; int i : 5; };

#define SHOW(call) std::printf("%-24s %s\n", #call, call)

// Qualifiers behind a pointer, at every depth.
const char *pointee(int *) { return "int *"; }
const char *pointee(const int *) { return "const int *"; }
const char *pointee(volatile int *) { return "volatile int *"; }
const char *deep(int *const *) { return "int *const *"; }
const char *deep(const int *const *) { return "const int *const *"; }
const char *rows(const int (*)[2]) { return "const int (*)[2]"; }
const char *rows(const int (*)[3]) { return "const int (*)[3]"; }
const char *text(char *) { return "char *"; }
const char *text(const char *) { return "const char *"; }

// Of a class and its bases the nearest, before void * and bool.
const char *near(A *) { return "A *"; }
const char *near(B *) { return "B *"; }
const char *near(void *) { return "void *"; }
const char *object(const A &) { return "const A &"; }
const char *object(const B &) { return "const B &"; }
const char *truth(bool) { return "bool"; }
const char *truth(const void *) { return "const void *"; }
const char *called(bool) { return "bool"; }
const char *called(void *) { return "void *"; }

// References: values rather to T &&, objects to the type with fewer qualifiers.
const char *bound(int &) { return "int &"; }
const char *bound(const int &) { return "const int &"; }
const char *bound(volatile int &) { return "volatile int &"; }
const char *value(const int &) { return "const int &"; }
const char *value(int &&) { return "int &&"; }
const char *wide(const int &) { return "const int &"; }
const char *wide(const double &) { return "const double &"; }

// One conversion function for both: what follows it decides. A constructor and a conversion function never compare.
const char *number(int) { return "int"; }
const char *number(long) { return "long"; }
const char *number(double) { return "double"; }
const char *made(FromInt &&) { return "FromInt &&"; }
const char *made(const FromInt &) { return "const FromInt &"; }

// An enumeration is promoted to its own type before int.
const char *small(char) { return "char"; }
const char *small(int) { return "int"; }

// Null pointer constants: nullptr is no bool, false no pointer.
const char *none(bool) { return "bool"; }
const char *none(int *) { return "int *"; }

// Values in braces.
const char *listed(double) { return "double"; }
const char *listed(Pair) { return "Pair"; }
const char *several(std::initializer_list<int>) { return "initializer_list"; }
const char *several(int) { return "int"; }

// Of two templates the more specialised: C++17 17.5.6.2 [temp.func.order].
template <typename T> const char *pattern(const T &) { return "const T &"; }
template <typename T> const char *pattern(T *) { return "T *"; }
template <typename T> const char *pattern(const T *) { return "const T *"; }
template <typename T> struct Box { T value; };
template <typename T> struct Crate { T value; };
template <typename T> const char *held(T) { return "T"; }
template <typename T> const char *held(Box<T>) { return "Box<T>"; }
template <typename T> const char *held(Box<T *>) { return "Box<T *>"; }
template <template <typename> class C, typename T> const char *any(C<T>) { return "C<T>"; }
template <typename T> const char *any(Box<T>) { return "Box<T>"; }
template <typename T, typename U> const char *same(T, U) { return "T, U"; }
template <typename T> const char *same(T, T) { return "T, T"; }
template <typename T> const char *lvalue(T &) { return "T &"; }
template <typename T> const char *lvalue(T &&) { return "T &&"; }
template <typename T> const char *many(T) { return "T"; }
template <typename T, typename... R> const char *many(T, R...) { return "T, R..."; }
template <typename T, int N> const char *array(T (&)[N]) { return "T (&)[N]"; }
template <typename T> const char *array(T (&)[3]) { return "T (&)[3]"; }
template <typename T> const char *shape(T) { return "T"; }
template <typename R, typename P> const char *shape(R (*)(P)) { return "R (*)(P)"; }
template <typename P> const char *shape(int (*)(P)) { return "int (*)(P)"; }

A sliced(B b) { A a = b; a.a += 1; return a; }

int function(int x) { return x; }
double rounded(double x) { return (int) x; }

int main()
{
    int i = 0, table[2][3] = {}, *p = &i, **pp = &p;
    const int ci = 0;
    volatile int vi = 0;
    SHOW(pointee(&i));
    SHOW(pointee(&ci));
    SHOW(pointee(&vi));
    SHOW(deep(pp));
    const int *const *both = pp;
    SHOW(deep(both));
    SHOW(rows(table));
    SHOW(text("abc"));
    B b{};
    C c{};
    SHOW(near(&c));
    SHOW(near(pp));
    SHOW(object(c));
    SHOW(truth(pp));
    SHOW(called(function));
    SHOW(bound(i));
    SHOW(bound(ci));
    SHOW(bound(vi));
    SHOW(bound(2));
    SHOW(value(i));
    SHOW(value(i + 1));
    SHOW(wide(1.5));
    SHOW(number(ToInt()));
    SHOW(number(true));
    SHOW(number(1l));
    SHOW(made(3));
    SHOW(small(n0));
    SHOW(none(nullptr));
    SHOW(none(false));
    SHOW(listed({1}));
    SHOW(several({1}));
    SHOW(pattern(i));
    SHOW(pattern(&i));
    SHOW(pattern(&ci));
    SHOW(held(i));
    SHOW(held(Box<int>{1}));
    SHOW(held(Box<int *>{&i}));
    SHOW(any(Box<int>{1}));
    SHOW(any(Crate<int>{1}));
    SHOW(same(1, 2));
    SHOW(same(1, 2.5));
    SHOW(lvalue(i));
    SHOW(lvalue(1));
    SHOW(many(1));
    SHOW(many(1, 2));
    SHOW(array(table));
    SHOW(array(table[0]));
    SHOW(shape(i));
    SHOW(shape(function));
    SHOW(shape(rounded));
    b.a = 4;
    std::printf("sliced %d\n", sliced(b).a);
    Bits bits{5, -2};
    const int &copied = bits.i;
    bits.i = 1;
    std::printf("a bit-field's copy %d\n", copied);
    decltype(nullptr) nothing = 0;
    std::printf("%d\n", nothing == nullptr);
    return 0;
}
