#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Boots a Debian guest with its own nouveau driver on the card, and checks
what a person would look for: text mode, a console, accelerated and not,
vertical blanks, X.  Results are TAP points, one a milestone and chip.

  scripts/check-guest.py nv20 nv34
  scripts/check-guest.py --pictures build/guest nv20
  scripts/check-guest.py --guest DIR nv20

The guest of a chip is made by scripts/guest-image unless the cache has it;
DIR is another one: vmlinuz, initrd.img, root.img.  The points of a chip whose
guest can neither be found nor made are skipped.
"""

import argparse
import re
import sys
import time

from debian_guest import (GUESTS, HEIGHT, NO_GUEST, WIDTH, XINIT, Guest, Tap,
                          expect, guest_of, ink, load, unload)
from machine import Trouble


# --- milestones ---

def text_mode(guest):
    guest.run("printf '\\033[2J\\033[H\\033[?25l' >/dev/tty1")
    blank = guest.picture()
    expect(blank[:2] == (720, 400), 'text mode has %dx%d pixels' % blank[:2])
    expect(ink(blank) == 0, 'a cleared screen has %d pixels' % ink(blank))
    guest.run('echo 0123456789 >/dev/tty1')
    text = ink(guest.picture())
    expect(200 < text < 2000, 'ten digits have %d pixels' % text)


def probe(guest):
    load(guest, 'noaccel=1')
    status = guest.run('cat /sys/class/drm/card0-VGA-1/status').strip()
    expect(status == 'connected', 'VGA-1 is "%s"' % status)
    size = guest.run('wc -c </sys/class/drm/card0-VGA-1/edid').strip()
    expect(size == '128', 'the EDID has %s bytes' % size)
    complaints = guest.complaints()
    expect(not complaints, 'dmesg: ' + '; '.join(complaints[:3]))


def framebuffer(guest):
    size = guest.run('cat /sys/class/graphics/fb0/virtual_size').strip()
    expect(size == '%d,%d' % (WIDTH, HEIGHT), 'fb0 has %s pixels' % size)
    guest.run("printf '\\033[2J\\033[H\\033[?25l' >/dev/tty1")
    blank = guest.picture()
    expect(blank[:2] == (WIDTH, HEIGHT), 'the screen has %dx%d pixels' %
           blank[:2])
    expect(ink(blank) == 0, 'a cleared console has %d pixels' % ink(blank))
    guest.run('echo 0123456789 >/dev/tty1')
    text = ink(guest.picture())
    expect(200 < text < 2000, 'ten digits have %d pixels' % text)
    guest.run('dd if=/dev/urandom of=/dev/fb0 bs=4096 count=768')
    noise = ink(guest.picture())
    expect(noise > WIDTH * HEIGHT * 9 // 10, 'noise in fb0 shows as %d '
           'pixels' % noise)


def channel(guest, options):
    unload(guest)
    load(guest, options)
    log = guest.run('dmesg | tail -n 60')
    expect('MM: using' in log, 'the kernel has no channel for copies')
    complaints = guest.complaints()
    expect(not complaints, 'dmesg: ' + '; '.join(complaints[:3]))


def channel_vram(guest):
    channel(guest, 'vram_pushbuf=1 nofbaccel=1')
    begin = time.monotonic()
    unload(guest)
    took = time.monotonic() - begin
    expect(took < 5, 'unloading took %.1f s' % took)
    load(guest, 'vram_pushbuf=1 nofbaccel=1')


def channel_gart(guest):
    channel(guest, 'nofbaccel=1')


# A read of fb0 waits for what the card still has to draw: an accelerated
# console only queues it, and a picture may be taken before the last lines.
SCROLL = ('printf "\\033[2J\\033[H\\033[?25l" >/dev/tty1; '
          'for i in $(seq 1 500); do echo "line $i of 500: '
          'the quick brown fox"; done >/dev/tty1; '
          'head -c 4 /dev/fb0 >/dev/null')


def console(guest):
    guest.run(SCROLL, 120)
    plain = guest.picture()
    expect(ink(plain) > 10000, 'the console is nearly empty')
    guest.save_picture(guest.chip + '-console')
    unload(guest)
    load(guest)
    guest.run(SCROLL, 120)
    accelerated = guest.picture()
    log = guest.run('dmesg | grep -i "switching to software" || true')
    expect(not log, log)
    wrong = sum(plain[2][i:i + 3] != accelerated[2][i:i + 3]
                for i in range(0, len(plain[2]), 3))
    expect(plain[:2] == accelerated[:2] and wrong == 0,
           '%d pixels of the accelerated console differ' % wrong)


def flips(guest):
    out = guest.run('modetest -M nouveau -c')
    connector = re.search(r'^(\d+)\s+\d+\s+connected', out, re.M)
    mode = re.search(r'#0 (\S+) ([\d.]+)', out)
    expect(connector and mode, 'modetest lists no connector or mode')
    crtc = re.search(r'^CRTCs:.*?^(\d+)', guest.run('modetest -M nouveau -p'),
                     re.M | re.S)
    out = guest.run('(sleep 6; echo) | modetest -M nouveau -v -s %s@%s:%s' %
                    (connector.group(1), crtc.group(1), mode.group(1)), 60)
    rates = [float(r) for r in re.findall(r'freq: ([\d.]+)Hz', out)]
    expect(rates, 'no flips: ' + out[-200:])
    # A busy host may miss some, never make more.
    rate, wanted = max(rates), float(mode.group(2))
    expect(abs(rate - wanted) < wanted * 0.05,
           '%.2f flips a second at %.2f Hz' % (rate, wanted))


# Pictures that EXA composes with the 3D engine, compared with sums.
RENDER = ('DISPLAY=:0 rendercheck -t fill,blend -o src,over,add '
          '-f a8r8g8b8,a8 2>&1 | tail -n 20')


def x_server(guest):
    out = guest.run(XINIT, 120)
    expect(guest.status == 0, 'X or xterm did not start: ' +
           guest.run('grep -E "\\(EE\\)" /var/log/Xorg.0.log | tail -n 3'))
    log = guest.run('cat /var/log/Xorg.0.log')
    expect('EXA' in log and 'Channel setup complete' in log,
           'X runs without EXA')
    picture = guest.picture()
    guest.save_picture(guest.chip + '-x')
    expect(5000 < ink(picture) < WIDTH * HEIGHT, 'the X screen is empty')
    out = guest.run(RENDER, 180)
    expect(re.search(r'^([1-9]\d*) tests passed of \1 total', out, re.M),
           'blending is wrong: ' + out)
    complaints = guest.complaints()
    expect(not complaints, 'dmesg: ' + '; '.join(complaints[:3]))


GEARS = ('(DISPLAY=:0 glxgears -geometry 300x300+600+300 >/tmp/gears 2>&1 &); '
         'for i in $(seq 1 120); do grep -q frames /tmp/gears && break; '
         'sleep 0.5; done; cat /tmp/gears')


def opengl(guest):
    """In the X server that runs."""
    out = guest.run('DISPLAY=:0 glxinfo -B', 60)
    expect('Accelerated: yes' in out, 'OpenGL is not accelerated: ' + out)
    out = guest.run(GEARS, 90)
    expect(re.search(r'^[1-9]\d* frames in', out, re.M), 'no gears: ' + out)
    data = guest.picture()[2]
    guest.save_picture(guest.chip + '-gears')
    guest.run('pkill glxgears')
    for i, name in enumerate(('red', 'green', 'blue')):
        count = sum(data[p + i] > data[p + (i + 1) % 3] + 64 and
                    data[p + i] > data[p + (i + 2) % 3] + 64
                    for p in range(0, len(data), 3))
        expect(count > 1000, 'the %s gear has %d pixels' % (name, count))
    complaints = guest.complaints()
    expect(not complaints, 'dmesg: ' + '; '.join(complaints[:3]))


MILESTONES = [
    ('M0', 'text mode before any driver', text_mode),
    ('M1', 'probe and EDID', probe),
    ('M2', 'fb0 of %dx%d' % (WIDTH, HEIGHT), framebuffer),
    ('M3', 'channel, buffers in VRAM', channel_vram),
    ('M4', 'channel, buffers in GART', channel_gart),
    ('M5', 'accelerated console equals plain', console),
    ('M6', 'flips at the rate of the mode', flips),
    ('M7', 'X with EXA: xterm, blending', x_server),
    ('M8', 'OpenGL: three gears', opengl),
]

# Why a card does not get there.
NO_CHANNELS = 'nouveau has no channels for NV10'
EXCEPT = {
    **{('nv10', name): NO_CHANNELS for name in ('M3', 'M4', 'M6', 'M7', 'M8')},
    ('nv2a', 'M6'): 'nouveau sets clocks by straps, which cannot say the '
                    'crystal of the console',
    ('nv2a', 'M8'): 'Mesa takes it for an NV25 and uses methods it lacks',
}


def check(args, chip, milestones, tap):
    guest, lost = None, ''
    try:
        guest = Guest(args, chip)
        print('# %s: shell after %.1f s' % (chip, guest.wait_ready()),
              flush=True)
        guest.run('dmesg -n 1')
    except Trouble as trouble:
        lost = str(trouble)
    try:
        for name, title, function in milestones:
            if (chip, name) in EXCEPT:
                tap.skip('%s %s %s' % (chip, name, title),
                         EXCEPT[chip, name])
                continue
            begin, why = time.monotonic(), lost
            if not lost:
                try:
                    function(guest)
                except Trouble as trouble:
                    why = str(trouble)
                    guest.save_picture('%s-%s-failed' % (chip, name))
            tap.point(not why, '%s %s %s (%.1f s)' % (
                chip, name, title, time.monotonic() - begin), why)
    finally:
        if guest:
            guest.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n\n')[0])
    parser.add_argument('chips', nargs='+', help=', '.join(GUESTS))
    parser.add_argument('--guest', metavar='DIR',
                        help="this guest instead of the chip's own")
    parser.add_argument('--make', action='store_true',
                        help='make the guests of these chips, no more')
    parser.add_argument('--plugin', default='./build/nv2a.so')
    parser.add_argument('--qemu', metavar='PROGRAM',
                        help="instead of the distribution's")
    parser.add_argument('--accel', default='tcg')
    parser.add_argument('--only', metavar='M1,M2,...', default='',
                        help='these milestones (each needs those before)')
    parser.add_argument('--pictures', metavar='DIR',
                        help='keep pictures of the console and of X')
    parser.add_argument('--summary', metavar='FILE',
                        help='write "N passed, N failed" there')
    parser.add_argument('--verbose', action='store_true',
                        help='show what the guest prints')
    args = parser.parse_args()
    if args.make:
        return 0 if all([guest_of(args, chip) for chip in args.chips]) else 1
    wanted = args.only.split(',') if args.only else [m[0] for m in MILESTONES]
    milestones = [m for m in MILESTONES if m[0] in wanted]
    tap = Tap(len(milestones) * len(args.chips))
    for chip in args.chips:
        if not guest_of(args, chip):
            for name, title, _ in milestones:
                tap.skip('%s %s %s' % (chip, name, title), NO_GUEST)
            continue
        check(args, chip, milestones, tap)
    print(tap.summary())
    if args.summary:
        with open(args.summary, 'w') as f:
            f.write(tap.summary() + '\n')
    return 1 if tap.failed else 0


if __name__ == '__main__':
    sys.exit(main())
