/* What std::stod and its like throw, and the errno of strtod and strtol. */
#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <string>
using namespace std;

template <class F> void attempt(const char *what, F f)
{
    cout << what << ' ';
    try {
        cout << f();
    } catch (const out_of_range &e) {
        cout << "out of range " << e.what();
    } catch (const invalid_argument &e) {
        cout << "invalid " << e.what();
    }
    cout << ' ' << errno << '\n';
}

int main()
{
    errno = 7;
    for (string s : {"1e999", "1e-999", "x", "3.5kg", "1e39"}) {
        attempt("stod", [&] { return stod(s); });
        attempt("stof", [&] { return stof(s); });
        attempt("stold", [&] { return stold(s); });
    }
    for (string s : {"99999999999999999999", "-99999999999999999999", "3000000000", "-", "12ab"}) {
        attempt("stoi", [&] { return stoi(s); });
        attempt("stol", [&] { return stol(s); });
        attempt("stoll", [&] { return stoll(s); });
        attempt("stoul", [&] { return stoul(s); });
        attempt("stoull", [&] { return stoull(s); });
    }
    char *end;
    errno = 0;
    cout << strtod("1e999", &end) << ' ' << errno; errno = 0;
    cout << ' ' << strtol("9999999999999999999", &end, 10) << ' ' << errno; errno = 0;
    cout << ' ' << strtoul("99999999999999999999", &end, 10) << ' ' << errno << '\n';
    try { string text("abc"), part(text, 4); } catch (const out_of_range &e) { cout << e.what() << '\n'; }
}
