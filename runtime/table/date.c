/* SPDX-License-Identifier: Apache-2.0 */
/* Dates of the proleptic Gregorian calendar and times of day, in the forms of ISO 8601 (RFC 3339 without its need of a zone). */
#include <inttypes.h>

#include "table/data_table.h"

enum { DAYS_OF_400_YEARS = 146097, DAYS_TO_1970 = 719468, MICRO = 1000000 };

#define MICRO_OF_DAY (86400 * (int64_t) MICRO)

/* Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in March, so that the leap day is the last. */
int64_t date_of(int64_t year, int month, int day)
{
    year -= month <= 2;
    int64_t era = (year >= 0 ? year : year - 399) / 400, of_era = year - era * 400,
            of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * DAYS_OF_400_YEARS + of_era * 365 + of_era / 4 - of_era / 100 + of_year -
           DAYS_TO_1970;
}

void date_parts(int64_t days, int64_t *year, int *month, int *day)
{
    int64_t z = days + DAYS_TO_1970,
            era = (z >= 0 ? z : z - DAYS_OF_400_YEARS + 1) / DAYS_OF_400_YEARS,
            in = z - era * DAYS_OF_400_YEARS,
            of_era = (in - in / 1460 + in / 36524 - in / (DAYS_OF_400_YEARS - 1)) / 365,
            of_year = in - (365 * of_era + of_era / 4 - of_era / 100), m = (5 * of_year + 2) / 153;
    *day = (int) (of_year - (153 * m + 2) / 5 + 1);
    *month = (int) (m < 10 ? m + 3 : m - 9);
    *year = of_era + era * 400 + (*month <= 2);
}

/* Exactly n digits. */
static bool digits(const char **p, const char *end, int n, int *out)
{
    *out = 0;
    for (; n; n--, (*p)++) {
        if (*p >= end || (unsigned char) (**p - '0') > 9)
            return false;
        *out = *out * 10 + (**p - '0');
    }
    return true;
}

static bool sign(const char **p, const char *end, char c)
{
    if (*p >= end || **p != c)
        return false;
    (*p)++;
    return true;
}

static int days_of_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    bool leap = (year % 4 == 0 && year % 100) || year % 400 == 0;
    return days[month - 1] + (month == 2 && leap);
}

static bool read_date(const char **p, const char *end, int64_t *out)
{
    int year, month, day;
    if (!digits(p, end, 4, &year) || !sign(p, end, '-') || !digits(p, end, 2, &month) ||
        !sign(p, end, '-') || !digits(p, end, 2, &day))
        return false;
    if (month < 1 || month > 12 || day < 1 || day > days_of_month(year, month))
        return false;
    *out = date_of(year, month, day);
    return true;
}

bool date_parse(const char *p, const char *end, int64_t *out_days)
{
    return read_date(&p, end, out_days) && p == end;
}

/* ".25": up to nine digits, of which six count. */
static bool read_fraction(const char **p, const char *end, int *out)
{
    int scale = MICRO, n = 0;
    *out = 0;
    if (!sign(p, end, '.'))
        return true;
    for (; *p < end && (unsigned char) (**p - '0') < 10; (*p)++, n++) {
        scale /= 10;
        *out += (**p - '0') * scale;
    }
    return n > 0 && n <= 9;
}

/* "Z", "+02:00": how many minutes the text is ahead of UTC. */
static bool read_zone(const char **p, const char *end, int *out)
{
    int hours = 0, minutes = 0;
    *out = 0;
    if (*p == end || sign(p, end, 'Z'))
        return true;
    bool west = **p == '-';
    if (!west && **p != '+')
        return false;
    (*p)++;
    if (!digits(p, end, 2, &hours) || (sign(p, end, ':'), !digits(p, end, 2, &minutes)))
        return false;
    *out = (west ? -1 : 1) * (hours * 60 + minutes);
    return hours < 24 && minutes < 60;
}

bool time_parse(const char *p, const char *end, int64_t *out_microseconds)
{
    int64_t days;
    int hour, minute, second = 0, micro = 0, zone;
    if (!read_date(&p, end, &days))
        return false;
    *out_microseconds = days * MICRO_OF_DAY;
    if (p == end)
        return true;
    if ((!sign(&p, end, 'T') && !sign(&p, end, ' ')) || !digits(&p, end, 2, &hour) ||
        !sign(&p, end, ':') || !digits(&p, end, 2, &minute))
        return false;
    if (sign(&p, end, ':') && (!digits(&p, end, 2, &second) || !read_fraction(&p, end, &micro)))
        return false;
    if (!read_zone(&p, end, &zone) || p != end || hour > 23 || minute > 59 || second > 59)
        return false;
    *out_microseconds += ((int64_t) hour * 3600 + (minute - zone) * 60 + second) * MICRO + micro;
    return true;
}

/* `width` digits and the sign before them. */
static char *put_number(char *to, char sign, int width, int v)
{
    *to = sign;
    for (int i = width; i > 0; i--, v /= 10)
        to[i] = (char) ('0' + v % 10);
    return to + width + 1;
}

void date_print(struct buf *out, int64_t days)
{
    int64_t year;
    int month, day;
    char text[16], *p;
    date_parts(days, &year, &month, &day);
    if (year < 0 || year > 9999) {
        buf_printf(out, "%04" PRId64 "-%02d-%02d", year, month, day);
        return;
    }
    p = put_number(text, '-', 4, (int) year);
    p = put_number(p, '-', 2, month);
    p = put_number(p, '-', 2, day);
    buf_put(out, text + 1, (size_t) (p - text - 1));
}

void time_print(struct buf *out, int64_t t)
{
    int64_t days = t / MICRO_OF_DAY - (t % MICRO_OF_DAY < 0), in = t - days * MICRO_OF_DAY;
    int seconds = (int) (in / MICRO), micro = (int) (in % MICRO);
    char text[20], *p = put_number(text, 'T', 2, seconds / 3600);
    date_print(out, days);
    p = put_number(p, ':', 2, seconds / 60 % 60);
    p = put_number(p, ':', 2, seconds % 60);
    if (micro) {
        p = put_number(p, '.', 6, micro);
        while (p[-1] == '0')
            p--;
    }
    buf_put(out, text, (size_t) (p - text));
}
