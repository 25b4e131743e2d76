#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""TAP test: live migration while the bundled guest draws.

  migrate-test.py DEVICE

The guest never stops by itself.  It moves from one QEMU to the next, whose card
has another executor, other threads and another raster backend.  Each move has
to end while it draws; then memory, VRAM and the card's registers are the same
on both sides, and no check of the guest may fail from there on.

QEMU before 9.0 forgets, with TCG, to look again at pages that a guest's
processor writes while they are sent: its fast path in
cpu_physical_memory_sync_dirty_bitmap() leaves the processor's TLB as it was,
and a guest of ten instructions without any card arrives with old pages every
time.  That path is for memory of whole words of 64 pages; this guest's is not.

NV2A_BUILD names the build folder, NV2A_PLUGIN the plugin,
QTEST_QEMU_BINARY the QEMU to use.
"""

import filecmp
import os
import signal
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, 'scripts'))

from machine import Machine, Trouble  # noqa: E402

BUILD = os.environ['NV2A_BUILD']
# Not a multiple of 64 pages, see above.
RAM = (32 << 20) + (8 << 10)
VRAM = 16 << 20
HOSTS = [
    'executor=auto',
    'executor=ref,threads=1,raster=soft:reference',
    'executor=soa,threads=3,raster-threads=3',
    'executor=soa-base,threads=2,raster=soft:reference',
    'executor=auto,threads=1,raster-threads=2',
]
# The first round does not end before some scenes were drawn.
SLOW, FAST = 1 << 20, 32 << 20
SCENES = 3


class Host:
    """A machine with the card's choices @choices."""

    def __init__(self, device, choices, incoming):
        command = [os.environ['QTEST_QEMU_BINARY'],
                   '-plugin', os.environ['NV2A_PLUGIN'],
                   '-nodefaults', '-vga', 'none', '-display', 'none',
                   '-m', '%dK' % (RAM >> 10), '-accel', 'tcg,tb-size=16',
                   '-device', '%s,vram=%dM,id=card,%s' % (device, VRAM >> 20,
                                                          choices),
                   '-kernel', os.path.join(BUILD, 'tests-qtest', 'guest',
                                           'guest.elf'),
                   '-append', 'scenes=cedf loop=1']
        if incoming:
            command += ['-S', '-incoming', 'defer']
        self.choices = choices
        self.machine = Machine(command)
        self.monitor = self.machine.monitor
        self.passed = self.scenes = 0
        self.failures = []

    def listen(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                line = self.machine.serial.next(end - time.monotonic())
            except TimeoutError:
                return
            if line is None:
                raise Trouble('QEMU ended. ' + self.machine.said())
            self.passed += line.startswith('PASS ')
            self.scenes += line.startswith('SCENE ') and ' READY ' in line
            if line.startswith('FAIL '):
                self.failures.append(line)

    def bar(self, number):
        for bus in self.monitor.command('query-pci'):
            for device in bus['devices']:
                if device['qdev_id'] == 'card':
                    for region in device['regions']:
                        if region['bar'] == number:
                            return region['address']
        raise Trouble('the card has no BAR %d' % number)

    def memory(self, name, address, size):
        path = os.path.join(self.machine.dir, name)
        self.monitor.command('pmemsave', val=address, size=size,
                             filename=path)
        return path

    def state(self):
        """What a snapshot would hold of the card, to the byte."""
        return self.monitor.command('qom-get', path='card',
                                    property='x-state')


def migrate(source, target):
    """QEMU's own figures of a move that the guest did not wait for."""
    uri = 'unix:' + os.path.join(target.machine.dir, 'migrate')
    began, fast = source.scenes, False
    target.monitor.command('migrate-incoming', uri=uri)
    source.monitor.command('migrate-set-parameters',
                           **{'max-bandwidth': SLOW, 'downtime-limit': 300})
    source.monitor.command('migrate', uri=uri)
    end = time.monotonic() + 60
    while True:
        # The guest draws and says so.
        source.listen(0.05)
        move = source.monitor.command('query-migrate')
        if move['status'] == 'completed':
            break
        if move['status'] == 'failed' or time.monotonic() > end:
            raise Trouble('the move did not end: %s; %s' %
                          (move['status'], target.machine.said()))
        if not fast and source.scenes >= began + SCENES:
            fast = True
            source.monitor.command('migrate-set-parameters',
                                   **{'max-bandwidth': FAST})
    target.machine.wait_for('query-status', ('inmigrate',), False)
    return move, source.scenes - began


class Points:
    def __init__(self):
        self.count = self.failed = 0

    def point(self, ok, text):
        self.count += 1
        self.failed += not ok
        print('%sok %d %s' % ('' if ok else 'not ', self.count, text),
              flush=True)


def compare(points, source, target, move, scenes):
    """Both stand still: the one for good, the other not yet."""
    points.point(scenes >= SCENES, '%s: %d scenes drawn in %d rounds of %d ms, '
                 '%d of them standing still' %
                 (target.choices, scenes, move['ram']['dirty-sync-count'],
                  move['total-time'], move['downtime']))
    for name, where, size in (('memory', 0, RAM),
                              ('VRAM', source.bar(1), VRAM)):
        points.point(filecmp.cmp(source.memory(name, where, size),
                                 target.memory(name, where, size), False),
                     '%s: %s is the same' % (target.choices, name))
    points.point(source.state() == target.state(),
                 "%s: the card's state is the same" % target.choices)


def guest_is_fine(points, host):
    """What its own checks said while it was there."""
    points.point(not host.failures and host.passed > 0, '%s: %d PASS, %d FAIL%s'
                 % (host.choices, host.passed, len(host.failures),
                    ''.join('; ' + line for line in host.failures[:3])))


def run(points, device):
    source = Host(device, HOSTS[0], False)
    target = None
    try:
        source.listen(3)
        for choices in HOSTS[1:]:
            target = Host(device, choices, True)
            move, scenes = migrate(source, target)
            compare(points, source, target, move, scenes)
            guest_is_fine(points, source)
            source.machine.close()
            source, target = target, None
            source.monitor.command('cont')
            source.listen(2)
        guest_is_fine(points, source)
    finally:
        source.machine.close()
        if target:
            target.machine.close()


def main():
    # An end from outside takes both machines along.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    points = Points()
    # A sanitized plugin needs its runtime in QEMU before all else.
    if os.environ.get('NV2A_PRELOAD'):
        os.environ['LD_PRELOAD'] = os.environ['NV2A_PRELOAD']
    try:
        run(points, sys.argv[1])
    except (Trouble, TimeoutError) as trouble:
        print('Bail out! %s' % (str(trouble) or 'no answer'))
        return 1
    print('1..%d' % points.count)
    return points.failed != 0


if __name__ == '__main__':
    sys.exit(main())
