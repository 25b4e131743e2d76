/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The host's floating point as generated code wants it: rounded toward zero,
 * denormals are 0 and become 0; and what it noticed.
 *
 * Facts: the manuals of x86-64 (MXCSR) and ARM64 (FPCR, FPSR).
 */
#ifndef NV_JIT_HOST_FP_H
#define NV_JIT_HOST_FP_H

#include <stdint.h>

#if defined(__x86_64__)
#include <xmmintrin.h>

/* What it noticed, in bits of the host. */
enum { NV_FP_INVALID = 1, NV_FP_OVERFLOW = 8, NV_FP_UNDERFLOW = 16 };

typedef struct NvHostFp {
    uint32_t csr;
} NvHostFp;

static inline NvHostFp nv_host_fp_save(void)
{
    return (NvHostFp) { _mm_getcsr() };
}

static inline void nv_host_fp_restore(NvHostFp fp)
{
    _mm_setcsr(fp.csr);
}

/* As described above; nothing was noticed yet. */
static inline void nv_host_fp_truncate(void)
{
    _mm_setcsr(0xffc0);         /* all masked */
}

static inline unsigned nv_host_fp_noticed(void)
{
    return _mm_getcsr();
}

#elif defined(__aarch64__)

enum { NV_FP_INVALID = 1, NV_FP_OVERFLOW = 4, NV_FP_UNDERFLOW = 8 };

typedef struct NvHostFp {
    uint64_t control, status;
} NvHostFp;

static inline NvHostFp nv_host_fp_save(void)
{
    NvHostFp fp;

    __asm__ volatile("mrs %0, fpcr\n\tmrs %1, fpsr"
                     : "=r" (fp.control), "=r" (fp.status) : : "memory");
    return fp;
}

static inline void nv_host_fp_restore(NvHostFp fp)
{
    __asm__ volatile("msr fpcr, %0\n\tmsr fpsr, %1"
                     : : "r" (fp.control), "r" (fp.status) : "memory");
}

static inline void nv_host_fp_truncate(void)
{
    /* RMode: toward zero; FZ; without traps. */
    nv_host_fp_restore((NvHostFp) { .control = 3u << 22 | 1u << 24 });
}

static inline unsigned nv_host_fp_noticed(void)
{
    return nv_host_fp_save().status;
}

#endif
#endif
