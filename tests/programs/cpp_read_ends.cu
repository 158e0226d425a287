/* What a stream that has ended leaves in a string, and where a number ends that letters follow. */
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
using namespace std;

int main()
{
    istringstream words("some words"), lines("one\ntwo"), sizes("12in 3nm 4ft 5yd -6inf inf");
    string s, unit;
    while (words >> s) ;
    cout << '[' << s << ']';
    while (getline(lines, s)) ;
    cout << '[' << s << ']';
    istringstream none(""); s = "kept"; none >> s; cout << '[' << s << ']';
    istringstream empty(""); getline(empty, s); cout << '[' << s << "]\n";
    double d = 1;
    for (int i = 0; i < 5 && sizes >> d >> unit; i++) cout << d << ' ' << unit << ", ";
    cout << bool(sizes >> d) << d << '\n';
    char text[9];
    int n = sscanf("3.5fine", "%lf%8s", &d, text); printf("%d %g %s\n", n, d, text);
    n = sscanf("-inf nano", "%lf %lf%8s", &d, &d, text); printf("%d %s\n", n, text);
    n = sscanf("+Infinity5 in", "%lf%8s", &d, text); printf("%d %g %s\n", n, d, text);
}
