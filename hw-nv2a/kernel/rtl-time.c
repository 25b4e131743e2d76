/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Dates: 100 ns since the first of January 1601, a Monday. */
#include "calls.h"
#include "kernel.h"

enum {
    YEAR, MONTH, DAY, HOUR, MINUTE, SECOND, MILLISECONDS, WEEKDAY,
    UNITS_MS = 10000, MS_DAY = 86400000, DAYS_400 = 146097, FIRST_YEAR = 1601,
};

static bool leap(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int month_days(int year, int month)
{
    static const uint8_t days[12] = {
        31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
    };

    return days[month - 1] + (month == 2 && leap(year));
}

void STDCALL RtlTimeToTimeFields(const uint64_t *time, int16_t *f)
{
    uint64_t ms = *time;
    uint32_t in_day, days;
    int year = FIRST_YEAR, month = 1;

    divide(&ms, UNITS_MS);
    in_day = divide(&ms, MS_DAY);
    days = ms;
    f[WEEKDAY] = (days + 1) % 7;        /* 0: Sunday */
    year += days / DAYS_400 * 400;
    days %= DAYS_400;
    while (days >= 365u + leap(year)) {
        days -= 365 + leap(year++);
    }
    while (days >= (uint32_t)month_days(year, month)) {
        days -= month_days(year, month++);
    }
    f[YEAR] = year;
    f[MONTH] = month;
    f[DAY] = days + 1;
    f[HOUR] = in_day / 3600000;
    f[MINUTE] = in_day / 60000 % 60;
    f[SECOND] = in_day / 1000 % 60;
    f[MILLISECONDS] = in_day % 1000;
}

static bool valid(const int16_t *f)
{
    return f[YEAR] >= FIRST_YEAR && f[MONTH] >= 1 && f[MONTH] <= 12 &&
           f[DAY] >= 1 && f[DAY] <= month_days(f[YEAR], f[MONTH]) &&
           f[HOUR] >= 0 && f[HOUR] < 24 && f[MINUTE] >= 0 &&
           f[MINUTE] < 60 && f[SECOND] >= 0 && f[SECOND] < 60 &&
           f[MILLISECONDS] >= 0 && f[MILLISECONDS] < 1000;
}

uint8_t STDCALL RtlTimeFieldsToTime(const int16_t *f, uint64_t *time)
{
    uint32_t days = 0;
    uint64_t ms;

    if (!valid(f)) {
        return false;
    }
    for (int year = FIRST_YEAR; year < f[YEAR]; year++) {
        days += 365 + leap(year);
    }
    for (int month = 1; month < f[MONTH]; month++) {
        days += month_days(f[YEAR], month);
    }
    days += f[DAY] - 1;
    ms = (uint64_t)days * MS_DAY + f[HOUR] * 3600000 + f[MINUTE] * 60000 +
         f[SECOND] * 1000 + f[MILLISECONDS];
    *time = ms * UNITS_MS;
    return true;
}
