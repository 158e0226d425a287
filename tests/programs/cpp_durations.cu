// Durations of any periods: sums, comparisons and conversions in the common period; rounding; points in time.
#include <chrono>
#include <iostream>
using namespace std::chrono;
int main() {
    std::cout << (minutes(30) + hours(1)).count() << " " << (hours(1) + minutes(30)).count() << " " << (minutes(90) == hours(1))
              << (minutes(90) > hours(1)) << " " << (hours(2) - minutes(90)).count() << " " << (minutes(90) / hours(1)) << " "
              << (seconds(1) / milliseconds(250)) << "\n";
    duration<double> d = milliseconds(1500);
    std::cout << d.count() << " " << duration_cast<hours>(minutes(150)).count() << " " << duration<double, std::ratio<3600>>(minutes(90)).count()
              << "\n";
    typedef duration<long, std::ratio<1, 60>> frames;
    std::cout << (frames(30) + milliseconds(500)).count() << " " << duration_cast<milliseconds>(frames(45)).count() << "\n";
    duration<long, std::ratio<604800>> w(2);
    std::cout << duration_cast<hours>(w).count() << "\n";
    std::cout << std::ratio<6, 4>::num << std::ratio<6, 4>::den << "\n";
    seconds s(10);
    s %= seconds(4);
    std::cout << s.count() << " " << (seconds(10) * 2).count() << " " << (2 * seconds(10)).count() << " " << (2.5 * duration<double>(2)).count()
              << " " << (seconds(10) / 4).count() << " " << (seconds(11) % 4).count() << " " << abs(seconds(-4)).count() << " "
              << round<seconds>(milliseconds(1500)).count() << floor<seconds>(milliseconds(-1)).count() << ceil<minutes>(seconds(61)).count() << "\n";
    constexpr auto k = seconds(5) + milliseconds(20);
    static_assert(k.count() == 5020);
    auto tp = steady_clock::time_point(seconds(5));
    auto tq = tp + milliseconds(3);
    std::cout << duration_cast<milliseconds>(tq - tp).count() << (tq > tp) << " " << time_point_cast<seconds>(tq).time_since_epoch().count() << "\n";
    seconds x = minutes(2);
    x++;
    ++x;
    x += minutes(1);
    std::cout << x.count() << " " << (-x).count() << "\n";
    milliseconds m = seconds(3);
    std::cout << m.count() << " " << (m <= seconds(3)) << "\n";
    std::cout << duration<float>(microseconds(2500000)).count() << " "
              << std::chrono::duration_cast<std::chrono::duration<double, std::milli>>(std::chrono::nanoseconds(1234567)).count() << "\n";
    system_clock::time_point tz{};
    auto tt = system_clock::to_time_t(tz + hours(24));
    std::cout << tt << " " << (tz + hours(24) - tz).count() << "\n";
}
