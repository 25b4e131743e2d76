#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Snapshots again and again under a guest that draws: every second one is
taken, the guest goes on, and half a second later it is taken back to it.  No
check of the guest may fail and QEMU's memory may not grow.

  scripts/soak.py --seconds 20 nv25       the bundled guest
  scripts/soak.py --seconds 7200 --x nv34 X and OpenGL in a Debian guest

What counts as memory is all that is resident but the buffer of QEMU's
translator, which fills up to its size whatever the guest does.  The guest's
own is resident from the beginning, or a guest that comes to use more of it
would look like a leak; for the same reason what malloc() took of the system
counts whole, touched or not.  Prints a line of figures now and then and TAP
points at the end.
"""

import argparse
import json
import os
import re
import signal
import statistics
import struct
import sys
import time

from importlib import import_module

import debian_guest
from machine import SCENES, Machine, Trouble

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MIB = 1024.0                    # in KiB
TAG = 'soak'
CLUSTER = 1 << 16
ARENA = 64 << 20                # HEAP_MAX_SIZE of glibc on 64-bit hosts
DISK = 64 << 20


def guest_memory(mib):
    """Options for QEMU: so much, all of it touched before the guest runs."""
    return ['-object', 'memory-backend-ram,id=ram,size=%dM,prealloc=on' % mib,
            '-machine', 'memory-backend=ram']


def make_disk(path):
    """An empty qcow2 image: header, reference counts, first table."""
    words = {0: 0x514649fb, 4: 2, 20: 16, 28: DISK, 36: 1, 44: 3 * CLUSTER,
             52: CLUSTER, 56: 1, CLUSTER + 4: 2 * CLUSTER,
             2 * CLUSTER: 0x00010001, 2 * CLUSTER + 4: 0x00010001}
    image = bytearray(4 * CLUSTER)
    for offset, word in words.items():
        struct.pack_into('>I', image, offset, word)
    with open(path, 'wb') as f:
        f.write(image)


def of_malloc(mapping):
    """The heap, or the arena of a thread: glibc aligns those to their most.
    The thread that translates takes tens of MiB once and frees them with each
    snapshot that is loaded, and touches other pages of them every time."""
    start = int(mapping[0].split('-')[0], 16)
    return (mapping[-1] == '[heap]' or
            (len(mapping) == 5 and mapping[1] == 'rw-p' and
             start % ARENA == 0))


def memory(pid):
    """KiB: the translator's buffer, and all the rest."""
    code = rest = 0
    mapping = []
    with open('/proc/%d/smaps' % pid) as f:
        for line in f:
            head = line.split()
            if '-' in head[0] and not head[0].endswith(':'):
                mapping = head
            elif head[0] == ('Size:' if of_malloc(mapping) else 'Rss:'):
                # Code of our own is never writable: jit/code.c.
                if mapping[1].startswith('rwx'):
                    code += int(head[1])
                else:
                    rest += int(head[1])
    return code, rest


