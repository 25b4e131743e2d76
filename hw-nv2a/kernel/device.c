/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "kernel.h"
const ObjectType IoDeviceObjectType = { "Device", -1, NULL };
const ObjectType IoFileObjectType = { "File", 0, NULL };
