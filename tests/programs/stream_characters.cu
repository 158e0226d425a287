// Words and lines of a stream into arrays of characters.
#include <cstring>
#include <iostream>
#include <sstream>

struct person { char name[10]; int age; };

int main()
{
    std::istringstream in("2\n  xy\tabcdefg 34 last\nabcdefg,hi,\n\nno end");
    char word[10] = "hijklmnop", *p = word, line[5];
    person who = {"12345678", 0};
    in >> word;
    std::cout << word << ' ' << std::strlen(word) << ' ' << word[2] << '\n';
    in >> who.name >> p >> who.age;
    std::cout << who.name << ' ' << word << ' ' << who.age << '\n';
    in.ignore();
    in.getline(line, 5);
    std::cout << line << in.fail() << '\n';
    in.getline(line, 5, ',');
    std::cout << line << in.fail() << '\n';
    in.getline(line, 5, ',');
    std::cout << '[' << line << ']' << in.fail() << '\n';
    in.clear();
    in.getline(line, 5, ',');
    std::cout << line << in.fail() << '\n';
    in.getline(line, 5, ',');
    std::cout << line << in.fail() << in.eof() << '\n';
    in.clear();
    in.getline(word, 10, ',');
    std::cout << '[' << word << ']' << in.fail() << in.eof() << '\n';
    in >> word;
    std::cout << '[' << word << ']' << in.fail() << '\n';
    std::istringstream fits("abcd\nefgh");
    fits.getline(line, 5).getline(word, 5);
    std::cout << line << word << fits.fail() << fits.eof() << '\n';
}
