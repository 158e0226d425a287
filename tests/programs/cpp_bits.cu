#include <bit>
#include <bitset>
#include <cstdint>
#include <iostream>
#include <numbers>

int main()
{
    std::cout << std::popcount(0xffu) << std::countl_zero(1u) << std::countr_zero(8u)
              << std::countl_one(0xf0000000u) << std::countr_one(7u) << std::bit_width(9u)
              << std::bit_ceil(9u) << std::bit_floor(9u) << std::has_single_bit(8u)
              << std::rotl((uint8_t) 0x81, 1) + 0 << std::rotr(1u, 1) << '\n';
    std::cout << std::bit_cast<uint32_t>(1.0f) << (std::endian::native == std::endian::little)
              << '\n';
    std::cout.precision(15);
    using namespace std::numbers;
    std::cout << pi << e << log2e << log10e << inv_pi << inv_sqrtpi << ln2 << ln10 << sqrt2 << sqrt3
              << inv_sqrt3 << egamma << phi << pi_v<float> << '\n';
    std::bitset<8> b("10110010"), c(0x0f);
    std::cout << b << (b & c) << (b | c) << (b ^ c) << ~b << (b << 2) << (b >> 2) << b.count()
              << b.any() << b.all() << b.none() << b.test(1) << b[0] << b.to_ulong()
              << b.to_string() << b.to_string('.', '#') << b.size() << '\n';
    b.set(0).reset(1).flip(2);
    b[7] = 0;
    b.flip();
    std::cout << b << (b == c) << '\n';
    std::bitset<70> l;
    l.set(69);
    std::cout << l.count() << '\n';
    try {
        l.to_ulong();
    } catch (std::overflow_error &e) {
        std::cout << e.what() << '\n';
    }
    try {
        std::bitset<4> z("12");
    } catch (std::invalid_argument &e) {
        std::cout << e.what() << '\n';
    }
    std::cin >> b;
    std::cout << std::hash<std::bitset<8>>{}(c) << b.to_ullong() << '\n';
}
