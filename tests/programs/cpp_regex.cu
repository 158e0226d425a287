// <regex>: ECMAScript patterns, iterators, replacements, errors.
#include <regex>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>
struct C { const char *p, *t; };
C cases[] = {{"bc|(?:a{2}b$)*?","cb1bab"},
{"(?:a*?)a*?(?=b??(.+?)^)|c+?\\s??b","ac"},
{"\\s(?!^(?:cab))."," "},
{"(\\d)","cac c"},
{"a","Abaa"},
{"(c+?)(a)*?c|b{1,2}","ba1cb"},
{"c(?:\\w{2}(c)(?:b{1,})|ba)+?(?:b[[:alpha:]]*(?:[[:alpha:]]+?c|[a-c]b?))"," bbb "},
{"ab{1,}","ccabbA"},
{"ac(?:a?)|b(c??b.|c*).{1,}"," c b11 A"},
{"\\B","bba a1a"},
{"$[[:alpha:]]\\B","1bAcA1"},
{"\\b","Ac1a"},
{"(?:(?:c)*)((?!ac).)","aabcc ca"},
{"[[:alpha:]]$",""},
{"(?!c{1,2}|\\B(c+?a*))(ba|(?:ba.)a{1,2}b)+","abc"},
{"a($)+|(.+|(b{2}|[[:alpha:]]*c{1,}){1,}(?=a+?)(?=c?a))*a(?:(?:c{1,2}a)c{2})","1 "},
{"\\d(b)"," abb1a"},
{"a*","A a1Ac1"},
{"(?:c??)(?:.?.b)??","aaAAb"},
{"[a-c]ca","a1 "},
{"b+c|c*","caAaA1"},
{"c"," aabAaAa"},
{"a|b","caabb1b"},
{"b|(?=a|(?!\\Bc*).)","abc"},
{".","bbaAb"},
{"(b*?c+?[ab]??|(?=c?cc{1,2}).{1,2})|b+?(?:.{1,}c+|b)*","1b "},
{"[ab]?a?","A1"},
{"[a-c]","A1b"},
{"a","aab1aba"},
{"b\\wb"," b  "},
{"c[^a]*?(?:a+?)"," AA"},
{"a*c$|b\\b","1A1Aab1 "},
{"c+?|a","cacbaa"},
{".c(?=a{1,}(b{1,})c??)"," "},
{"b+?","b"},
{"(a)c((?:bc[^a]|b)b+)","aaAba"},
{"(?:c(?:c+)??|cbc)"," "},
{"a?","ab1A1aa"},
{"c{1,2}[[:alpha:]]+?|b"," 1b"},
{"cc{1,2}","a1ab1"},
{"c+?c","1b"},
{"[^a]a*",""},
{"(?:ab{1,}b)(?:a{1,}|^a)(b*?)"," "},
{"(b*c?)a",""},
{"c{2}","AbAba"},
{"a{1,2}b??\\s+?","acaa1 c "},
{"\\Bc*(?=aa*?|cb{1,})","a1 "},
{".c??\\b","1cbaAa"},
{"(?!.\\s(?:a){2})|c??","  "},
{"(?:b*b*?b)c*","aaAaA"},
{"ab\\B|$(?=c|c)c","c"},
{".+?.??","AA1bbc b"},
{"b","A1bbbA"},
{"(?!a\\B|(?=a|[a-c]b)(?!c+a+b)$)c??b??","c"},
{"b(.*)","1aA1ab1a"},
{".c??b?|c","1"},
{".{2}","abb1bb"},
{"(?=c(?:c?c{2}c|$))aa+","cAbAacc"},
{"a(?=\\d)|(?:.b{1,2}.|.)a?.","c1A  a"},
{"(?:(?!aa)|c{1,2})(c*c+c+?)+\\d","acab1aA"},
{"a{2}","AcaaAba"},
{"(?=[^a]??a*b*?)b+|a{1,2}(?:bc)","ab11"},
{"(?!b|a{1,}bc)c*(?=c{1,}(?:b*cb)|\\Bb)|ac{1,}","ba aa 1"},
{"\\sb","a"},
{"a{1,}(?:.+?\\B)c+?|\\b","1"},
{"a{1,2}b","aA aA"},
{"b",""},
{".{2}|(?!c(?:ca{2}[ab]??)^|b+?)c*a+?","1ba1"},
{"c{1,}\\B","Aab A a"},
{".??a{2}","bbA "},
{"b{1,2}","cbb1A"},
{"(c)^","c"},
{"\\d*a","Abab"},
{"bc*?","c"},
{"c??","c1bcc"},
{"a(?:(?:c)(?=^.b?))+","  b"},
{"c\\b|(.\\b)aa","abbb"},
{"c?a{2}b","abAa"},
{"b(?=(?=b{2}|\\bac+))^|bb","1ca "},
{"c*?.(b?(c{1,2}^c|\\d\\w))","bacb1A"},
{"a(?:(?:a*?a{2}b|a?)a)a","1 bbA"},
{"c??b|c","cbbA"},
{"\\B|bb","abb c"},
{"b{1,}(?:(?!a+?))","b  ba111"},
{".","1aaa cAb"},
{"b(?!(bb{1,}a)*?)c|c(?:[^a]*a(b\\w*?b+?){1,}|b{2}c*?)$"," ba"},
{"ab|(?:(?:.{2}[[:alpha:]])a+?)","ca   "},
{"(\\d{1,2}c*|ab)","a1b b1a"},
{"([^a])+?|[^a]*(?:c)","c"},
{"\\da(cc)?","a caa 1a"},
{"ccb*?|(c|\\Bb+?)*.(?:a+a\\B|^[^a](\\b\\s){1,})","baAba cb"},
{"a((?:b)*){1,}c|c((?:a)cc{1,2}|.*(bc)b)b*","abAb  1a"},
{"(c{1,})*?(?:([^a]ab{1,2})\\B)??","ba"},
{"a*b","AAaAa b"},
{"c*\\ba|(?=c??a|b*?\\da)","ba"},
{"(c\\B|a{1,2})a+?b|[a-c][[:alpha:]]c{1,2}","Ab"},
{"c","ccbaAaab"},
{"[a-c]{2}c(?:c??a)",""},
{"\\w+^"," a AA1a"},
{".\\Bb|b??","cbacbcba"},
{"b","cc"},
{"b{2}(a??c{1,2}b{1,2})|b??c+","acbaAb"},
{"(?:[a-c]{2}(?=a)b){1,}c","bbbb"},
{"bbb|a","bacb1"},
{"^ca|(?:acc){2}c+?a","aa"},
{".(?:c)b"," bAa"},
{"b+","1bAaAb "},
{"a??$","Aa "},
{"(c??.??|a{1,2}).b?|((\\b)c{1,2})c","1aac"},
{"b*b|c*b","aabaaaa"},
{"bb\\w",""},
{"a{1,}[[:alpha:]]*?c","cbc"},
{".?b[^a]","bbAAbbb"},
{"c|(?=(c+?|a\\b)aa)a","bbbb"},
{"([^a]?)","1b1ba"},
{"ba","bb1b11Ab"},
{"c+?.","1aa "},
{"a{1,}\\w","aa1"},
{"(?=a*)","c1caa"},
{"(?!(?=[[:alpha:]]a)\\d+(?=b))$(?!(?:\\B.b)c)","1bA"}};
static void uses() { std::string s = "The year 1999 and 2024, mail: foo@bar.com"; std::regex r(R"((\d{4}))"); std::smatch m; if (std::regex_search(s, m, r)) std::cout << m[0] << ' ' << m.position() << ' ' << m.prefix() << '\n'; for (std::sregex_iterator i(s.begin(), s.end(), r), e; i != e; ++i) std::cout << i->str() << ';'; std::cout << '\n'; std::regex mail("([\\w.]+)@(\\w+)\\.com"); std::cout << std::regex_match("foo@bar.com", mail) << std::regex_match("nope", mail) << '\n'; std::cout << std::regex_replace(s, std::regex("[aeiou]"), "*") << '\n' << std::regex_replace("2024-01-02", std::regex("(\\d+)-(\\d+)-(\\d+)"), "$3/$2/$1") << '\n'; std::string t = "a, b,c"; std::regex sep("\\s*,\\s*"); std::sregex_token_iterator it(t.begin(), t.end(), sep, -1), end; for (; it != end; ++it) std::cout << '[' << *it << ']'; std::cout << '\n'; try { std::regex bad("(a"); } catch (const std::regex_error &e) { std::cout << "bad\n"; } std::cout << std::regex_search("HELLO", std::regex("hello", std::regex::icase)) << '\n'; }

