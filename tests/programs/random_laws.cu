#include <iostream>
#include <random>
#include <vector>

template <typename D> void four(std::mt19937 &g, D d)
{
    for (int i = 0; i < 4; i++)
        std::cout << d(g) << ' ';
    std::cout << d.min() << '\n';
}

int main()
{
    std::mt19937 g(42);
    std::ranlux24_base r24b(1);
    std::ranlux48_base r48b(2);
    std::ranlux24 r24;
    std::ranlux48 r48(9);
    std::knuth_b kb(5);
    std::shuffle_order_engine<std::minstd_rand, 16> so;
    std::discard_block_engine<std::minstd_rand, 10, 3> db;
    for (int i = 0; i < 30; i++)
        std::cout << r24b() << ' ' << r48b() << ' ' << r24() << ' ' << r48() << ' ' << kb() << ' '
                  << so() << ' ' << db() << '\n';
    four(g, std::gamma_distribution<>(2, 3));
    four(g, std::gamma_distribution<>(0.5, 1));
    four(g, std::gamma_distribution<float>(1.5f, 2));
    four(g, std::weibull_distribution<>(1.5, 2));
    four(g, std::extreme_value_distribution<>(0, 1));
    four(g, std::chi_squared_distribution<>(3));
    four(g, std::fisher_f_distribution<>(2, 3));
    four(g, std::student_t_distribution<>(4));
    four(g, std::negative_binomial_distribution<>(3, 0.5));
    std::vector<double> limits = {0, 1, 3}, weights = {1, 2}, heights = {0, 1, 0.5};
    four(g, std::piecewise_constant_distribution<>(limits.begin(), limits.end(), weights.begin()));
    four(g, std::piecewise_linear_distribution<>(limits.begin(), limits.end(), heights.begin()));
    std::cout << std::generate_canonical<double, 53>(g) << '\n';
    std::normal_distribution<> n(1, 2);
    n.param(std::normal_distribution<>::param_type(3, 4));
    std::cout << n.mean() << n.param().stddev() << ' ' << n(g) << '\n';
    std::uniform_int_distribution<> u(1, 3);
    std::cout << u.min() << u.max() << u(g, decltype(u)::param_type(5, 9))
              << (u == std::uniform_int_distribution<>(1, 3)) << '\n';
    std::gamma_distribution<> gd(std::gamma_distribution<>::param_type(2, 1));
    std::cout << gd.alpha() << gd.beta()
              << (gd.param() == std::gamma_distribution<>::param_type(2, 1)) << '\n';
}
