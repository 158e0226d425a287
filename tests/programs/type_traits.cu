// The properties of types of <type_traits>.
#include <cstdio>
#include <type_traits>
#include <string>
#include <vector>
enum E { a }; enum class F { b }; struct S { int x; }; struct D : S { }; union U { int a; }; struct N { N(int); int operator()(float) { return 1; } };
int main() {
  using namespace std;
  printf("%d%d%d%d%d ", is_enum<E>::value, is_enum_v<F>, is_class_v<S>, is_class_v<U>, is_union_v<U>);
  printf("%d%d%d ", is_base_of_v<S, D>, is_base_of_v<D, S>, is_base_of_v<S, S>);
  printf("%d%d ", is_trivially_copyable_v<S>, is_trivially_copyable<string>::value);
  printf("%d%d%d ", is_array_v<int[3]>, is_array_v<int[]>, is_array_v<int *>);
  printf("%d%d%d ", is_reference_v<int &>, is_lvalue_reference_v<int &&>, is_rvalue_reference_v<int &&>);
  printf("%d%d%d%d ", is_convertible_v<int, double>, is_convertible_v<int, N>, is_convertible_v<N, int>, is_convertible_v<D *, S *>);
  printf("%d%d%d%d ", is_constructible_v<N, int>, is_constructible_v<N>, is_default_constructible_v<S>, is_constructible_v<string, const char *>);
  printf("%d%d %d ", is_invocable_v<N, float>, is_invocable_v<N, string>, is_same_v<invoke_result_t<N, int>, int>);
  printf("%d%d%d ", conjunction_v<true_type, is_enum<E>>, disjunction_v<false_type, is_enum<int>>, negation_v<false_type>);
  printf("%d%d%d%d ", is_same_v<add_pointer_t<int &>, int *>, is_same_v<remove_extent_t<int[3]>, int>, is_same_v<remove_cvref_t<const int &>, int>, is_same_v<make_signed_t<unsigned>, int>);
  printf("%zu%zu%zu ", rank_v<int[2][3]>, extent_v<int[2][3]>, extent_v<int[2][3], 1>);
  printf("%d%d%d%d\n", is_scalar_v<E>, is_scalar_v<S>, is_fundamental_v<void>, is_null_pointer_v<decltype(nullptr)>);
}
