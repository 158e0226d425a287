// Engines and distributions with the numbers of libstdc++; streams, files, limits, clocks.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <limits>
#include <random>
#include <sstream>
#include <thread>
#include <vector>

int main()
{
    std::mt19937 g(42);
    std::mt19937_64 g6(7);
    std::minstd_rand mr(3);
    std::default_random_engine de(9);
    std::uniform_int_distribution<int> ui(1, 6);
    std::uniform_real_distribution<double> ur(0, 1);
    std::uniform_real_distribution<float> uf(-1.f, 1.f);
    std::normal_distribution<double> nd(0, 1);
    std::normal_distribution<float> nf(1.f, 2.f);
    std::bernoulli_distribution be(0.3);
    std::exponential_distribution<double> ex(2);
    std::discrete_distribution<int> di{1, 2, 3, 4};
    std::poisson_distribution<int> po(4.1);
    std::geometric_distribution<int> ge(0.3);
    for (int i = 0; i < 9; i++) {
        printf("%d ", ui(g));
        printf("%.6f ", ur(g));
        printf("%.6f ", uf(g));
        printf("%.6f ", nd(g));
        printf("%.6f ", nf(g));
        printf("%d ", (int) be(g));
        printf("%.6f ", ex(g));
        printf("%d ", di(g));
        printf("%d ", po(g));
        printf("%d ", ge(g));
        printf("%d ", ui(g6));
        printf("%.6f ", nd(de));
        printf("%lu %lu\n", (unsigned long) mr(), (unsigned long) g6());
    }
    std::vector<int> v(10);
    for (int i = 0; i < 10; i++)
        v[i] = i;
    std::shuffle(v.begin(), v.end(), g);
    for (int x : v)
        printf("%d ", x);
    std::shuffle(v.begin(), v.end(), std::default_random_engine(5));
    for (int x : v)
        printf("%d ", x);
    std::shuffle(v.begin(), v.begin() + 7, g6);
    for (int x : v)
        printf("%d ", x);
    puts("");
    std::random_device rd;
    std::mt19937 g2(rd());
    auto gen = [&] { return ui(g2); };
    int z = gen();
    printf("%d\n", z >= 1 && z <= 6);
    using namespace std;
    cout << setw(8) << 3.14159 << '|' << left << setw(6) << "ab" << '|' << right << setfill('*')
         << setw(6) << 42 << '|' << setfill(' ') << fixed << setprecision(2) << 2.71828 << '|'
         << scientific << 1234.5 << '|' << defaultfloat << 1234.5 << '|' << hex << 255 << ' '
         << showbase << 255 << noshowbase << oct << 8 << dec << '|' << boolalpha << true
         << noboolalpha << true << '|' << uppercase << hex << 255 << nouppercase << dec << showpos
         << 5 << noshowpos << '\n';
    cout << setprecision(10) << 1.0 / 3 << ' ' << 1e20 << ' ' << 1.5f << ' ' << 'c' << ' '
         << (void *) 0 << ' ' << 100000000 << ' ' << 1e-5 << '\n';
    ostringstream os;
    os << "x=" << 5 << ' ' << setprecision(3) << 2.0 / 3;
    cout << os.str() << os.str().size() << '\n';
    istringstream is("12 3.5 word rest of line\nsecond");
    int i;
    double d;
    string s, line;
    is >> i >> d >> s;
    getline(is, line);
    cout << i << d << s << line << '|';
    getline(is, line);
    cout << line << is.eof() << '\n';
    stringstream ss;
    ss << 1 << ' ' << 2;
    int a, b;
    ss >> a >> b;
    cout << a + b << '\n';
    ss.str("");
    ss.clear();
    ss << "a,b,c";
    while (getline(ss, line, ','))
        cout << line << ';';
    cout << '\n';
    {
        ofstream f("warpcell_test_o.txt");
        f << "line1\n" << 42 << " " << 1.5 << endl;
    }
    {
        ofstream f("warpcell_test_o.txt", ios::app);
        f << "more\n";
    }
    ifstream f("warpcell_test_o.txt");
    if (!f)
        return 1;
    if (!f.is_open())
        return 2;
    while (getline(f, line))
        cout << '[' << line << ']';
    cout << '\n';
    f.close();
    ifstream n("/nonexistent");
    cout << n.is_open() << !n << n.good() << n.fail() << '\n';
    {
        ofstream bf("warpcell_test_o.bin", ios::binary);
        int q[3] = {1, 2, 3};
        bf.write((const char *) q, sizeof q);
        bf.write(reinterpret_cast<char *>(q), 4);
    }
    {
        ifstream bf("warpcell_test_o.bin", ios::binary | ios::ate);
        cout << bf.tellg() << ' ';
        bf.seekg(0, ios::beg);
        int q[4];
        bf.read(reinterpret_cast<char *>(q), 16);
        cout << q[2] << q[3] << bf.gcount() << '\n';
    }
    cout << numeric_limits<int>::max() << numeric_limits<int>::min() << ' '
         << numeric_limits<float>::max() << numeric_limits<double>::epsilon()
         << numeric_limits<unsigned char>::max() + 0 << numeric_limits<long long>::max()
         << numeric_limits<double>::infinity() << numeric_limits<int>::digits
         << numeric_limits<float>::lowest() << numeric_limits<short>::max()
         << numeric_limits<size_t>::max() << numeric_limits<char>::min() + 0
         << numeric_limits<uint8_t>::lowest() + 0 << numeric_limits<float>::digits10
         << numeric_limits<int>::is_signed << numeric_limits<float>::has_infinity << '\n';
    using namespace std::chrono;
    auto t0 = steady_clock::now();
    this_thread::sleep_for(milliseconds(5));
    std::this_thread::sleep_for(std::chrono::microseconds(10));
    auto t1 = high_resolution_clock::now();
    auto dt = steady_clock::now() - t0;
    cout << (duration_cast<milliseconds>(dt).count() >= 5) << (duration<double>(dt).count() > 0.004)
         << (duration<double, milli>(dt).count() > 4) << (dt >= milliseconds(5))
         << (duration_cast<nanoseconds>(seconds(2)).count())
         << duration_cast<seconds>(milliseconds(2500)).count() << ' '
         << duration_cast<duration<double>>(minutes(1)).count() << ' '
         << (hours(1) + minutes(2)).count() << ' ' << (seconds(3) / milliseconds(500))
         << (milliseconds(1500) % seconds(1)).count() << (seconds(1) == milliseconds(1000)) << '\n';
    auto now = system_clock::now();
    time_t tt = system_clock::to_time_t(now);
    cout << (tt > 1000000) << (now.time_since_epoch().count() > 0)
         << duration_cast<seconds>(now - now).count() << '\n';
    time_t ep = 0;
    cout << put_time(gmtime(&ep), "%Y-%m-%d %H:%M:%S") << ' ' << asctime(gmtime(&ep));
    tm td = {};
    td.tm_year = 100;
    td.tm_mon = 1;
    td.tm_mday = 29;
    td.tm_hour = 12;
    mktime(&td);
    cout << td.tm_wday << td.tm_yday << '\n';
    milliseconds ms(5);
    ms += milliseconds(3);
    ms *= 2;
    cout << ms.count() << (ms < seconds(1)) << (-ms).count() << '\n';
    std::remove("warpcell_test_o.txt");
    std::rename("warpcell_test_o.bin", "warpcell_test_p.bin");
    FILE *fp = std::fopen("warpcell_test_o.bin", "r");
    cout << (fp == nullptr) << std::strlen("abc") << std::abs(-2.5) << std::pow(2, 10)
         << std::fmax(1, 2) << std::sqrt(2) << '\n';
    std::remove("warpcell_test_p.bin");
    char buf[10];
    snprintf(buf, 10, "%05d|%-4s|%x", 42, "a", 255);
    puts(buf);
}
