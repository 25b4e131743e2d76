/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program for the console: says hello to the debug port and ends. */
typedef void __attribute__((cdecl)) Print(const char *format, ...);
typedef void __attribute__((stdcall)) Return(unsigned why);

/* Imports by ordinal; a loader puts addresses in their place. */
const void *volatile nv_xbe_thunks[] = {
    (void *)(0x80000000u | 8),          /* DbgPrint */
    (void *)(0x80000000u | 49),         /* HalReturnToFirmware */
    0
};

void start(void)
{
    ((Print *)nv_xbe_thunks[0])("hello\n");
    ((Return *)nv_xbe_thunks[1])(4);
}
