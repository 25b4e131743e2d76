#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""TAP test: each kind of break of the card's stops the bundled guest in gdb.

  breaks-test.py DEVICE

A row of KINDS is a break, what gdb must say when it is met, and what the card
must say of the place.  One gdb makes them all, one after the other; the
guest repeats its scenes, so that each comes.  A kind that `nv break` lists and
no row has is a failure.  The environment is that of stop-test.py.
"""

import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from types import SimpleNamespace

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
stop_test = import_module('stop-test')  # which finds the others
from machine import Trouble             # noqa: E402
from recorded import Points             # noqa: E402

MARK = '-- row --'
RANKINE = 'nv35'                # has fragment programs
NOWHERE = 0x00f000              # a register that has no model
HELD = r'next: '                # a method is held
# break, what gdb says, what `nv where` says; {n}: the break's number.
KINDS = (
    ('method begin', r'method begin: begin = 0x', HELD),
    ('method 0x17fc', r'method 0x17fc: begin = 0x', HELD),
    ('method NV097_SET_BEGIN_END if data == 5',
     r'begin = 0x00000005 \(class 0x097 ', HELD),
    ('method begin if data != 0 class 0x97 channel 0 nth 3',
     r'nth 3: begin = 0x0000000[1-9a]', HELD),
    ('draw', r'draw: begin = ', HELD),
    ('draw 3', r'draw nth 3: begin = ', HELD),
    ('frame', r'frame: \d+ since the reset', ''),
    ('frame 2', r'frame nth 2: \d+ since the reset', ''),
    ('error', r'error: [a-z]+', ''),
    ('error nth 2', r'error nth 2: [a-z]+', ''),
    ('unimp', r'unimp: unknown register', ''),
    ('program', r'program: begin = ', HELD),
    ('program 16', r'program 0x10: begin = ', HELD),
    ('register 0x400100', r'register 0x400100: (takes|reads as) 0x', ''),
    ('write 0x96000+2560', r'write 0x00096000\+2560: at 0x\w+ .* became .* by ',
     ''),
    ('pixel 320,240', r'pixel 320,240: at 0x\w+ .* became .* by ', ''),
    ('fragment', r'fragment: begin = ', HELD),
)
# What goes on by itself, and where it stops.
WAYS = (
    ('step', r'Card: step: '),
    ('step 5', r'Card: step: '),
    ('next', r'Card: next draw, \d+: '),
    ('finish', r'Card: nothing is left to do'),
)
# The guest reads a register; make it another that has no model.
UNIMP = ('break *rd', 'continue', 'delete', 'nv break unimp',
         'set *(unsigned int *) ($esp + 4) = 0x%x' % NOWHERE)


def rows_of(device):
    return [row for row in KINDS
            if device == RANKINE or not row[0].startswith('fragment')]


def script_of(rows):
    script = ['nv break']
    for kind, _, _ in rows:
        script += ['echo %s\\n' % MARK]
        script += UNIMP if kind == 'unimp' else ('nv break ' + kind,)
        script += ['continue', 'backtrace', 'nv where', 'nv delete']
    for way, _ in WAYS:
        script += ['echo %s\\n' % MARK, 'nv ' + way, 'backtrace']
    return script + ['detach']


def run_gdb(machine, script):
    path = os.path.join(machine.dir, 'gdb')
    machine.monitor.command('human-monitor-command', **{
        'command-line': 'gdbserver unix:%s,server=on,wait=off' % path})
    return stop_test.gdb_says([
        'set confirm off', 'set width 0', 'set architecture i386',
        'target remote ' + path,
        'source ' + os.path.join(stop_test.ROOT, 'scripts', 'nv2a-gdb.py'),
        *script])


def fits(said, number, stop, where):
    """gdb says why, shows the guest, and the card says where."""
    told, _, asked = said.partition('#0  0x')
    return (re.search(r'Card: break %d, .*%s' % (number, stop), told) and
            asked.partition('break %d, ' % number)[2] and
            re.search(where, asked))


def check(points, args):
    rows = rows_of(args.device)
    machine = stop_test.start(args)
    try:
        # QEMU runs the BIOS slowly for gdb, which comes after it.
        stop_test.ask(machine, 'break draw 1')
        stop_test.to_stop(machine)
        stop_test.ask(machine, 'delete')
        said = run_gdb(machine, script_of(rows))
    finally:
        machine.close()
    first, *parts = said.split(MARK + '\n')
    number, failed = 1, points.failed   # the first was the monitor's
    for (kind, stop, where), part in zip(rows, parts):
        number += 1
        points.point(fits(part, number, stop, where), 'break ' + kind)
    for (way, stop), part in zip(WAYS, parts[len(rows):]):
        points.point(re.search(stop, part) and '#0  0x' in part, way)
    points.point(len(parts) == len(rows) + len(WAYS), 'to the end')
    known = re.findall(r'^  (\w+) ', first, re.MULTILINE)
    missed = set(known) - {kind.split()[0] for kind, _, _ in KINDS}
    points.point(len(known) > 9 and not missed, 'each kind: ' +
                 ' '.join(missed or known))
    if points.failed > failed:
        print(''.join('# %s\n' % line for line in said.splitlines()))


def main():
    args = SimpleNamespace(device=sys.argv[1], qemu=os.environ.get(
        'QTEST_QEMU_BINARY', 'qemu-system-i386'))
    points = Points()
    if not shutil.which('gdb'):
        print('1..0 # SKIP there is no gdb')
        return 0
    stop_test.SCENE = 'afg loop=1' if args.device == RANKINE else 'af loop=1'
    try:
        check(points, args)
    except (Trouble, TimeoutError, OSError,
            subprocess.TimeoutExpired) as e:
        points.point(False, str(e))
    return points.end()


if __name__ == '__main__':
    sys.exit(main())
