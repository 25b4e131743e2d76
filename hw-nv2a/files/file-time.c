/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Times of files. */
#include "files/file-time.h"

#include <stdbool.h>

#define TICKS 10000000u         /* a second */
#define DAY 86400u
#define FATX_YEAR 2000u

static bool is_leap(uint32_t year)
{
    return !(year % 4) && (year % 100 || !(year % 400));
}

static uint32_t month_days(uint32_t year, uint32_t month)
{
    static const uint8_t days[12] = {
        31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
    };

    return days[month - 1] + (month == 2 && is_leap(year));
}

/* @n / @by by shifts: 64-bit division would be a library's. */
static uint64_t divide(uint64_t n, uint32_t by, uint32_t *rest)
{
    uint64_t left = 0, quotient = 0;

    for (int bit = 63; bit >= 0; bit--) {
        left = left << 1 | (n >> bit & 1);
        quotient <<= 1;
        if (left >= by) {
            left -= by;
            quotient |= 1;
        }
    }
    *rest = left;
    return quotient;
}

uint64_t nv_file_time_join(const NvFileTime *t)
{
    uint32_t before = t->year - 1601, days;

    if (before > 899 || t->month - 1 > 11 || t->day - 1 > 30 ||
        t->day > month_days(t->year, t->month) || t->hour > 23 ||
        t->minute > 59 || t->second > 59) {
        return 0;
    }
    days = before * 365 + before / 4 - before / 100 + before / 400;
    for (uint32_t m = 1; m < t->month; m++) {
        days += month_days(t->year, m);
    }
    days += t->day - 1;
    return ((uint64_t)days * DAY + t->hour * 3600 + t->minute * 60 +
            t->second) * TICKS;
}

void nv_file_time_split(uint64_t time, NvFileTime *t)
{
    uint32_t rest, days;

    days = divide(divide(time, TICKS, &rest), DAY, &rest);
    t->hour = rest / 3600;
    t->minute = rest / 60 % 60;
    t->second = rest % 60;
    t->year = 1601;
    while (t->year < 2500 && days >= 365u + is_leap(t->year)) {
        days -= 365 + is_leap(t->year++);
    }
    t->month = 1;
    while (t->month < 12 && days >= month_days(t->year, t->month)) {
        days -= month_days(t->year, t->month++);
    }
    t->day = days < 31 ? days + 1 : 31;
}

uint64_t nv_file_time_from_fatx(uint32_t word)
{
    NvFileTime t = {
        .year = FATX_YEAR + (word >> 25), .month = word >> 21 & 15,
        .day = word >> 16 & 31, .hour = word >> 11 & 31,
        .minute = word >> 5 & 63, .second = (word & 31) * 2,
    };

    return nv_file_time_join(&t);
}

uint32_t nv_file_time_to_fatx(uint64_t time)
{
    NvFileTime t;

    nv_file_time_split(time, &t);
    if (t.year < FATX_YEAR) {
        t = (NvFileTime) { FATX_YEAR, 1, 1, 0, 0, 0 };
    } else if (t.year > FATX_YEAR + 127) {
        t = (NvFileTime) { FATX_YEAR + 127, 12, 31, 23, 59, 58 };
    }
    return (t.year - FATX_YEAR) << 25 | t.month << 21 | t.day << 16 |
           t.hour << 11 | t.minute << 5 | t.second / 2;
}
