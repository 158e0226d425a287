#include <algorithm>
#include <numeric>
#include <type_traits>
// names: execution is_execution_policy is_execution_policy_v
// SPDX-License-Identifier: Apache-2.0
// Execution policies (C++17 23.19): each algorithm runs on one thread, in order, which all of them allow.
namespace std {
namespace execution {
class sequenced_policy {};
class parallel_policy {};
class parallel_unsequenced_policy {};
class unsequenced_policy {};
inline constexpr sequenced_policy seq = sequenced_policy();
inline constexpr parallel_policy par = parallel_policy();
inline constexpr parallel_unsequenced_policy par_unseq = parallel_unsequenced_policy();
inline constexpr unsequenced_policy unseq = unsequenced_policy();
}
template <typename T> struct is_execution_policy : false_type {};
template <> struct is_execution_policy<execution::sequenced_policy> : true_type {};
template <> struct is_execution_policy<execution::parallel_policy> : true_type {};
template <> struct is_execution_policy<execution::parallel_unsequenced_policy> : true_type {};
template <> struct is_execution_policy<execution::unsequenced_policy> : true_type {};
template <typename T> inline constexpr bool is_execution_policy_v = is_execution_policy<T>::value;
template <typename P> using __policy = typename enable_if<is_execution_policy<typename decay<P>::type>::value>::type;
template <typename P, typename... A, typename = __policy<P>> decltype(auto) for_each(P &&, A &&...a) { return std::for_each(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) for_each_n(P &&, A &&...a) { return std::for_each_n(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) transform(P &&, A &&...a) { return std::transform(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) generate(P &&, A &&...a) { return std::generate(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) generate_n(P &&, A &&...a) { return std::generate_n(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) fill(P &&, A &&...a) { return std::fill(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) fill_n(P &&, A &&...a) { return std::fill_n(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) copy(P &&, A &&...a) { return std::copy(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) copy_n(P &&, A &&...a) { return std::copy_n(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) copy_if(P &&, A &&...a) { return std::copy_if(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) move(P &&, A &&...a) { return std::move(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) swap_ranges(P &&, A &&...a) { return std::swap_ranges(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) reverse(P &&, A &&...a) { return std::reverse(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) reverse_copy(P &&, A &&...a) { return std::reverse_copy(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) rotate(P &&, A &&...a) { return std::rotate(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) rotate_copy(P &&, A &&...a) { return std::rotate_copy(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) replace(P &&, A &&...a) { return std::replace(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) replace_if(P &&, A &&...a) { return std::replace_if(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) replace_copy(P &&, A &&...a) { return std::replace_copy(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) remove(P &&, A &&...a) { return std::remove(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) remove_if(P &&, A &&...a) { return std::remove_if(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) remove_copy(P &&, A &&...a) { return std::remove_copy(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) remove_copy_if(P &&, A &&...a) { return std::remove_copy_if(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) unique(P &&, A &&...a) { return std::unique(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) unique_copy(P &&, A &&...a) { return std::unique_copy(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) partition(P &&, A &&...a) { return std::partition(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) stable_partition(P &&, A &&...a) { return std::stable_partition(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) is_partitioned(P &&, A &&...a) { return std::is_partitioned(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) sort(P &&, A &&...a) { return std::sort(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) stable_sort(P &&, A &&...a) { return std::stable_sort(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) partial_sort(P &&, A &&...a) { return std::partial_sort(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) nth_element(P &&, A &&...a) { return std::nth_element(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) is_sorted(P &&, A &&...a) { return std::is_sorted(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) is_sorted_until(P &&, A &&...a) { return std::is_sorted_until(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) merge(P &&, A &&...a) { return std::merge(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) inplace_merge(P &&, A &&...a) { return std::inplace_merge(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) includes(P &&, A &&...a) { return std::includes(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) set_union(P &&, A &&...a) { return std::set_union(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) set_intersection(P &&, A &&...a) { return std::set_intersection(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) set_difference(P &&, A &&...a) { return std::set_difference(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) set_symmetric_difference(P &&, A &&...a) { return std::set_symmetric_difference(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) is_heap(P &&, A &&...a) { return std::is_heap(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) min_element(P &&, A &&...a) { return std::min_element(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) max_element(P &&, A &&...a) { return std::max_element(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) minmax_element(P &&, A &&...a) { return std::minmax_element(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) lexicographical_compare(P &&, A &&...a) { return std::lexicographical_compare(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) equal(P &&, A &&...a) { return std::equal(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) mismatch(P &&, A &&...a) { return std::mismatch(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) count(P &&, A &&...a) { return std::count(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) count_if(P &&, A &&...a) { return std::count_if(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) find(P &&, A &&...a) { return std::find(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) find_if(P &&, A &&...a) { return std::find_if(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) find_if_not(P &&, A &&...a) { return std::find_if_not(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) find_first_of(P &&, A &&...a) { return std::find_first_of(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) adjacent_find(P &&, A &&...a) { return std::adjacent_find(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) find_end(P &&, A &&...a) { return std::find_end(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) search(P &&, A &&...a) { return std::search(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) all_of(P &&, A &&...a) { return std::all_of(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) any_of(P &&, A &&...a) { return std::any_of(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) none_of(P &&, A &&...a) { return std::none_of(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) adjacent_difference(P &&, A &&...a) { return std::adjacent_difference(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) reduce(P &&, A &&...a) { return std::reduce(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) transform_reduce(P &&, A &&...a) { return std::transform_reduce(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) inclusive_scan(P &&, A &&...a) { return std::inclusive_scan(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) exclusive_scan(P &&, A &&...a) { return std::exclusive_scan(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) transform_inclusive_scan(P &&, A &&...a) { return std::transform_inclusive_scan(std::forward<A>(a)...); }
template <typename P, typename... A, typename = __policy<P>> decltype(auto) transform_exclusive_scan(P &&, A &&...a) { return std::transform_exclusive_scan(std::forward<A>(a)...); }
}
