// Calls of member templates of a class that is a parameter: U::template f<3>(x).
#include <cstdio>
struct T { template <int M, typename X> static int &at(X &x) { return x.v; } template <int M, typename X> static const int &at(const X &x) { return x.v; } typedef void w; int v = 4; };
template <unsigned long I, typename U, typename = typename U::w> decltype(auto) get(const U &t) { return U::template at<(int) I>(t); }
int main() { const T t; printf("%d\n", get<0>(t)); }
template <typename U> int sum(const U &t) { return U::template at<0>(t) + U::template at<1, U>(t); }
struct run { run() { printf("%d\n", sum(T())); } } r;