class Bundled:
    """The guest of this project, drawing its scenes for ever."""

    def __init__(self, args):
        self.passed = self.failed = self.scenes = 0
        self.failures = []
        command = [args.qemu, '-plugin', args.plugin, '-nodefaults',
                   '-vga', 'none', '-m', '32', '-display', 'none',
                   *guest_memory(32),
                   '-accel', 'tcg,tb-size=16',
                   '-device', '%s,vram=16M,id=card' % args.device,
                   '-kernel', args.guest,
                   '-append', 'scenes=%s loop=1' % SCENES,
                   '-drive', 'if=none,id=disk,format=qcow2,file=' + args.disk]
        self.machine = Machine(command, args.verbose)

    def listen(self, seconds):
        """Counts what the guest says for a while."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                line = self.machine.serial.next(end - time.monotonic())
            except TimeoutError:
                return
            if line is None:
                raise Trouble('QEMU ended. ' + self.machine.said())
            # Taken back in the middle of a line, its end comes alone.
            if line.startswith('PASS '):
                self.passed += 1
            elif line.startswith('FAIL '):
                self.failed += 1
                self.failures.append(line)
                print('# ' + line, flush=True)
            elif re.match(r'SCENE \w READY', line):
                self.scenes += 1
            elif line.startswith(('FATAL', 'DONE')):
                raise Trouble('The guest ended: ' + line)

    def figures(self):
        return '%d scenes, %d PASS, %d FAIL' % (self.scenes, self.passed,
                                                self.failed)

    def finish(self):
        return self.failures + ([] if self.scenes else ['no scene is drawn'])


class X:
    """Debian's X server with a program that draws and one that turns."""

    LOAD = ('(while :; do DISPLAY=:0 x11perf -repeat 1 -time 1 -rect100 '
            '-copywinwin500 -aa10text -putimage100; done) '
            '>/tmp/x11perf 2>&1 &')
    GEARS = 'DISPLAY=:0 glxgears >/tmp/gears 2>&1 &'

    def __init__(self, args):
        args.guest = args.pictures = None
        self.guest = debian_guest.Guest(args, args.device,
                                        guest_memory(debian_guest.GUEST_MIB))
        self.machine = self.guest.machine
        self.guest.wait_ready()
        debian_guest.load(self.guest)
        import_module('check-guest').x_server(self.guest)
        self.guest.run('dmesg -C; ' + self.LOAD + ' ' + self.GEARS + ' true')

    def listen(self, seconds):
        time.sleep(seconds)     # the machine runs

    def figures(self):
        """How often both have said how fast they were."""
        said = self.guest.run(
            'echo $(grep -c frames /tmp/gears) times gears, '
            '$(grep -c reps /tmp/x11perf) of x11perf')
        # The kernel may have something to say in between.
        return 'X under load: ' + ' / '.join(said.split('\n'))

    def finish(self):
        """It still answers, draws, and the kernel has nothing to say."""
        bad = self.guest.complaints()
        frames = self.guest.run('wc -l </tmp/gears')
        time.sleep(12)
        if self.guest.run('wc -l </tmp/gears') == frames:
            bad.append('the gears stand still')
        said = self.guest.run('tail -40 /tmp/x11perf')
        if 'reps' not in said:
            bad.append('x11perf measured nothing: ' +
                       (said.strip().splitlines() or ['it is silent'])[-1])
        return bad


class Soak:
    def __init__(self, args, guest):
        self.args, self.guest = args, guest
        self.samples = []       # (seconds, KiB)
        self.code = 0
        self.cycles = 0
        self.worst = {'savevm': 0.0, 'loadvm': 0.0}
        self.figures = ''       # of the guest, as last said

    def monitor(self, command):
        begin = time.monotonic()
        answer = self.guest.machine.monitor.command(
            'human-monitor-command',
            **{'command-line': '%s %s' % (command, TAG)})
        self.worst[command] = max(self.worst[command],
                                  time.monotonic() - begin)
        if answer.strip():
            raise Trouble('%s: %s' % (command, answer.strip()))

    def cycle(self, began):
        self.monitor('savevm')
        self.guest.listen(self.args.every / 2)
        self.monitor('loadvm')
        self.guest.listen(self.args.every / 2)
        self.cycles += 1
        self.code, rest = memory(self.guest.machine.process.pid)
        self.samples.append((time.monotonic() - began, rest))

    def say(self, began):
        self.figures = self.guest.figures()
        print('# %5.0f s, %d cycles, %.1f MiB, savevm %.0f ms, loadvm %.0f ms '
              'at most, %s' % (time.monotonic() - began, self.cycles,
                               self.samples[-1][1] / MIB,
                               self.worst['savevm'] * 1e3,
                               self.worst['loadvm'] * 1e3,
                               self.figures), flush=True)

    def run(self):
        began = said = time.monotonic()
        while time.monotonic() < began + self.args.seconds:
            self.cycle(began)
            if time.monotonic() > said + self.args.say:
                said = time.monotonic()
                self.say(began)
        self.say(began)

    def growth(self):
        """KiB from the second quarter to the last: by then all that fills
        up once, pages of the guest and caches, has."""
        kib = [k for _, k in self.samples]
        if len(kib) < 8:
            raise Trouble('%d snapshots are too few to tell.' % len(kib))
        quarter = len(kib) // 4
        return (statistics.median(kib[-quarter:]) -
                statistics.median(kib[quarter:2 * quarter]))

    def result(self, bad):
        return {'device': self.args.device, 'cycles': self.cycles,
                'seconds': round(self.samples[-1][0]),
                'first_mib': round(self.samples[0][1] / MIB, 2),
                'last_mib': round(self.samples[-1][1] / MIB, 2),
                'growth_kib': self.growth(),
                'translator_mib': round(self.code / MIB, 2),
                'worst_ms': {k: round(v * 1e3)
                             for k, v in self.worst.items()},
                'guest': self.figures, 'bad': bad,
                'samples': self.samples}


