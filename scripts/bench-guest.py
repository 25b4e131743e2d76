#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What drawing in X costs: x11perf in a Debian guest, once on the card with
its nouveau driver and once on QEMU's standard VGA, where the guest's own
processor draws.

  scripts/bench-guest.py nv20 VGA
  scripts/bench-guest.py --frames nv20 nv34

After one run to get warm a test is run short and long; the difference of the
two is free of what starting costs.  Columns: operations a second as the guest
counts them (of aa10text, characters); host CPU time for one operation in
microseconds, of the whole of QEMU, of the card's work alone and of its
scanout.

With --frames: how many frames a second glxgears draws while the card works on
a thread of its own, and while it works between the guest's instructions, in
windows of two sizes.
"""

import argparse
import os
import re
import statistics
import sys

import debian_guest
from machine import Machine, Trouble

expect = debian_guest.expect

# Test, repetitions of the short and of the long run.
TESTS = [
    ('rect500', 1000, 20000),
    ('copywinwin500', 500, 5000),
    ('aa10text', 500, 10000),
]
GEARS = [(300, 300), (1000, 720)]
GEARS_SECONDS = 22              # it says something every five
TICK = os.sysconf('SC_CLK_TCK')

X = ('cd /root; (/usr/bin/X -noreset -nolisten tcp vt7 >/tmp/x.log 2>&1 &); '
     'for i in $(seq 1 120); do [ -e /tmp/.X11-unix/X0 ] && break; '
     'sleep 0.5; done; sleep 3; DISPLAY=:0 xset s off -dpms')


class Meter:
    """Host CPU seconds: of QEMU, of the card's work, of its scanout."""

    def __init__(self, guest, card):
        self.guest, self.card = guest, card

    def process(self):
        with open('/proc/%d/stat' % self.guest.machine.process.pid) as f:
            fields = f.read().rsplit(')', 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def own(self, name):
        if not self.card:
            return 0
        return self.guest.machine.monitor.command(
            'qom-get', path='/machine/peripheral/card', property=name) / 1e9

    def read(self):
        return [self.process(), self.own('x-work-ns'),
                self.own('x-show-ns')]


def run(guest, meter, test, count):
    """(operations a second, operations, CPU seconds of three kinds)."""
    begin = meter.read()
    out = guest.run('DISPLAY=:0 x11perf -repeat 1 -reps %d -%s' %
                    (count, test), 600)
    spent = [b - a for a, b in zip(begin, meter.read())]
    line = re.search(r'(\d+) reps @.*\( *([\d.]+)/sec\)', out)
    expect(guest.status == 0 and line, '%s did not finish: %s' %
           (test, out[-300:]))
    return float(line.group(2)), int(line.group(1)), spent


def start(guest, card):
    """As far as X."""
    guest.wait_ready()
    guest.run('dmesg -n 1; modprobe %s; udevadm settle' %
              ('nouveau' if card else 'bochs-drm'), 120)
    guest.run(X, 150)
    expect(guest.status == 0, 'X did not start')
    log = guest.run('cat /var/log/Xorg.0.log')
    expect(not card or 'Channel setup complete' in log, 'X runs without EXA')


def gears(args, device, thread):
    """Frames a second of each size."""
    guest = debian_guest.Guest(args, device, ('-global',
                                              'nv2a-card.thread=' + thread))
    rates = []
    try:
        start(guest, True)
        for size in GEARS:
            out = guest.run('DISPLAY=:0 vblank_mode=0 timeout %d '
                            'glxgears -geometry %dx%d' %
                            ((GEARS_SECONDS,) + size), GEARS_SECONDS + 60)
            said = re.findall(r'= ([\d.]+) FPS', out)
            expect(len(said) > 1, 'glxgears said nothing: ' + out[-300:])
            rates.append(statistics.median(float(n) for n in said[1:]))
    finally:
        guest.close()
    return rates


def frames(args, device):
    if not device.startswith('nv'):
        return
    rates = [gears(args, device, thread) for thread in ('off', 'on')]
    for size, off, on in zip(GEARS, *rates):
        print('%-6s glxgears %4d x %-4d %8.1f %8.1f %6.2f' %
              ((device,) + size + (off, on, on / off)), flush=True)


def bench(args, device):
    card = device.startswith('nv')
    guest = debian_guest.Guest(args, device)
    try:
        start(guest, card)
        meter = Meter(guest, card)
        for test, short, long in TESTS:
            if args.tests and test not in args.tests.split(','):
                continue
            run(guest, meter, test, short)
            _, begun, few = run(guest, meter, test, short)
            rate, done, many = run(guest, meter, test, long)
            each = [(b - a) / (done - begun) * 1e6
                    for a, b in zip(few, many)]
            own = '%9.2f %9.2f' % tuple(each[1:]) if card else \
                  '%9s %9s' % ('-', '-')
            print('%-6s %-14s %10.0f %9.2f %s' %
                  (device, test, rate, each[0], own), flush=True)
        complaints = guest.complaints() if card else []
        expect(not complaints, 'dmesg: ' + '; '.join(complaints[:3]))
    finally:
        guest.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n\n')[0])
    parser.add_argument('devices', nargs='+', help='nv20, ..., VGA')
    parser.add_argument('--guest', default='', metavar='DIR',
                        help='what scripts/guest-image made')
    parser.add_argument('--plugin', default='./build/nv2a.so')
    parser.add_argument('--qemu', default='')
    parser.add_argument('--accel', default='tcg')
    parser.add_argument('--frames', action='store_true',
                        help='glxgears with and without a thread of the card')
    parser.add_argument('--tests', default='', metavar='T1,T2,...')
    parser.add_argument('--verbose', action='store_true',
                        help='show what the guest prints')
    args = parser.parse_args()
    args.pictures = None
    if args.frames:
        print('%-27s %8s %8s %6s' % ('frames a second, thread=', 'off', 'on',
                                     'ratio'))
    else:
        print('%-6s %-14s %10s %9s %9s %9s' % ('device', 'test', 'op/s',
                                               'QEMU', 'work', 'scanout'))
    failed = 0
    for device in args.devices:
        try:
            (frames if args.frames else bench)(args, device)
        except Trouble as trouble:
            print(trouble, file=sys.stderr)
            failed = 1
    return failed


if __name__ == '__main__':
    sys.exit(main())
