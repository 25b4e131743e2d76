/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The version of library, tools and plugin: MAJOR.MINOR.  Here it stands once;
 * meson.build and the packages read this line.
 */
#ifndef NV2A_VERSION_H
#define NV2A_VERSION_H

#define NV2A_VERSION "0.1"

#endif
