/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The types of this folder, and where a NIC finds its cable. */
#include "qemu/osdep.h"
#include "ports.h"

/* As in ../compat.h: what another supported release lacks is weak. */
#if !defined(NV2A_PLUGIN)
/* In a QEMU tree all is there. */
#elif QEMU_VERSION_MAJOR >= 10
#pragma weak qemu_configure_nic_device
#else
#pragma weak nb_nics
#pragma weak nd_table
#endif

void nv2a_ports_register(void)
{
    nv2a_pad_register();
    nv2a_aci_register();
    nv2a_apu_register();
    nv2a_nic_register();
}

#if QEMU_VERSION_MAJOR >= 9             /* nd_table went in 9.0 */
static void take_nic(DeviceState *dev)
{
    qemu_configure_nic_device(dev, true, NULL);
}
#else
static void take_nic(DeviceState *dev)
{
    int i;

    for (i = 0; i < nb_nics; i++) {
        NICInfo *nd = &nd_table[i];

        if (nd->used && !nd->instantiated &&
            (!nd->model || !strcmp(nd->model, TYPE_XBOX_NIC))) {
            qdev_set_nic_properties(dev, nd);
            return;
        }
    }
}
#endif

void nv2a_ports_configure_nic(DeviceState *dev, const uint8_t *mac)
{
    take_nic(dev);
    if (mac) {
        qdev_prop_set_macaddr(dev, "mac", mac);
    }
}

#ifndef NV2A_PLUGIN
type_init(nv2a_ports_register)
#endif
