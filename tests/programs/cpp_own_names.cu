// Names of the program that a namespace in use has, too.
#include <chrono>
#include <iostream>
using namespace std;
using namespace std::chrono;
int year = 5;
int last = 3;
struct day {
    int x;
};
int May = 2;
enum month { JAN };
int days(int x) { return x + 1; }
int main() {
    year++;
    last++;
    day d{7};
    month m = JAN;
    auto t = high_resolution_clock::now();
    int Monday = 4;
    cout << year << last << d.x << m << May << Monday << days(3) << "\n";
    auto e = duration_cast<microseconds>(high_resolution_clock::now() - t);
    cout << (e.count() >= 0) << "\n";
}
