#include <type_traits>
// names: strong_ordering weak_ordering partial_ordering is_eq is_neq is_lt is_lteq is_gt is_gteq common_comparison_category common_comparison_category_t lexicographical_compare_three_way compare_three_way compare_three_way_result compare_three_way_result_t strong_order weak_order partial_order
// SPDX-License-Identifier: Apache-2.0
// Results of <=> (C++20 17.11.2), whose values are enumerators, and what compares where the checker finds no operator function (check/check_compare.c).
namespace std {
class partial_ordering {
    signed char v_;
public:
    constexpr partial_ordering(int v) : v_((signed char) v) {}
    enum { less = -1, equivalent = 0, greater = 1, unordered = 2 };
    constexpr int __value() const { return v_; }
    friend constexpr bool operator==(partial_ordering a, partial_ordering b) { return a.v_ == b.v_; }
    friend constexpr bool operator!=(partial_ordering a, partial_ordering b) { return a.v_ != b.v_; }
    friend constexpr bool operator==(partial_ordering a, int n) { return a.v_ == n; }
    friend constexpr bool operator!=(partial_ordering a, int n) { return a.v_ != n; }
    friend constexpr bool operator<(partial_ordering a, int) { return a.v_ == -1; }
    friend constexpr bool operator>(partial_ordering a, int) { return a.v_ == 1; }
    friend constexpr bool operator<=(partial_ordering a, int) { return a.v_ == -1 || a.v_ == 0; }
    friend constexpr bool operator>=(partial_ordering a, int) { return a.v_ == 1 || a.v_ == 0; }
    friend constexpr bool operator==(int n, partial_ordering a) { return a.v_ == n; }
    friend constexpr bool operator!=(int n, partial_ordering a) { return a.v_ != n; }
    friend constexpr bool operator<(int, partial_ordering a) { return a.v_ == 1; }
    friend constexpr bool operator>(int, partial_ordering a) { return a.v_ == -1; }
    friend constexpr bool operator<=(int, partial_ordering a) { return a.v_ == 1 || a.v_ == 0; }
    friend constexpr bool operator>=(int, partial_ordering a) { return a.v_ == -1 || a.v_ == 0; }
};
class weak_ordering {
    signed char v_;
public:
    constexpr weak_ordering(int v) : v_((signed char) v) {}
    enum { less = -1, equivalent = 0, greater = 1 };
    constexpr int __value() const { return v_; }
    constexpr operator partial_ordering() const { return partial_ordering(v_); }
    friend constexpr bool operator==(weak_ordering a, weak_ordering b) { return a.v_ == b.v_; }
    friend constexpr bool operator!=(weak_ordering a, weak_ordering b) { return a.v_ != b.v_; }
    friend constexpr bool operator==(weak_ordering a, int n) { return a.v_ == n; }
    friend constexpr bool operator!=(weak_ordering a, int n) { return a.v_ != n; }
    friend constexpr bool operator<(weak_ordering a, int) { return a.v_ < 0; }
    friend constexpr bool operator>(weak_ordering a, int) { return a.v_ > 0; }
    friend constexpr bool operator<=(weak_ordering a, int) { return a.v_ <= 0; }
    friend constexpr bool operator>=(weak_ordering a, int) { return a.v_ >= 0; }
    friend constexpr bool operator==(int n, weak_ordering a) { return a.v_ == n; }
    friend constexpr bool operator!=(int n, weak_ordering a) { return a.v_ != n; }
    friend constexpr bool operator<(int, weak_ordering a) { return a.v_ > 0; }
    friend constexpr bool operator>(int, weak_ordering a) { return a.v_ < 0; }
    friend constexpr bool operator<=(int, weak_ordering a) { return a.v_ >= 0; }
    friend constexpr bool operator>=(int, weak_ordering a) { return a.v_ <= 0; }
};
class strong_ordering {
    signed char v_;
public:
    constexpr strong_ordering(int v) : v_((signed char) v) {}
    enum { less = -1, equal = 0, equivalent = 0, greater = 1 };
    constexpr int __value() const { return v_; }
    constexpr operator partial_ordering() const { return partial_ordering(v_); }
    constexpr operator weak_ordering() const { return weak_ordering(v_); }
    friend constexpr bool operator==(strong_ordering a, strong_ordering b) { return a.v_ == b.v_; }
    friend constexpr bool operator!=(strong_ordering a, strong_ordering b) { return a.v_ != b.v_; }
    friend constexpr bool operator==(strong_ordering a, int n) { return a.v_ == n; }
    friend constexpr bool operator!=(strong_ordering a, int n) { return a.v_ != n; }
    friend constexpr bool operator<(strong_ordering a, int) { return a.v_ < 0; }
    friend constexpr bool operator>(strong_ordering a, int) { return a.v_ > 0; }
    friend constexpr bool operator<=(strong_ordering a, int) { return a.v_ <= 0; }
    friend constexpr bool operator>=(strong_ordering a, int) { return a.v_ >= 0; }
    friend constexpr bool operator==(int n, strong_ordering a) { return a.v_ == n; }
    friend constexpr bool operator!=(int n, strong_ordering a) { return a.v_ != n; }
    friend constexpr bool operator<(int, strong_ordering a) { return a.v_ > 0; }
    friend constexpr bool operator>(int, strong_ordering a) { return a.v_ < 0; }
    friend constexpr bool operator<=(int, strong_ordering a) { return a.v_ >= 0; }
    friend constexpr bool operator>=(int, strong_ordering a) { return a.v_ <= 0; }
};
constexpr bool is_eq(partial_ordering o) { return o == 0; }
constexpr bool is_neq(partial_ordering o) { return o != 0; }
constexpr bool is_lt(partial_ordering o) { return o < 0; }
constexpr bool is_lteq(partial_ordering o) { return o <= 0; }
constexpr bool is_gt(partial_ordering o) { return o > 0; }
constexpr bool is_gteq(partial_ordering o) { return o >= 0; }
constexpr strong_ordering __opposite(strong_ordering o) { return strong_ordering(-o.__value()); }
constexpr weak_ordering __opposite(weak_ordering o) { return weak_ordering(-o.__value()); }
constexpr partial_ordering __opposite(partial_ordering o) { return partial_ordering(o.__value() == 2 ? 2 : -o.__value()); }
template <typename A, typename B> constexpr auto __three_way(const A &a, const B &b) {
    if constexpr (is_floating_point<A>::value || is_floating_point<B>::value)
        return a < b ? partial_ordering(-1) : a > b ? partial_ordering(1) : a == b ? partial_ordering(0) : partial_ordering(2);
    else
        return a < b ? strong_ordering(-1) : b < a ? strong_ordering(1) : strong_ordering(0);
}
template <typename... T> struct common_comparison_category;
template <> struct common_comparison_category<> { typedef strong_ordering type; };
template <typename A> struct common_comparison_category<A> { typedef A type; };
template <typename A, typename B, typename... R> struct common_comparison_category<A, B, R...> {
    typedef typename conditional<is_same<A, partial_ordering>::value || is_same<B, partial_ordering>::value, partial_ordering, typename conditional<is_same<A, weak_ordering>::value || is_same<B, weak_ordering>::value, weak_ordering, strong_ordering>::type>::type both;
    typedef typename common_comparison_category<both, R...>::type type;
};
template <typename... T> using common_comparison_category_t = typename common_comparison_category<T...>::type;
constexpr strong_ordering __lexical() { return strong_ordering(0); }
template <typename A> constexpr A __lexical(A a) { return a; }
template <typename A, typename B, typename... R> constexpr common_comparison_category_t<A, B, R...> __lexical(A a, B b, R... r) {
    if (a != 0) return a;
    return __lexical(b, r...);
}
struct compare_three_way { template <typename A, typename B> constexpr auto operator()(const A &a, const B &b) const { return a <=> b; } };
template <typename I, typename J, typename C> constexpr auto lexicographical_compare_three_way(I a, I a_end, J b, J b_end, C compare) {
    typedef decltype(compare(*a, *b)) order;
    for (; a != a_end && b != b_end; ++a, ++b) { order o = compare(*a, *b); if (o != 0) return o; }
    return a != a_end ? order(strong_ordering::greater) : b != b_end ? order(strong_ordering::less) : order(strong_ordering::equal);
}
template <typename I, typename J> constexpr auto lexicographical_compare_three_way(I a, I a_end, J b, J b_end) { return lexicographical_compare_three_way(a, a_end, b, b_end, compare_three_way()); }
template <typename A, typename B = A> struct compare_three_way_result { typedef decltype(declval<A>() <=> declval<B>()) type; };
template <typename A, typename B = A> using compare_three_way_result_t = typename compare_three_way_result<A, B>::type;
template <typename A> constexpr strong_ordering strong_order(const A &a, const A &b) { return strong_ordering(a < b ? -1 : b < a); }
template <typename A> constexpr weak_ordering weak_order(const A &a, const A &b) { return weak_ordering(a < b ? -1 : b < a); }
template <typename A> constexpr partial_ordering partial_order(const A &a, const A &b) { return a <=> b; }
}
