/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

static int days_of(int month)
{
    const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month];
}

static int day_of_week(int year, int month, int day)
{
    static const int offsets[] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
    if (month < 2)
        year--;
    return (year + year / 4 - year / 100 + year / 400 + offsets[month] + day) % 7;
}

int main(void)
{
    int fridays = 0;
    for (int year = 1600; year < 2000; year++)
        for (int month = 0; month < 12; month++)
            for (int day = 1; day <= days_of(month); day++)
                fridays += day_of_week(year, month, day) == 5 && day == 13;
    long sum = 0;
    for (int i = 0; i < 1000000; i++)
        sum += days_of(i % 12);
    printf("%d %ld\n", fridays, sum);
    return 0;
}