static void errors() { const char *bad[] = {"(a", "a)", "[a", "a{2", "a{3,1}", "*a", "a**", "\\", "[z-a]", "[[:foo:]]", "(a)\\2", "a{x}", "\\q", "(?:a|b"}; for (auto b : bad) { try { std::regex r(b); std::cout << b << " ok\n"; } catch (const std::regex_error &e) { std::cout << b << " " << e.code() << " " << e.what() << "\n"; } } }

static void all_cases() { for (auto &c : cases) { std::string t = c.t; std::cout << c.p << " / " << t << ": "; for (int f : {0, 1}) { try { std::regex r(c.p, f ? std::regex::icase | std::regex::ECMAScript : std::regex::ECMAScript); std::smatch m; std::cout << std::regex_match(t, m, r) << m.size(); if (std::regex_search(t, m, r)) { for (size_t i = 0; i < m.size(); i++) std::cout << '[' << m[i].matched << m[i].str() << ']'; std::cout << m.position() << m.prefix() << '|' << m.suffix(); } std::cout << " R:" << std::regex_replace(t, r, "<$&>") << " I:"; for (std::sregex_iterator i(t.begin(), t.end(), r), e; i != e; ++i) std::cout << i->position() << '+' << i->length() << ' '; std::cout << "T:"; std::sregex_token_iterator i(t.begin(), t.end(), r, -1), e; for (; i != e; ++i) std::cout << '{' << *i << '}'; } catch (std::regex_error &e) { std::cout << e.code(); } std::cout << '\n'; } } }

