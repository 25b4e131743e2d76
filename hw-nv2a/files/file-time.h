/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Times of files: 100 ns since 1601 to what disks hold and back. */
#ifndef NV_FILES_FILE_TIME_H
#define NV_FILES_FILE_TIME_H

#include <stdint.h>

typedef struct NvFileTime {
    uint32_t year;              /* 1601 .. 2500 */
    uint32_t month, day;        /* from 1 */
    uint32_t hour, minute, second;
} NvFileTime;

/* 0 if a field is out of its range. */
uint64_t nv_file_time_join(const NvFileTime *t);
void nv_file_time_split(uint64_t time, NvFileTime *t);

/*
 * FATX: time in the low half (hour 15:11, minute 10:5, second / 2), date in
 * the high one (year 15:9 from 2000, month 8:5, day 4:0).
 */
uint64_t nv_file_time_from_fatx(uint32_t word);
uint32_t nv_file_time_to_fatx(uint64_t time);

#endif
