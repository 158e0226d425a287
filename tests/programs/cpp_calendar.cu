// warpcell -std=c++20
// Dates: years, months, days, weekdays, the last and the nth of a month, times of day.
#include <chrono>
#include <iostream>
using namespace std::chrono;
int main() {
    year_month_day d{year{2024}, month{2}, day{29}};
    std::cout << d.ok() << " " << int(d.year()) << " " << unsigned(d.month()) << " " << unsigned(d.day()) << "\n";
    sys_days s = d;
    std::cout << s.time_since_epoch().count() << "\n";
    auto e = year_month_day{s + days{1}};
    std::cout << unsigned(e.month()) << "/" << unsigned(e.day()) << "\n";
    auto f = 2024y / March / 15d;
    auto g = March / 15 / 2024;
    std::cout << (f == g) << (f > e) << "\n";
    weekday w{s};
    std::cout << w.c_encoding() << " " << w.iso_encoding() << (w == Thursday) << "\n";
    auto h = f + months{11};
    std::cout << int(h.year()) << unsigned(h.month()) << "\n";
    auto l = year_month_day{2023y / February / last};
    std::cout << unsigned(l.day()) << "\n";
    std::cout << (sys_days{f} - s).count() << "\n";
    std::cout << year{2000}.is_leap() << "\n";
    auto today = floor<days>(system_clock::now());
    year_month_day t{today};
    std::cout << (t.year() >= 2024y) << "\n";
    hh_mm_ss hms{seconds{3725}};
    std::cout << hms.hours().count() << hms.minutes().count() << hms.seconds().count() << "\n";
    auto nth = year_month_day{2024y / November / Thursday[4]};
    std::cout << unsigned(nth.day()) << "\n";
    weeks ww{2};
    std::cout << duration_cast<days>(ww).count() << "\n";
    d += years{1};
    std::cout << d.ok() << "\n";
    auto ld = 2024y / 2 / last;
    std::cout << unsigned(ld.day()) << "\n";
    std::cout << (Monday - Sunday).count() << (Sunday + days{3} == Wednesday) << "\n";
}
