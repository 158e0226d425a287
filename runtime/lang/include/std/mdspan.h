#include <array>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
// names: mdspan extents dextents dims layout_right layout_left layout_stride default_accessor submdspan submdspan_extents strided_slice full_extent full_extent_t
// SPDX-License-Identifier: Apache-2.0
// C++23's <mdspan> and C++26's submdspan; on the host cuda::std::mdspan is this one. Kernels have libcu++'s, so what has no value takes no room, as there:
// an mdspan is its pointer, then the extents that are dynamic, then the strides of layout_stride.
namespace std {
/* The extents that are dynamic. */
template <typename I, size_t N> struct __indices { I at[N]; };
template <typename I> struct __indices<I, 0> {};
template <typename I, size_t N> struct __strides { I by[N]; };
template <typename I> struct __strides<I, 0> {};
template <typename I, size_t... E> class extents : __indices<I, (size_t(0) + ... + size_t(E == dynamic_extent))> {
    template <typename J, size_t... F> friend class extents;
    /* from: the extents of all dimensions, or of the dynamic ones. */
    template <typename A> constexpr void __take(const A &from, size_t n) {
        if constexpr (rank_dynamic() > 0) {
            size_t r = 0, k = 0;
            if (n == rank_dynamic())
                for (; k < n; k++) this->at[k] = (I) from[k];
            else
                ((E == dynamic_extent ? (void) (this->at[k++] = (I) from[r++]) : (void) r++), ...);
        }
    }
    /* Whether extents<J, F...> may have the same extents, and whether this is known only of their values. */
    template <size_t... F> static constexpr bool __agrees() { if constexpr (sizeof...(F) != sizeof...(E)) return false; else return ((E == dynamic_extent || F == dynamic_extent || E == F) && ...); }
    template <typename J, size_t... F> static constexpr bool __loses() { return ((E != dynamic_extent && F == dynamic_extent) || ...) || sizeof(I) < sizeof(J) || (sizeof(I) == sizeof(J) && is_signed<I>::value && !is_signed<J>::value); }
    template <typename O> constexpr void __copy(const O &o) { if constexpr (rank_dynamic() > 0) { size_t r = 0, k = 0; ((E == dynamic_extent ? (void) (this->at[k++] = (I) o.extent(r++)) : (void) r++), ...); } }
public:
    using index_type = I;
    using size_type = typename make_unsigned<I>::type;
    using rank_type = size_t;
    static constexpr size_t rank() noexcept { return sizeof...(E); }
    static constexpr size_t rank_dynamic() noexcept { return (size_t(0) + ... + size_t(E == dynamic_extent)); }
    static constexpr size_t static_extent(size_t r) noexcept { size_t n = 0, i = 0; ((i++ == r ? (void) (n = E) : (void) 0), ...); return n; }
    constexpr I extent(size_t r) const noexcept {
        if constexpr (rank_dynamic() == rank()) {
            return this->at[r];
        } else if constexpr (rank_dynamic() == 0) {
            return (I) static_extent(r);
        } else {
            size_t i = 0, k = 0;
            I n = 0;
            ((i++ == r ? (void) (n = E == dynamic_extent ? this->at[k] : (I) E) : (void) 0, k += E == dynamic_extent), ...);
            return n;
        }
    }
    constexpr extents() noexcept : __indices<I, (size_t(0) + ... + size_t(E == dynamic_extent))>() {}
    template <typename... J, typename = enable_if_t<(sizeof...(J) > 0) && (sizeof...(J) == sizeof...(E) || sizeof...(J) == rank_dynamic()) && (is_convertible<J, I>::value && ...)>>
    constexpr explicit extents(J... n) noexcept { if constexpr (rank_dynamic() == sizeof...(J)) { size_t k = 0; ((this->at[k++] = (I) n), ...); } else { const I all[] = {(I) n...}; __take(all, sizeof...(J)); } }
    template <typename J, size_t N, typename = enable_if_t<N == sizeof...(E) || N == rank_dynamic()>> constexpr extents(const array<J, N> &n) noexcept { __take(n, N); }
    template <typename J, size_t N, typename = enable_if_t<N == sizeof...(E) || N == rank_dynamic()>> constexpr extents(span<J, N> n) noexcept { __take(n, N); }
    template <typename J, size_t... F, typename = enable_if_t<__agrees<F...>() && !__loses<J, F...>()>> constexpr extents(const extents<J, F...> &o) noexcept { __copy(o); }
    template <typename J, size_t... F, typename = enable_if_t<__agrees<F...>() && __loses<J, F...>()>, typename = void> explicit constexpr extents(const extents<J, F...> &o) noexcept { __copy(o); }
    template <typename J, size_t... F> friend constexpr bool operator==(const extents &a, const extents<J, F...> &b) noexcept {
        if constexpr (sizeof...(F) != sizeof...(E)) return false;
        else { for (size_t r = 0; r < sizeof...(E); r++) if (a.extent(r) != b.extent(r)) return false; return true; }
    }
};
template <typename I, size_t N, size_t... E> struct __all_dynamic : __all_dynamic<I, N - 1, E..., dynamic_extent> {};
template <typename I, size_t... E> struct __all_dynamic<I, 0, E...> { using type = extents<I, E...>; };
template <typename I, size_t N> using dextents = typename __all_dynamic<I, N>::type;
template <size_t N, typename I = size_t> using dims = dextents<I, N>;
template <typename J> struct __written_extent { static constexpr size_t value = dynamic_extent; };
template <typename T, T N> struct __written_extent<integral_constant<T, N>> { static constexpr size_t value = (size_t) N; };
template <typename... J> extents(J...) -> extents<size_t, __written_extent<J>::value...>;

/* ---- layouts ---- */

/* What the mappings of layout_right and layout_left share. */
template <typename L, typename E> class __dense_mapping : E {
public:
    using extents_type = E;
    using index_type = typename E::index_type;
    using size_type = typename E::size_type;
    using rank_type = typename E::rank_type;
    using layout_type = L;
    constexpr __dense_mapping() noexcept : E() {}
    constexpr __dense_mapping(const E &e) noexcept : E(e) {}
    constexpr const E &extents() const noexcept { return *this; }
    constexpr index_type required_span_size() const noexcept { index_type n = 1; for (size_t r = 0; r < E::rank(); r++) n *= extents().extent(r); return n; }
    static constexpr bool is_always_unique() noexcept { return true; }
    static constexpr bool is_always_exhaustive() noexcept { return true; }
    static constexpr bool is_always_strided() noexcept { return true; }
    static constexpr bool is_unique() noexcept { return true; }
    static constexpr bool is_exhaustive() noexcept { return true; }
    static constexpr bool is_strided() noexcept { return true; }
    template <typename O> friend constexpr bool operator==(const __dense_mapping &a, const __dense_mapping<L, O> &b) noexcept { return a.extents() == b.extents(); }
};
/* The most usual ranks have formulas of their own: they are several times faster than the loop of the others. */
template <typename I, typename E> constexpr I __right_of(const E &) { return 0; }
template <typename I, typename E> constexpr I __right_of(const E &, I i) { return i; }
template <typename I, typename E> constexpr I __right_of(const E &e, I i, I j) { return i * e.extent(1) + j; }
template <typename I, typename E> constexpr I __right_of(const E &e, I i, I j, I k) { return (i * e.extent(1) + j) * e.extent(2) + k; }
template <typename I, typename E, typename... J> constexpr I __right_of(const E &e, I i, I j, I k, J... more) { I at = (i * e.extent(1) + j) * e.extent(2) + k; size_t r = 3; ((at = at * e.extent(r++) + more), ...); return at; }
template <typename I, typename E> constexpr I __left_of(const E &) { return 0; }
template <typename I, typename E> constexpr I __left_of(const E &, I i) { return i; }
template <typename I, typename E> constexpr I __left_of(const E &e, I i, I j) { return i + j * e.extent(0); }
template <typename I, typename E> constexpr I __left_of(const E &e, I i, I j, I k) { return i + (j + k * e.extent(1)) * e.extent(0); }
template <typename I, typename E, typename... J> constexpr I __left_of(const E &e, I i, I j, I k, J... more) { I at = i, by = 1; size_t r = 0; ((by *= e.extent(r++), at += more * by), ...); return at; }
template <typename M, typename L, typename = void> inline constexpr bool __is_layout_of = false;
template <typename M, typename L> inline constexpr bool __is_layout_of<M, L, void_t<typename M::layout_type, typename M::extents_type>> = is_same<typename M::layout_type, L>::value;
struct layout_left;
struct layout_stride;
struct layout_right {
    template <typename E> class mapping : public __dense_mapping<layout_right, E> {
    public:
        using index_type = typename E::index_type;
        constexpr mapping() noexcept : __dense_mapping<layout_right, E>() {}
        constexpr mapping(const E &e) noexcept : __dense_mapping<layout_right, E>(e) {}
        template <typename M, typename = enable_if_t<(__is_layout_of<M, layout_right> || (__is_layout_of<M, layout_left> && E::rank() <= 1)) && is_convertible<typename M::extents_type, E>::value>> constexpr mapping(const M &o) noexcept : __dense_mapping<layout_right, E>(E(o.extents())) {}
        template <typename M, typename = enable_if_t<(__is_layout_of<M, layout_right> || (__is_layout_of<M, layout_left> && E::rank() <= 1)) && !is_convertible<typename M::extents_type, E>::value>, typename = void, typename = void> explicit constexpr mapping(const M &o) noexcept : __dense_mapping<layout_right, E>(E(o.extents())) {}
        template <typename M, typename = enable_if_t<__is_layout_of<M, layout_stride>>, typename = void> explicit constexpr mapping(const M &o) noexcept : __dense_mapping<layout_right, E>(E(o.extents())) {}
        template <typename... J> constexpr index_type operator()(J... i) const noexcept { return __right_of<index_type>(this->extents(), (index_type) i...); }
        constexpr index_type stride(size_t r) const noexcept { index_type n = 1; for (size_t k = r + 1; k < E::rank(); k++) n *= this->extents().extent(k); return n; }
    };
};
struct layout_left {
    template <typename E> class mapping : public __dense_mapping<layout_left, E> {
    public:
        using index_type = typename E::index_type;
        constexpr mapping() noexcept : __dense_mapping<layout_left, E>() {}
        constexpr mapping(const E &e) noexcept : __dense_mapping<layout_left, E>(e) {}
        template <typename M, typename = enable_if_t<(__is_layout_of<M, layout_left> || (__is_layout_of<M, layout_right> && E::rank() <= 1)) && is_convertible<typename M::extents_type, E>::value>> constexpr mapping(const M &o) noexcept : __dense_mapping<layout_left, E>(E(o.extents())) {}
        template <typename M, typename = enable_if_t<(__is_layout_of<M, layout_left> || (__is_layout_of<M, layout_right> && E::rank() <= 1)) && !is_convertible<typename M::extents_type, E>::value>, typename = void, typename = void> explicit constexpr mapping(const M &o) noexcept : __dense_mapping<layout_left, E>(E(o.extents())) {}
        template <typename M, typename = enable_if_t<__is_layout_of<M, layout_stride>>, typename = void> explicit constexpr mapping(const M &o) noexcept : __dense_mapping<layout_left, E>(E(o.extents())) {}
        template <typename... J> constexpr index_type operator()(J... i) const noexcept { return __left_of<index_type>(this->extents(), (index_type) i...); }
        constexpr index_type stride(size_t r) const noexcept { index_type n = 1; for (size_t k = 0; k < r; k++) n *= this->extents().extent(k); return n; }
    };
};
struct layout_stride {
    template <typename E> class mapping : E, __strides<typename E::index_type, E::rank()> {
    public:
        using extents_type = E;
        using index_type = typename E::index_type;
        using size_type = typename E::size_type;
        using rank_type = typename E::rank_type;
        using layout_type = layout_stride;
    private:
        using strides_type = __strides<index_type, E::rank()>;
        template <typename A> constexpr void __take(const A &from) { if constexpr (E::rank() > 0) for (size_t r = 0; r < E::rank(); r++) this->by[r] = (index_type) from[r]; }
    public:
        constexpr mapping() noexcept : E(), strides_type() { __take(layout_right::mapping<E>()); }
        template <typename J> constexpr mapping(const E &e, const array<J, E::rank()> &strides) noexcept : E(e), strides_type() { __take(strides); }
        template <typename J> constexpr mapping(const E &e, span<J, E::rank()> strides) noexcept : E(e), strides_type() { __take(strides); }
        template <typename M, typename = decltype(declval<const M &>().stride(0))> constexpr mapping(const M &o) noexcept : E(o.extents()), strides_type() { if constexpr (E::rank() > 0) for (size_t r = 0; r < E::rank(); r++) this->by[r] = (index_type) o.stride(r); }
        constexpr const E &extents() const noexcept { return *this; }
        constexpr index_type stride(size_t r) const noexcept { return this->by[r]; }
        constexpr array<index_type, E::rank()> strides() const noexcept { array<index_type, E::rank()> all; for (size_t r = 0; r < E::rank(); r++) all[r] = stride(r); return all; }
        template <typename... J> constexpr index_type operator()(J... i) const noexcept { index_type at = 0; size_t r = 0; ((at += (index_type) i * stride(r++)), ...); return at; }
        constexpr index_type required_span_size() const noexcept {
            index_type n = 1;
            for (size_t r = 0; r < E::rank(); r++) {
                if (extents().extent(r) == 0) return 0;
                n += (extents().extent(r) - 1) * stride(r);
            }
            return n;
        }
        static constexpr bool is_always_unique() noexcept { return true; }
        static constexpr bool is_always_exhaustive() noexcept { return false; }
        static constexpr bool is_always_strided() noexcept { return true; }
        static constexpr bool is_unique() noexcept { return true; }
        constexpr bool is_exhaustive() const noexcept { index_type n = 1; for (size_t r = 0; r < E::rank(); r++) n *= extents().extent(r); return n == required_span_size(); }
        static constexpr bool is_strided() noexcept { return true; }
        template <typename M, typename = typename M::layout_type> friend constexpr bool operator==(const mapping &a, const M &b) noexcept {
            if (!(a.extents() == b.extents())) return false;
            for (size_t r = 0; r < E::rank(); r++) if (a.stride(r) != b.stride(r)) return false;
            return true;
        }
    };
};

/* ---- mdspan ---- */

template <typename T> struct default_accessor {
    using offset_policy = default_accessor;
    using element_type = T;
    using reference = T &;
    using data_handle_type = T *;
    constexpr default_accessor() noexcept = default;
    template <typename U, typename = enable_if_t<is_convertible<U (*)[], T (*)[]>::value>> constexpr default_accessor(default_accessor<U>) noexcept {}
    constexpr T &access(T *p, size_t i) const noexcept { return p[i]; }
    constexpr T *offset(T *p, size_t i) const noexcept { return p + i; }
};
/* A value that takes no room if it has none. */
template <typename T, bool = is_empty<T>::value> struct __mdspan_part {
    T own;
    constexpr __mdspan_part() : own() {}
    constexpr __mdspan_part(const T &t) : own(t) {}
    constexpr const T &__get() const { return own; }
};
template <typename T> struct __mdspan_part<T, true> : T {
    constexpr __mdspan_part() : T() {}
    constexpr __mdspan_part(const T &t) : T(t) {}
    constexpr const T &__get() const { return *this; }
};
template <typename T, typename E, typename L = layout_right, typename A = default_accessor<T>> class mdspan : __mdspan_part<typename A::data_handle_type>, __mdspan_part<typename L::template mapping<E>>, __mdspan_part<A> {
    using __pointer = __mdspan_part<typename A::data_handle_type>;
    using __mapped = __mdspan_part<typename L::template mapping<E>>;
    using __accessed = __mdspan_part<A>;
public:
    using extents_type = E;
    using layout_type = L;
    using accessor_type = A;
    using mapping_type = typename L::template mapping<E>;
    using element_type = T;
    using value_type = typename remove_cv<T>::type;
    using index_type = typename E::index_type;
    using size_type = typename E::size_type;
    using rank_type = typename E::rank_type;
    using data_handle_type = typename A::data_handle_type;
    using reference = typename A::reference;
    constexpr mdspan() : __pointer(), __mapped(), __accessed() {}
    template <typename... J, typename = enable_if_t<(sizeof...(J) == E::rank() || sizeof...(J) == E::rank_dynamic()) && (is_convertible<J, index_type>::value && ...)>>
    explicit constexpr mdspan(data_handle_type p, J... n) : __pointer(p), __mapped(mapping_type(E((index_type) n...))), __accessed() {}
    template <typename J, size_t N> constexpr mdspan(data_handle_type p, const array<J, N> &n) : __pointer(p), __mapped(mapping_type(E(n))), __accessed() {}
    template <typename J, size_t N> constexpr mdspan(data_handle_type p, span<J, N> n) : __pointer(p), __mapped(mapping_type(E(n))), __accessed() {}
    constexpr mdspan(data_handle_type p, const E &e) : __pointer(p), __mapped(mapping_type(e)), __accessed() {}
    constexpr mdspan(data_handle_type p, const mapping_type &m) : __pointer(p), __mapped(mapping_type(m)), __accessed() {}
    constexpr mdspan(data_handle_type p, const mapping_type &m, const A &a) : __pointer(p), __mapped(m), __accessed(a) {}
    template <typename U, typename F, typename M, typename B, typename = enable_if_t<is_constructible<A, const B &>::value && is_convertible<const typename M::template mapping<F> &, mapping_type>::value>>
    constexpr mdspan(const mdspan<U, F, M, B> &o) : __pointer(o.data_handle()), __mapped(mapping_type(o.mapping())), __accessed(A(o.accessor())) {}
    template <typename U, typename F, typename M, typename B, typename = enable_if_t<is_constructible<A, const B &>::value && !is_convertible<const typename M::template mapping<F> &, mapping_type>::value>, typename = void>
    explicit constexpr mdspan(const mdspan<U, F, M, B> &o) : __pointer(o.data_handle()), __mapped(mapping_type(o.mapping())), __accessed(A(o.accessor())) {}
    static constexpr size_t rank() noexcept { return E::rank(); }
    static constexpr size_t rank_dynamic() noexcept { return E::rank_dynamic(); }
    static constexpr size_t static_extent(size_t r) noexcept { return E::static_extent(r); }
    constexpr index_type extent(size_t r) const noexcept { return this->__mapped::__get().extents().extent(r); }
    constexpr index_type stride(size_t r) const { return this->__mapped::__get().stride(r); }
    template <typename... J, typename = enable_if_t<sizeof...(J) == E::rank() && (is_convertible<J, index_type>::value && ...)>>
    constexpr reference operator[](J... i) const { return this->__accessed::__get().access(this->__pointer::own, this->__mapped::__get()((index_type) i...)); }
    template <typename J> constexpr reference operator[](const array<J, E::rank()> &i) const { return __element(i, make_index_sequence<E::rank()>()); }
    template <typename J> constexpr reference operator[](span<J, E::rank()> i) const { return __element(i, make_index_sequence<E::rank()>()); }
    /* libcu++'s addition */
    template <typename... J, typename = enable_if_t<sizeof...(J) == E::rank() && (is_convertible<J, index_type>::value && ...)>>
    constexpr reference operator()(J... i) const { return this->__accessed::__get().access(this->__pointer::own, this->__mapped::__get()((index_type) i...)); }
    constexpr size_type size() const noexcept { size_type n = 1; for (size_t r = 0; r < E::rank(); r++) n *= (size_type) extent(r); return n; }
    constexpr bool empty() const noexcept { return size() == 0; }
    constexpr const E &extents() const noexcept { return this->__mapped::__get().extents(); }
    constexpr const data_handle_type &data_handle() const noexcept { return this->__pointer::own; }
    constexpr const mapping_type &mapping() const noexcept { return this->__mapped::__get(); }
    constexpr const A &accessor() const noexcept { return this->__accessed::__get(); }
    static constexpr bool is_always_unique() { return mapping_type::is_always_unique(); }
    static constexpr bool is_always_exhaustive() { return mapping_type::is_always_exhaustive(); }
    static constexpr bool is_always_strided() { return mapping_type::is_always_strided(); }
    constexpr bool is_unique() const { return this->__mapped::__get().is_unique(); }
    constexpr bool is_exhaustive() const { return this->__mapped::__get().is_exhaustive(); }
    constexpr bool is_strided() const { return this->__mapped::__get().is_strided(); }
    friend constexpr void swap(mdspan &a, mdspan &b) noexcept { mdspan c = a; a = b; b = c; }
private:
    template <typename N, size_t... R> constexpr reference __element(const N &i, index_sequence<R...>) const { return this->__accessed::__get().access(this->__pointer::own, this->__mapped::__get()((index_type) i[R]...)); }
};
template <typename T, size_t N> mdspan(T (&)[N]) -> mdspan<T, extents<size_t, N>>;
template <typename T, typename... J, typename = enable_if_t<(sizeof...(J) > 0) && (is_convertible<J, size_t>::value && ...)>> mdspan(T *, J...) -> mdspan<T, extents<size_t, __written_extent<J>::value...>>;
template <typename T> mdspan(T *) -> mdspan<T, extents<size_t>>;
template <typename T, typename J, size_t N> mdspan(T *, const array<J, N> &) -> mdspan<T, dextents<size_t, N>>;
template <typename T, typename J, size_t N> mdspan(T *, span<J, N>) -> mdspan<T, dextents<size_t, N>>;
template <typename T, typename M, typename = typename M::layout_type> mdspan(T *, const M &) -> mdspan<T, typename M::extents_type, typename M::layout_type>;
template <typename T, typename I, size_t... E> mdspan(T *, const extents<I, E...> &) -> mdspan<T, extents<I, E...>>;
template <typename M, typename A> mdspan(typename A::data_handle_type, const M &, const A &) -> mdspan<typename A::element_type, typename M::extents_type, typename M::layout_type, A>;

/* ---- submdspan ---- */

struct full_extent_t { explicit full_extent_t() = default; };
inline constexpr full_extent_t full_extent{};
template <typename O, typename N, typename S> struct strided_slice {
    using offset_type = O;
    using extent_type = N;
    using stride_type = S;
    O offset;
    N extent;
    S stride;
};
template <typename O, typename N, typename S> strided_slice(O, N, S) -> strided_slice<O, N, S>;
template <typename S> struct __is_strided { static constexpr bool value = false; };
template <typename O, typename N, typename S> struct __is_strided<strided_slice<O, N, S>> { static constexpr bool value = true; };
/* A slice S: a number, which takes the dimension away; all of it; a range with a step; a range, given as a pair. */
enum __slice_kind { __slice_one, __slice_all, __slice_steps, __slice_range };
template <typename I, typename S> inline constexpr __slice_kind __slice_kind_of = is_convertible<S, I>::value ? __slice_one : is_convertible<S, full_extent_t>::value ? __slice_all : __is_strided<S>::value ? __slice_steps : __slice_range;
template <typename I, typename S> constexpr I __slice_first(const S &s) {
    if constexpr (__slice_kind_of<I, S> == __slice_one) return (I) s;
    else if constexpr (__slice_kind_of<I, S> == __slice_all) return 0;
    else if constexpr (__slice_kind_of<I, S> == __slice_steps) return (I) s.offset;
    else return (I) get<0>(s);
}
template <typename I, typename S> constexpr I __slice_count(const S &s, I all) {
    if constexpr (__slice_kind_of<I, S> == __slice_one) return 1;
    else if constexpr (__slice_kind_of<I, S> == __slice_all) return all;
    else if constexpr (__slice_kind_of<I, S> == __slice_steps) return (I) s.extent == 0 ? 0 : 1 + ((I) s.extent - 1) / (I) s.stride;
    else return (I) get<1>(s) - (I) get<0>(s);
}
template <typename I, typename S> constexpr I __slice_step(const S &s) {
    if constexpr (__slice_kind_of<I, S> == __slice_steps) return (I) s.stride < (I) s.extent ? (I) s.stride : 1;
    else return 1;
}
template <typename E, size_t R, typename S> struct __static_count { static constexpr size_t value = __slice_kind_of<typename E::index_type, S> == __slice_all ? E::static_extent(R) : dynamic_extent; };
template <typename E, size_t R, typename T, T A, typename U, U B> struct __static_count<E, R, pair<integral_constant<T, A>, integral_constant<U, B>>> { static constexpr size_t value = (size_t) (B - A); };
template <typename E, size_t R, typename T, T A, typename U, U B> struct __static_count<E, R, tuple<integral_constant<T, A>, integral_constant<U, B>>> { static constexpr size_t value = (size_t) (B - A); };
template <typename E, size_t R, typename O, typename T, T A, typename U, U B> struct __static_count<E, R, strided_slice<O, integral_constant<T, A>, integral_constant<U, B>>> { static constexpr size_t value = A == 0 ? 0 : 1 + (size_t) (A - 1) / (size_t) B; };
template <bool Kept, typename E, size_t N> struct __with_extent { using type = E; };
template <typename I, size_t... E, size_t N> struct __with_extent<true, extents<I, E...>, N> { using type = extents<I, E..., N>; };
/* D: the extents of the slices before dimension R. */
template <typename E, size_t R, typename D, typename... S> struct __sub_extents { using type = D; };
template <typename E, size_t R, typename D, typename F, typename... S> struct __sub_extents<E, R, D, F, S...> { using type = typename __sub_extents<E, R + 1, typename __with_extent<__slice_kind_of<typename E::index_type, F> != __slice_one, D, __static_count<E, R, F>::value>::type, S...>::type; };
template <typename I, size_t... E, typename... S> constexpr auto submdspan_extents(const extents<I, E...> &e, S... s) {
    using sub = typename __sub_extents<extents<I, E...>, 0, extents<I>, S...>::type;
    array<I, sub::rank()> counts;
    size_t r = 0, k = 0;
    ((__slice_kind_of<I, S> == __slice_one ? (void) r++ : (void) (counts[k++] = __slice_count<I>(s, e.extent(r++)))), ...);
    return sub(counts);
}
/* Whether the elements are where the layout has those of a whole: numbers first, then at most one range, then whole dimensions; for layout_left from the
 * back. */
template <typename I, typename... S> constexpr bool __stays_dense(bool left) {
    const __slice_kind kinds[] = {__slice_kind_of<I, S>...};
    size_t n = sizeof...(S), k = 0;
    while (k < n && kinds[left ? k : n - 1 - k] == __slice_all) k++;
    if (k < n && kinds[left ? k : n - 1 - k] == __slice_range) k++;
    while (k < n && kinds[left ? k : n - 1 - k] == __slice_one) k++;
    return k == n;
}
template <typename M, typename F, typename... S> constexpr bool __keeps_layout() {
    if constexpr (is_same<typename M::layout_type, layout_right>::value) return __stays_dense<typename M::index_type, F, S...>(false);
    else if constexpr (is_same<typename M::layout_type, layout_left>::value) return __stays_dense<typename M::index_type, F, S...>(true);
    else return false;
}
template <typename T, typename E, typename L, typename A, typename F, typename... S> constexpr auto submdspan(const mdspan<T, E, L, A> &m, F f, S... s) {
    static_assert(1 + sizeof...(S) == E::rank(), "submdspan needs a slice for each dimension");
    using I = typename E::index_type;
    auto sub = submdspan_extents(m.extents(), f, s...);
    using X = decltype(sub);
    size_t at = (size_t) m.mapping()(__slice_first<I>(f), __slice_first<I>(s)...);
    auto p = m.accessor().offset(m.data_handle(), at);
    typename A::offset_policy access(m.accessor());
    if constexpr (__keeps_layout<typename L::template mapping<E>, F, S...>()) {
        return mdspan<T, X, L, typename A::offset_policy>(p, typename L::template mapping<X>(sub), access);
    } else {
        array<I, X::rank()> strides;
        size_t r = 0, k = 0;
        const auto add = [&](bool kept, I step) { if (kept) strides[k++] = m.stride(r) * step; r++; };
        add(__slice_kind_of<I, F> != __slice_one, __slice_step<I>(f));
        (add(__slice_kind_of<I, S> != __slice_one, __slice_step<I>(s)), ...);
        return mdspan<T, X, layout_stride, typename A::offset_policy>(p, layout_stride::mapping<X>(sub, strides), access);
    }
}
}
