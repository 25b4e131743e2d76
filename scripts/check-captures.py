#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Captures a Debian guest with X and an OpenGL program on the card, and
replays that in a fresh process: every call must do what it did, and VRAM and
state must be the same to the bit.

  scripts/check-captures.py nv20 nv34
  scripts/check-captures.py --thread off --seconds 20 --keep build/captures nv20

The guest is that of scripts/check-guest.py.  Says how large a capture is, how
long the replay takes, and what it cost the guest.
"""

import argparse
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

import debian_guest
from machine import Trouble


GEARS = '(DISPLAY=:0 glxgears -geometry 300x300+600+300 >/tmp/gears 2>&1 &)'
FRAMES = re.compile(r'(\d+) frames in ([\d.]+) seconds')
CARD = '/machine/peripheral/card'
MOST_SLOWER = 2.0               # a guest that is captured
# glxgears counts five seconds; of those inside a span one is whole for sure.
SHORTEST = 11


def debug(guest, command):
    monitor = guest.machine.monitor
    monitor.command('qom-set', path=CARD, property='x-debug', value=command)
    return monitor.command('qom-get', path=CARD, property='x-debug').strip()


def counts(guest):
    """(frames, seconds), of each five seconds so far."""
    return [(int(n), float(s))
            for n, s in FRAMES.findall(guest.run('cat /tmp/gears'))]


def processor(guest):
    """Seconds of QEMU's, of all its threads."""
    with open('/proc/%d/stat' % guest.machine.process.pid) as f:
        fields = f.read().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


class Span(NamedTuple):
    """What gears and QEMU did meanwhile."""
    frames: int
    seconds: float              # in which gears counted them
    processors: float

    @property
    def rate(self):
        return self.frames / self.seconds if self.seconds else 0.0

    def __str__(self):
        return '%.1f frames a second (of %.1f s)' % (self.rate, self.seconds)


def span(guest, seconds):
    """Of the next seconds."""
    before, used = len(counts(guest)), processor(guest)
    began = time.monotonic()
    time.sleep(seconds)         # the guest runs
    used = (processor(guest) - used) / (time.monotonic() - began)
    new = counts(guest)[before + 1:]    # the first began before
    return Span(sum(n for n, _ in new), sum(s for _, s in new), used)


def capture(guest, path, seconds):
    """What the card said; the spans before the capture, of it, behind it."""
    guest.wait_ready()
    guest.run('dmesg -n 1')
    debian_guest.load(guest)
    out = guest.run(debian_guest.XINIT, 180)
    debian_guest.expect(guest.status == 0, 'X did not start: ' + out)
    guest.run(GEARS)
    end = time.monotonic() + 90
    while not counts(guest):
        debian_guest.expect(time.monotonic() < end, 'no gears')
    before = span(guest, SHORTEST)
    said = debug(guest, 'capture start ' + path)
    debian_guest.expect(said.startswith('captures into'), said)
    inside = span(guest, seconds)
    said = debug(guest, 'capture stop')
    debian_guest.expect(re.match(r'captured \d+ calls, \d+ events, \d+ bytes$',
                                said), said)
    behind = span(guest, SHORTEST)
    complaints = guest.complaints()
    debian_guest.expect(not complaints, 'dmesg: ' + '; '.join(complaints[:3]))
    return said, before, inside, behind


def replay(args, path):
    """(the verdict, seconds of processor time)"""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    run = subprocess.run([args.nv_cap, 'replay', '--check', path],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         universal_newlines=True)
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    debian_guest.expect(run.returncode == 0, run.stdout.strip())
    return run.stdout.strip(), now.ru_utime - used.ru_utime


def check(args, chip, thread, path):
    guest = debian_guest.Guest(args, chip, [
        '-global', '%s.thread=%s' % (chip, thread)])
    try:
        said, before, inside, behind = capture(guest, path, args.seconds)
    finally:
        guest.close()
    print('# %s thread=%s: %s' % (chip, thread, said))
    print('# gears: %s before, %s captured, %s behind; QEMU used %.2f, %.2f '
          'and %.2f processors' % (before, inside, behind, before.processors,
                                   inside.processors, behind.processors),
          flush=True)
    verdict, seconds = replay(args, path)
    print('# %s; %.1f s of processor time for %.0f s' %
          (verdict, seconds, args.seconds), flush=True)
    # A host that does other things, too, is not always as fast.
    usual = min(before.rate, behind.rate)
    debian_guest.expect(inside.rate * MOST_SLOWER >= usual,
                       'the guest was %.1f times slower' %
                       (usual / max(inside.rate, 0.001)))


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split('\n\n')[0])
    parser.add_argument('chips', nargs='+',
                        help=', '.join(debian_guest.GUESTS))
    parser.add_argument('--seconds', type=float, default=SHORTEST,
                        help='how long to capture (default and least: %d)' %
                        SHORTEST)
    parser.add_argument('--thread', choices=('on', 'off', 'both'),
                        default='both', help="the card's own")
    parser.add_argument('--keep', metavar='DIR', help='where captures stay')
    parser.add_argument('--plugin', default='./build/nv2a.so')
    parser.add_argument('--nv-cap', default='./build/nv-cap')
    parser.add_argument('--qemu', metavar='PROGRAM')
    parser.add_argument('--guest', metavar='DIR')
    parser.add_argument('--accel', default='tcg')
    parser.add_argument('--verbose', action='store_true')
    args = parser.parse_args()
    if args.seconds < SHORTEST:
        parser.error('--seconds %g is too short: glxgears counts frames every '
                     'five seconds, which takes at least %d.' %
                     (args.seconds, SHORTEST))
    args.pictures = None
    return args


def main():
    args = parse()
    threads = ('on', 'off') if args.thread == 'both' else (args.thread,)
    tap = debian_guest.Tap(len(args.chips) * len(threads))
    with tempfile.TemporaryDirectory() as folder:
        if args.keep:
            os.makedirs(args.keep, exist_ok=True)
            folder = os.path.abspath(args.keep)
        for chip in args.chips:
            for thread in threads:
                text = '%s thread=%s: X and gears, replayed' % (chip, thread)
                why = ''
                if not debian_guest.guest_of(args, chip):
                    tap.skip(text, debian_guest.NO_GUEST)
                    continue
                try:
                    check(args, chip, thread, os.path.join(
                        folder, '%s-x-%s.nvcap' % (chip, thread)))
                except (Trouble, TimeoutError) as trouble:
                    why = str(trouble)
                tap.point(not why, text, why)
    print(tap.summary())
    return 1 if tap.failed else 0


if __name__ == '__main__':
    sys.exit(main())
