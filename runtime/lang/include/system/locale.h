/* SPDX-License-Identifier: Apache-2.0 */
/* C11 <locale.h>: the locale "C" is the only one. */
#ifndef WARPCELL_LOCALE_H
#define WARPCELL_LOCALE_H
#include <string.h>
#define LC_CTYPE 0
#define LC_NUMERIC 1
#define LC_TIME 2
#define LC_COLLATE 3
#define LC_MONETARY 4
#define LC_MESSAGES 5
#define LC_ALL 6
struct lconv { char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol, *mon_decimal_point; };
static inline char *setlocale(int category, const char *name)
{
    return !name || !*name || !strcmp(name, "C") || !strcmp(name, "POSIX") ? (char *) "C" : (char *) 0;
}
static inline struct lconv *localeconv(void)
{
    static struct lconv c = {(char *) ".", (char *) "", (char *) "", (char *) "", (char *) "", (char *) ""};
    return &c;
}
#endif
