#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The console's pad and network with the drivers of a Debian guest, which
were written for the real parts: forcedeth gets an address and a file, xpad
sees keys and turns motors.  Results are TAP points.

  scripts/check-guest-ports.py [--accel kvm]
"""

import argparse
import functools
import hashlib
import http.server
import os
import sys
import tempfile
import threading
import time

import debian_guest
from machine import Trouble

expect = debian_guest.expect

MAC = '02:11:22:33:44:55'
SIZE = 8 << 20
MORE = ['-netdev', 'user,id=net', '-device', 'xbox-nic,netdev=net,mac=' + MAC,
        '-device', 'pci-ohci', '-device', 'xbox-pad,id=pad']
# What the guest's event device reports, by the numbers of Linux' headers.
EVENTS = {'a': (1, 0x130), 'up': (3, 0x11), 'l': (3, 0x02), 't': (3, 0x01)}
LEASE = 'printf "#!/bin/sh\\n[ \\$1 = bound ] && busybox ip addr add \\$ip/24 dev ' \
    'eth0; true\\n" >/tmp/lease; chmod +x /tmp/lease; ' \
    'busybox udhcpc -i eth0 -n -q -t 4 -s /tmp/lease'


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


def address(guest):
    out = guest.run('modprobe forcedeth && busybox ip link set eth0 up')
    expect(not out, 'modprobe forcedeth: ' + out)
    here = guest.run('cat /sys/class/net/eth0/address').strip()
    expect(here == MAC, 'the address is ' + here)
    out = guest.run(LEASE)
    addresses = guest.run('busybox ip addr show dev eth0')
    expect('10.0.2.15/24' in addresses, 'no lease: ' + out)


def transfer(guest):
    """A file from a server of this host, byte by byte, nothing lost."""
    data = os.urandom(SIZE)
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, 'file'), 'wb') as f:
            f.write(data)
        server = http.server.ThreadingHTTPServer(
            ('127.0.0.1', 0), functools.partial(Quiet, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        out = guest.run('busybox wget -q -O - http://10.0.2.2:%d/file | '
                        'md5sum' % server.server_port, 120)
        server.shutdown()
    expect(hashlib.md5(data).hexdigest() in out, 'the file is another: ' +
           out[-200:])
    counts = guest.run('cat /sys/class/net/eth0/statistics/rx_errors '
                       '/sys/class/net/eth0/statistics/tx_errors').split()
    expect(counts == ['0', '0'], 'errors: ' + ' '.join(counts))


def link(guest):
    monitor = guest.machine.monitor
    for up in False, True:
        monitor.command('set_link', name='net', up=up)
        end = time.monotonic() + 30
        while guest.run('cat /sys/class/net/eth0/carrier') != '%d' % up:
            expect(time.monotonic() < end, 'the carrier did not change')


def keys(guest):
    out = guest.run('modprobe ohci-pci; modprobe xpad; modprobe evdev; '
                    'udevadm settle; cat /sys/class/input/*/name')
    expect('X-Box pad' in out, 'no pad among: ' + out)
    guest.run('e=$(grep -l X-Box /sys/class/input/event*/device/name | '
              'cut -d/ -f5); cat </dev/input/$e >/tmp/events & sleep 1')
    for name in EVENTS:
        for down in True, False:
            guest.machine.monitor.command('input-send-event', events=[{
                'type': 'key', 'data': {
                    'down': down, 'key': {'type': 'qcode', 'data': name}}}])
            guest.run('sleep 0.1')
    # 24 bytes an event: time, type, code, value.
    rows = [line.split() for line in
            guest.run('od -An -v -w24 -t u2 /tmp/events').split('\n')]
    seen = [(int(row[8]), int(row[9])) for row in rows if len(row) == 12]
    for name, event in EVENTS.items():
        expect(seen.count(event) == 2, 'key %s is in %s %d times' %
               (name, seen, seen.count(event)))


def plug(guest):
    monitor = guest.machine.monitor
    for present in False, True:
        if present:
            monitor.command('device_add', driver='xbox-pad', id='pad')
        else:
            monitor.command('device_del', id='pad')
        end = time.monotonic() + 30
        while ('X-Box' in guest.run('cat /sys/class/input/*/name')) != present:
            expect(time.monotonic() < end, 'the pad did not come or go')


POINTS = [
    ('network: an address', address),
    ('network: %d MiB' % (SIZE >> 20), transfer),
    ('network: cable out and in', link),
    ('pad: keys', keys),
    ('pad: out and in', plug),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n\n')[0])
    parser.add_argument('--guest', metavar='DIR')
    parser.add_argument('--plugin', default='./build/nv2a.so')
    parser.add_argument('--qemu', metavar='PROGRAM')
    parser.add_argument('--accel', default='tcg')
    parser.add_argument('--verbose', action='store_true')
    args = parser.parse_args()
    tap = debian_guest.Tap(len(POINTS))
    if not debian_guest.guest_of(args, 'nv30'):
        for title, _ in POINTS:
            tap.skip(title, debian_guest.NO_GUEST)
        return 0
    guest = debian_guest.Guest(args, 'nv30', MORE)
    try:
        guest.wait_ready()
        guest.run('dmesg -n 1')
        for title, function in POINTS:
            why = ''
            try:
                function(guest)
            except Trouble as trouble:
                why = str(trouble)
            tap.point(not why, title, why)
    finally:
        guest.close()
    print(tap.summary())
    return 1 if tap.failed else 0


if __name__ == '__main__':
    sys.exit(main())
