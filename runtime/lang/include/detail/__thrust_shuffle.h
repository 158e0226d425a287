/* SPDX-License-Identifier: Apache-2.0 */
/* Part of thrust.h: random orders. Each element gets a random number of 64 bits, by which they are sorted: all orders are equally likely. */
#ifndef WARPCELL_THRUST_SHUFFLE_H
#define WARPCELL_THRUST_SHUFFLE_H
namespace thrust {
template <typename G> std::vector<unsigned long> __random_keys(long n, G &g) {
    std::vector<unsigned long> keys(n);
    for (long i = 0; i < n; i++) {
        unsigned long high = (unsigned long) g(), middle = (unsigned long) g();
        keys[i] = high << 42 ^ middle << 21 ^ (unsigned long) g();
    }
    return keys;
}
template <typename I> void __shuffle_by(__on_host, const std::vector<unsigned long> &given, I first, I last) {
    std::vector<unsigned long> keys = given;
    thrust::stable_sort_by_key(keys.begin(), keys.end(), first);
}
template <typename I> void __shuffle_by(__on_device, const std::vector<unsigned long> &given, I first, I last) {
    device_vector<unsigned long> keys(given);
    thrust::stable_sort_by_key(keys.begin(), keys.end(), first);
}
template <typename I, typename G> void shuffle(I first, I last, G &&g) { __shuffle_by(typename iterator_traits<I>::__where(), __random_keys(last - first, g), first, last); }
template <typename I, typename O, typename G> void shuffle_copy(I first, I last, O out, G &&g) {
    O end = thrust::copy(first, last, out);
    thrust::shuffle(out, end, g);
}
template <typename W, typename I, typename G> void shuffle(const __policy<W> &, I first, I last, G &&g) { thrust::shuffle(__as(W(), first), __as(W(), last), g); }
template <typename W, typename I, typename O, typename G> void shuffle_copy(const __policy<W> &, I first, I last, O out, G &&g) { thrust::shuffle_copy(__as(W(), first), __as(W(), last), __as(W(), out), g); }
}
#endif
