#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""TAP test: a machine that a released version saved goes on in this one.

  released-test.py FILE...                 load, let the guest draw
  released-test.py --make VERSION DEVICE   write what this version saves

The bundled guest is saved while it draws, to tests-qtest/data/saved; its checks
must pass after the load.  The environment is that of migrate-test.py.
"""

import lzma
import os
import re
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, 'scripts'))

from machine import Machine, Trouble  # noqa: E402

QEMU = os.environ['QTEST_QEMU_BINARY']
# One that QEMU keeps as it was.
BOARD = 'pc-i440fx-7.2'
PASSES = 12                     # a scene or two
FOLDER = os.path.join(os.path.dirname(HERE), 'data', 'saved')


def start(device, *more):
    return Machine([QEMU, '-M', BOARD, '-plugin', os.environ['NV2A_PLUGIN'],
                    '-nodefaults', '-vga', 'none', '-display', 'none',
                    '-m', '32', '-accel', 'tcg,tb-size=16',
                    '-device', device + ',vram=16M,id=card',
                    '-kernel', os.path.join(os.environ['NV2A_BUILD'],
                                            'tests-qtest', 'guest',
                                            'guest.elf'),
                    '-append', 'scenes=cf loop=1'] + list(more))


def listen(machine, passes):
    """Until @passes checks passed; the lines of those that failed."""
    passed, failed, end = 0, [], time.monotonic() + 90
    while passed < passes and len(failed) < 3:
        line = machine.serial.next(end - time.monotonic())
        if line is None:
            raise Trouble('QEMU ended. ' + machine.said())
        passed += line.startswith('PASS ')
        if line.startswith('FAIL '):
            failed.append(line)
    return failed


def make(version, device):
    machine = start(device)
    path = os.path.join(machine.dir, 'state')
    try:
        listen(machine, PASSES)
        machine.save(path)
        with open(path, 'rb') as f, lzma.open(
                os.path.join(FOLDER, '%s-qemu-%s.xz' % (version, device)),
                'wb', preset=9) as out:
            out.write(f.read())
    finally:
        machine.close()


def goes_on(name):
    device = re.search(r'qemu-(\w+)\.xz$', name).group(1)
    machine = start(device, '-incoming', 'defer')
    path = os.path.join(machine.dir, 'state')
    try:
        with lzma.open(os.path.join(FOLDER, name)) as f:
            with open(path, 'wb') as out:
                out.write(f.read())
        machine.monitor.command('migrate-incoming',
                                uri="exec:cat '%s'" % path)
        machine.wait_for('query-status', ('inmigrate',), False)
        machine.monitor.command('cont')
        return listen(machine, PASSES)
    finally:
        machine.close()


def check(names):
    boards = subprocess.run([QEMU, '-M', 'help'], stdout=subprocess.PIPE,
                            universal_newlines=True, timeout=20, check=True)
    bad = 0
    for number, name in enumerate(names, 1):
        if BOARD not in boards.stdout:
            print('ok %d %s # SKIP no %s here' % (number, name, BOARD))
            continue
        try:
            failed = goes_on(name)
        except (Trouble, TimeoutError) as trouble:
            failed = [str(trouble) or 'the guest stands still']
        bad += bool(failed)
        print('%sok %d %s loads and goes on' % ('not ' if failed else '',
                                                number, name))
        for line in failed:
            print('# ' + line)
    print('1..%d' % len(names))
    return bad != 0


def main():
    # An end from outside takes QEMU along.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    # A sanitized plugin needs its runtime in QEMU before all else.
    if os.environ.get('NV2A_PRELOAD'):
        os.environ['LD_PRELOAD'] = os.environ['NV2A_PRELOAD']
    if sys.argv[1] == '--make':
        return make(*sys.argv[2:])
    return check(sys.argv[1:])


if __name__ == '__main__':
    sys.exit(main())
