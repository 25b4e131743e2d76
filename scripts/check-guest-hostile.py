#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What should not be done to a card, done to it from a Debian guest: no
monitor, too little memory, odd modes and depths, the driver taken away and
brought back, programs stopped and killed in the middle of drawing, ten
channels at once.  Nothing may hang, the kernel may not complain, and the card
must still draw afterwards.  Results are TAP points.

  scripts/check-guest-hostile.py nv20 nv25
"""

import argparse
import re
import sys
import time

import debian_guest
from machine import Trouble

DISPLAY, expect, ink = (debian_guest.DISPLAY, debian_guest.expect,
                        debian_guest.ink)

# Name, dot clock in MHz, timings, flags; None: the server may refuse it.
MODES = [
    ('odd', '39.9 1000 1032 1128 1312 601 604 608 624', (1000, 601)),
    ('narrow', '12.6 328 336 384 416 245 249 251 262', None),
    ('doubled', '12.6 320 328 376 400 240 245 246 262 doublescan', None),
    ('laced', '44.9 1024 1048 1208 1264 768 776 784 817 interlace', None),
    ('huge', '400 4000 4100 4400 4800 3000 3001 3004 3100', None),
]


def console_works(guest):
    """Ten digits show on an empty console."""
    guest.run("printf '\\033[2J\\033[H\\033[?25l' >/dev/tty1; sleep 0.5")
    blank = ink(guest.picture())
    guest.run('echo 0123456789 >/dev/tty1; sleep 0.5')
    digits = ink(guest.picture())
    expect(blank == 0 and 200 < digits < 2000,
           'the console has %d pixels empty, %d with digits' %
           (blank, digits))


def console_back(guest):
    """Whoever had the screen is gone; nobody else puts the console back."""
    guest.run('busybox chvt 2; busybox chvt 1; sleep 1')


def quiet(guest):
    bad = guest.complaints()
    guest.run('dmesg -C')
    expect(not bad, 'dmesg: ' + '; '.join(bad[:3]))


# nouveau offers programs none there, and they have to live with it.
NO_CHANNELS = ['nv10']


def good_end(guest):
    """What drm-client ends with."""
    return 'no channel' if guest.chip in NO_CHANNELS else 'all right'


def client(guest, words, timeout=120):
    out = guest.run('/tmp/drm-client ' + words, timeout)
    expect(good_end(guest) in out, 'drm-client %s: %s' % (words, out[-200:]))


# --- checks of one boot ---

def reload_driver(guest):
    for _ in range(3):
        debian_guest.unload(guest)
        debian_guest.load(guest)
        console_works(guest)
    quiet(guest)


def depths(guest):
    for bits in (8, 16, 32):
        debian_guest.unload(guest)
        debian_guest.load(guest, 'fbcon_bpp=%d' % bits)
        got = guest.run('cat /sys/class/graphics/fb0/bits_per_pixel').strip()
        expect(got == str(bits), 'fb0 has %s bits, not %d' % (got, bits))
        console_works(guest)
    quiet(guest)


def formats(guest):
    """Every mode of the monitor, and formats that fit or do not."""
    out = guest.run('modetest -M nouveau -c')
    connector = re.search(r'^(\d+)\s+\d+\s+connected', out, re.M).group(1)
    modes = re.findall(r'^  #(\d+) ', out, re.M)
    expect(modes, 'modetest lists no modes')
    crtc = re.search(r'^CRTCs:.*?^(\d+)', guest.run('modetest -M nouveau -p'),
                     re.M | re.S).group(1)
    wanted = [('#%s' % m, 'XR24') for m in modes[:8]]
    wanted += [('#0', f) for f in ('RG16', 'XR15', 'C8', 'YUYV', 'AB24')]
    for mode, fourcc in wanted:
        guest.run('(sleep 1; echo) | modetest -M nouveau -s %s@%s:%s@%s' %
                  (connector, crtc, mode, fourcc), 60)
    console_back(guest)
    console_works(guest)
    quiet(guest)


# Linux keeps all contexts in 512 KiB of instance memory and oopses when they
# are used up.  So many programs fit on these chips, besides its own channel.
FEWER_CHANNELS = {'nv30': 8, 'nv35': 9}


def many_clients(guest, rounds):
    count = FEWER_CHANNELS.get(guest.chip, 10)
    out = guest.run('for i in $(seq 1 %d); do /tmp/drm-client %d & done; wait'
                    % (count, rounds), 300)
    well = out.count(good_end(guest))
    expect(well == count, '%d of %d ended well: %s' %
           (well, count, out[-200:]))


def channels(guest):
    client(guest, '3')
    many_clients(guest, 10)
    quiet(guest)


def stopped(guest):
    """A channel of somebody who sleeps, and of somebody who is no more."""
    guest.run('/tmp/drm-client 0 draw & echo $! >/tmp/pid; sleep 2')
    client(guest, '3')
    guest.run('kill -STOP $(cat /tmp/pid)')
    client(guest, '3')
    guest.run('kill -CONT $(cat /tmp/pid); sleep 1; '
              'kill -KILL $(cat /tmp/pid); wait')
    client(guest, '3')
    for _ in range(5):
        guest.run('/tmp/drm-client 0 draw & sleep 0.5; kill -KILL $!; wait')
    client(guest, '3')
    quiet(guest)


def x_draws(guest, what):
    out = guest.run(DISPLAY + 'x11perf -repeat 1 -reps 20 -rect100 '
                    '-copywinwin10', 60)
    expect(out.count('reps @') == 2, '%s: x11perf said %s' %
           (what, out[-200:]))


def x_modes(guest):
    debian_guest.start_x(guest)
    output = guest.run(DISPLAY + "xrandr | sed -n 's/ connected.*//p'")
    for name, timings, size in MODES:
        guest.run(DISPLAY + 'xrandr --newmode %s %s; %s xrandr --addmode '
                  '%s %s; %s xrandr --output %s --mode %s' %
                  (name, timings, DISPLAY, output, name, DISPLAY, output,
                   name), 60)
        taken = guest.status == 0
        x_draws(guest, 'mode ' + name)
        if size:
            expect(taken and guest.picture()[:2] == size,
                   'mode %s gave %dx%d' % ((name,) + guest.picture()[:2]))
    guest.run(DISPLAY + 'xrandr --output %s --auto' % output)
    quiet(guest)


def x_killed(guest):
    """Two clients draw; one stops, one dies, then the server dies."""
    debian_guest.start_x(guest)
    guest.run(DISPLAY + 'x11perf -repeat 100 -rect500 >/dev/null & '
              'echo $! >/tmp/one; ' + DISPLAY +
              'x11perf -repeat 100 -aa10text >/dev/null & echo $! >/tmp/two; '
              'sleep 8; kill -STOP $(cat /tmp/one); sleep 2; '
              'kill -KILL $(cat /tmp/two); sleep 1', 60)
    x_draws(guest, 'after one was killed')
    guest.run('kill -CONT $(cat /tmp/one); sleep 2; '
              'kill -KILL $(pidof Xorg); sleep 3', 60)
    client(guest, '3')
    # The terminal is still the dead server's: only the frame buffer is ours.
    debian_guest.unload(guest)
    debian_guest.load(guest)
    guest.run('dd if=/dev/urandom of=/dev/fb0 bs=4096 count=768; sleep 0.5')
    noise = ink(guest.picture())
    expect(noise > 700000, 'noise shows as %d pixels' % noise)
    quiet(guest)


def unplugged(guest):
    debian_guest.load(guest)
    status = guest.run('cat /sys/class/drm/card0-VGA-1/status').strip()
    expect(status == 'disconnected', 'VGA-1 is "%s"' % status)
    size = guest.run('wc -c </sys/class/drm/card0-VGA-1/edid').strip()
    expect(size == '0', 'the EDID has %s bytes' % size)
    client(guest, '3')
    quiet(guest)


def plugged_by_force(guest):
    """Whoever insists gets a mode without any EDID."""
    guest.run('echo on >/sys/class/drm/card0-VGA-1/status; '
              'cat /sys/class/drm/card0-VGA-1/modes; sleep 3')
    size = guest.run('cat /sys/class/graphics/fb0/virtual_size').strip()
    expect(size == '1024,768', 'fb0 has %s pixels' % size)
    console_works(guest)
    debian_guest.unload(guest)
    quiet(guest)


def small_memory(guest):
    debian_guest.load(guest)
    console_works(guest)
    client(guest, '3')
    many_clients(guest, 5)
    console_works(guest)
    quiet(guest)


# What the machine is like, and the checks in it.
BOOTS = [
    ('', [('the driver taken away and brought back 3 times', reload_driver),
          ('consoles of 8, 16 and 32 bits', depths),
          ('the monitor\'s modes, formats that fit or not', formats),
          ('many channels at once', channels),
          ('a channel stopped and killed while drawing', stopped),
          ('X in odd modes', x_modes),
          ('X clients and server killed while drawing', x_killed)]),
    ('monitor=off', [('no monitor', unplugged),
                     ('a mode without EDID', plugged_by_force)]),
    ('vram=16M', [('16 MiB of VRAM, as many channels', small_memory)]),
]


def check_boot(args, chip, properties, checks, tap):
    more = ['-drive', 'file=%s,format=raw,if=virtio,snapshot=on' %
            args.client]
    for p in properties.split(',') if properties else []:
        more += ['-global', '%s.%s' % (chip, p)]
    guest, lost = None, ''
    try:
        guest = debian_guest.Guest(args, chip, more)
        guest.wait_ready()
        guest.run('dmesg -n 1')
        guest.run('cat /dev/vdb >/tmp/drm-client; chmod 755 /tmp/drm-client')
        if not properties:
            debian_guest.load(guest)
    except Trouble as trouble:
        lost = str(trouble)
    try:
        for title, function in checks:
            begin, why = time.monotonic(), lost
            if not lost:
                try:
                    function(guest)
                except Trouble as trouble:
                    why = str(trouble)
            tap.point(not why, '%s %s (%.1f s)' %
                      (chip, title, time.monotonic() - begin), why)
    finally:
        if guest:
            guest.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n\n')[0])
    parser.add_argument('chips', nargs='+', help='nv20, nv25, ...')
    parser.add_argument('--guest', default='', metavar='DIR',
                        help='what scripts/guest-image made')
    parser.add_argument('--client', default='./build/tests-qtest/drm/drm-client',
                        help='the program drm-client')
    parser.add_argument('--plugin', default='./build/nv2a.so')
    parser.add_argument('--qemu', default='')
    parser.add_argument('--accel', default='tcg')
    parser.add_argument('--only', default='', metavar='WORDS',
                        help='checks whose names have these words')
    parser.add_argument('--verbose', action='store_true',
                        help='show what the guest prints')
    args = parser.parse_args()
    args.pictures = None
    boots = [(p, [c for c in checks if args.only in c[0]])
             for p, checks in BOOTS]
    tap = debian_guest.Tap(sum(len(c) for _, c in boots) * len(args.chips))
    for chip in args.chips:
        for properties, checks in boots:
            if not checks:
                continue
            if not debian_guest.guest_of(args, chip):
                for title, _ in checks:
                    tap.skip('%s %s' % (chip, title), debian_guest.NO_GUEST)
                continue
            check_boot(args, chip, properties, checks, tap)
    print(tap.summary())
    return 1 if tap.failed else 0


if __name__ == '__main__':
    sys.exit(main())