def point(number, ok, text):
    print('%sok %d %s' % ('' if ok else 'not ', number, text), flush=True)
    return ok


def parse():
    parser = argparse.ArgumentParser(description=__doc__.split('\n\n')[0])
    parser.add_argument('device')
    parser.add_argument('--seconds', type=float, default=20)
    parser.add_argument('--every', type=float, default=1.0, metavar='SECONDS')
    parser.add_argument('--x', action='store_true',
                        help='a Debian guest with X (scripts/check-guest.py)')
    parser.add_argument('--grow', type=float, default=4.0, metavar='MIB',
                        help='that memory may grow, default %(default)s')
    parser.add_argument('--say', type=float, default=60, metavar='SECONDS')
    parser.add_argument('--json', metavar='FILE', help='all figures')
    parser.add_argument('--build', default=os.environ.get(
        'NV2A_BUILD', os.path.join(ROOT, 'build')))
    parser.add_argument('--qemu', default=os.environ.get('QTEST_QEMU_BINARY'))
    parser.add_argument('--plugin', default=os.environ.get('NV2A_PLUGIN'))
    parser.add_argument('--guest', help='another program than the bundled')
    parser.add_argument('--accel', default='tcg')
    parser.add_argument('--verbose', action='store_true')
    args = parser.parse_args()
    args.plugin = args.plugin or os.path.abspath(
        os.path.join(args.build, 'nv2a.so'))
    args.guest = args.guest or os.path.join(args.build, 'tests-qtest',
                                            'guest', 'guest.elf')
    if not args.x:
        args.qemu = args.qemu or 'qemu-system-i386'
    # A sanitized plugin needs its runtime in QEMU before all else.
    if os.environ.get('NV2A_PRELOAD'):
        os.environ['LD_PRELOAD'] = os.environ['NV2A_PRELOAD']
    return args


def soak(args):
    guest = None
    try:
        guest = (X if args.x else Bundled)(args)
        run = Soak(args, guest)
        run.run()
        grown = run.growth() / MIB
        bad = guest.finish()
    except (Trouble, TimeoutError) as trouble:
        print('Bail out! %s' % (str(trouble) or 'no answer'))
        return 1
    finally:
        if guest:
            guest.machine.close()
    if args.json:
        with open(args.json, 'w') as f:
            json.dump(run.result(bad), f)
    print('# savevm %.0f ms, loadvm %.0f ms at most; translator %.1f MiB' %
          (run.worst['savevm'] * 1e3, run.worst['loadvm'] * 1e3,
           run.code / MIB))
    for line in bad[:10] if args.x else []:
        print('# ' + line)
    fine = [point(1, not bad, '%s: %s' % (args.device, run.figures)),
            point(2, grown <= args.grow, '%s: %d snapshots taken and loaded, '
                  'memory grew by %.2f MiB' % (args.device, run.cycles,
                                               grown))]
    print('1..2')
    return 0 if all(fine) else 1


def main():
    # An end from outside takes QEMU along.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    args = parse()
    args.disk = None
    if args.x:
        return soak(args)
    args.disk = os.path.join(os.environ.get('TMPDIR', '/tmp'),
                             'nv2a-soak-%d.qcow2' % os.getpid())
    make_disk(args.disk)
    try:
        return soak(args)
    finally:
        os.unlink(args.disk)


if __name__ == '__main__':
    sys.exit(main())
