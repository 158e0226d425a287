// std::string: every member, against what libstdc++ prints.
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>
using namespace std;

int main()
{
    string s = "hello world, hello";
    cout << s.find_last_of('o') << ' ' << s.find_first_of('o') << ' ' << s.find_first_not_of('h')
         << ' ' << s.find_last_not_of('o') << ' ' << s.find_last_of("lo", 8) << ' '
         << s.find_first_of("xyz,", 0, 2) << ' ' << (s.find_first_of("xyz,", 0, 2) == string::npos)
         << '\n';
    cout << s.rfind("hello") << ' ' << s.rfind("hello", 5) << ' ' << s.rfind('o', 8) << ' '
         << s.find("lo", 5) << ' ' << s.rfind("hexxx", string::npos, 2) << '\n';
    cout << s.compare("hello") << ' ' << (s.compare(0, 5, "hello")) << ' '
         << s.compare(6, 5, string("a world"), 2, 5) << ' ' << s.compare(0, 5, "help", 3) << '\n';
    string r = s;
    r.replace(0, 5, "HI");
    cout << r << '\n';
    r.replace(r.begin(), r.begin() + 2, "ABCDEF");
    cout << r << '\n';
    r.replace(1, 2, 3, 'z');
    cout << r << '\n';
    r.replace(0, 1, "12345", 2);
    cout << r << '\n';
    r.replace(0, 2, s, 6, 5);
    cout << r << '\n';
    r.insert(0, "__");
    r.insert(r.begin(), 'X');
    r.insert(2, 3, '-');
    r.insert(1, string("qq"));
    r.insert(0, "abcdef", 3);
    r.insert(0, s, 0, 2);
    cout << r << '\n';
    r.erase(r.begin());
    r.erase(0, 2);
    r.erase(r.begin(), r.begin() + 3);
    r.erase(10);
    cout << r << ' ' << r.size() << '\n';
    r.assign(3, 'x');
    cout << r;
    r.assign("abcd", 2);
    cout << r;
    r.assign(s, 6, 5);
    cout << r;
    r.assign(s.begin(), s.begin() + 3);
    cout << r;
    r.assign("zz");
    cout << r << '\n';
    r.append(2, '!').append("abc", 1).append(s, 0, 3).append(s.begin() + 6, s.end() - 7);
    r += 'c';
    r += "d";
    r.push_back('e');
    cout << r << '\n';
    r.pop_back();
    r.resize(4);
    r.resize(6, '_');
    cout << r << r.front() << r.back() << r.at(1) << r.empty() << '\n';
    char b[20];
    size_t n = s.copy(b, 5, 6);
    b[n] = 0;
    cout << b << '\n';
    string t;
    for (auto it = s.rbegin(); it != s.rend(); ++it)
        t += *it;
    cout << t << '\n';
    reverse(t.begin(), t.end());
    cout << (t == s) << (t != s) << (t < s) << (t <= s) << ("a" < t) << (t > "a") << '\n';
    transform(t.begin(), t.end(), t.begin(), ::toupper);
    cout << t << '\n';
    cout << string(3, 'a') + "b" + 'c' + string("d") << '\n';
    cout << count(s.begin(), s.end(), 'l') << '\n';
    sort(t.begin(), t.end());
    cout << t << '\n';
    t.clear();
    t.shrink_to_fit();
    cout << t.empty() << t.length() << '\n';
    for (char c : s)
        putchar(c);
    for (auto &c : s)
        c = toupper(c);
    cout << s << endl;
    cout << s.substr(6) << s.substr(0, 5) << '\n';
    string u{s, 0, 3};
    cout << u << '\n';
    swap(u, s);
    cout << u << s << '\n';
    const string cs = "abc";
    for (auto it = cs.cbegin(); it != cs.cend(); ++it)
        cout << *it;
    cout << '\n';
    string m = "x";
    m = m + m;
    cout << stoi("12") + stod("1.5") << to_string(3) + to_string(2.5) << m << '\n';
    try {
        string z = m.substr(9);
    } catch (const out_of_range &e) {
        cout << "oor\n";
    }
    string w = "a,b,,c";
    size_t pos = 0;
    while ((pos = w.find(',')) != string::npos) {
        cout << w.substr(0, pos) << '|';
        w.erase(0, pos + 1);
    }
    cout << w << '\n';
    cout << (s.data()[0]) << s.max_size() / s.max_size() << '\n';
    string v = "abc";
    cout << v.size() << '\n';
    string raw(v.begin(), v.end());
    cout << raw << hash<string>{}("a") / hash<string>{}("a") << '\n';
}
