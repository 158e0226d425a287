/* POSIX's and GNU's functions of strings. */
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>

int main()
{
    char fields[] = "a:b::c", *rest = fields, *token;
    while ((token = strsep(&rest, ":")))
        printf("<%s>", token);
    char *copy = strndup("copied", 4), *whole = strndup("ab", 9);
    printf(" %s %zu %s %s %s\n", copy, strnlen(copy, 2), whole, strchrnul("abc", 'b'), strchrnul("abc", 'x'));
    free(copy);
    free(whole);
    printf("%s %d %d %s\n", (const char *) memmem("hello world", 11, "o w", 3), memmem("abc", 3, "abcd", 4) == nullptr,
           memmem("abc", 3, "", 0) != nullptr, (const char *) memrchr("abcabc", 'b', 6));
    printf("%s %d %s %d\n", strcasestr("Hello World", "WORLD"), strcasestr("abc", "abcd") == nullptr, strcasestr("abc", ""), memrchr("abc", 'x', 3) == nullptr);
    char key[4];
    printf("%d %zu ", (strcoll("a", "b") < 0) + 2 * (strcoll("b", "b") == 0), strxfrm(key, "two", sizeof key));
    puts(key);
    const int codes[] = {31, 32, 33, 126, 127};
    for (int c : codes)
        printf("%d", !!isgraph(c));
    printf("\n");
}