static void more()
{
    std::cmatch m;
    std::regex words("(\\w)(\\w*)");
    std::cout << std::regex_search("  one two", m, words) << m.size() << m.str(1) << m.length(2) << m.position(2) << m.format("[$2$1$$$&]") << '\n';
    std::string text = "key=value; other = 5;x=";
    std::regex pair(R"((\w+)\s*=\s*(\w*))");
    for (auto i = std::sregex_iterator(text.begin(), text.end(), pair); i != std::sregex_iterator(); ++i) { const std::smatch &s = *i; std::cout << s[1] << "->" << s[2].str() << (s[2].length() ? "" : "(none)") << ' '; }
    std::cout << std::distance(std::sregex_iterator(text.begin(), text.end(), pair), std::sregex_iterator()) << '\n';
    std::vector<std::string> parts(std::sregex_token_iterator(text.begin(), text.end(), pair, {1, 2}), std::sregex_token_iterator());
    for (auto &p : parts) std::cout << p << '|';
    std::cout << std::regex_replace("aaa", std::regex("a"), "b", std::regex_constants::format_first_only) << std::regex_replace("a1b2", std::regex("[0-9]"), "<$&>", std::regex_constants::format_no_copy) << '\n';
    std::regex r;
    r = "x+";
    r.assign("(a)(b)(?:c)");
    std::cout << r.mark_count() << std::regex_match("abc", r) << std::regex_match("ab\nc", std::regex("ab.c")) << std::regex_search("one\ntwo", std::regex("^two", std::regex::multiline)) << std::regex_search("one\ntwo", std::regex("^two")) << '\n';
    std::string longer(200000, 'a');
    std::cout << std::regex_match(longer, std::regex("(a|b)*")) << std::regex_search(longer + "b", std::regex("a*b")) << '\n';
}

int main() { uses(); errors(); all_cases(); more(); }
