#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""TAP test: captures of the bundled guest in QEMU are made by each door, with
the card's own thread and without, and are the same again in another process.

  capture-test.py DEVICE

NV2A_BUILD, NV2A_PLUGIN, QTEST_QEMU_BINARY as for scenes-test.py.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from types import SimpleNamespace

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
stop_test = import_module('stop-test')  # which finds the others
from machine import Machine, Trouble    # noqa: E402
from recorded import Points             # noqa: E402

NV_CAP = os.path.join(os.environ['NV2A_BUILD'], 'nv-cap')
CAPTURED = re.compile(r'captured \d+ calls, \d+ events, \d+ bytes\n')
KEY_BUFFER = 0x60               # of the keyboard's controller
CODE_OF_A = 0x1e


def start(args, options, *more):
    return Machine([args.qemu, '-plugin', os.environ['NV2A_PLUGIN'],
                    '-nodefaults', '-vga', 'none', '-m', '32', '-display',
                    'none', '-accel', 'tcg,tb-size=16', '-S', '-device',
                    '%s,vram=16M,id=card,%s' % (args.device, options),
                    '-kernel', stop_test.GUEST,
                    '-append', 'scenes=ac loop=1', *more])


def replays(path):
    """What nv-cap says of it, and whether all was as on record."""
    run = subprocess.run([NV_CAP, 'replay', '--check', path],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         text=True, timeout=stop_test.TIMEOUT, check=False)
    if run.returncode:
        print('# ' + run.stdout.strip())
    return run.returncode == 0 and run.stdout.startswith('as on record')


def draws(path):
    return len(subprocess.run([NV_CAP, 'list', path], stdout=subprocess.PIPE,
                              text=True, timeout=stop_test.TIMEOUT,
                              check=False).stdout.splitlines()) - 1


def wait_scene(machine, count=1):
    while count:
        line = machine.serial.next(stop_test.TIMEOUT)
        if line is None:
            raise Trouble('QEMU ended. ' + machine.said())
        count -= bool(re.match(r'SCENE \w READY', line))


def key(machine, name):
    machine.monitor.command('send-key', keys=[{'type': 'qcode',
                                               'data': name}])


def said_soon(machine, command, wanted):
    """The answer, as soon as @wanted is in it; keys take a moment."""
    end = time.monotonic() + stop_test.TIMEOUT
    while True:
        said = stop_test.ask(machine, command)
        if wanted in said or time.monotonic() > end:
            return said
        time.sleep(0.02)


def by_option(points, args, thread, folder):
    path = os.path.join(folder, 'option-%s.nvcap' % thread)
    machine = start(args, 'thread=%s,capture=%s' % (thread, path))
    try:
        machine.monitor.command('cont')
        wait_scene(machine, 2)
        said = stop_test.ask(machine, 'capture stop')
    finally:
        machine.close()
    points.point(CAPTURED.fullmatch(said), 'thread=%s: the option captures '
                 'from the beginning' % thread)
    points.point(replays(path) and draws(path) > 1,
                 'and that is the same again')


def by_command(points, args, thread, folder):
    path = os.path.join(folder, 'command-%s.nvcap' % thread)
    machine = start(args, 'thread=' + thread)
    try:
        machine.monitor.command('cont')
        wait_scene(machine)
        said = stop_test.ask_qmp(machine, 'capture start ' + path)
        points.point(said == 'captures into %s\n' % path,
                     'thread=%s: a command begins one of a guest that runs' %
                     thread)
        stop_test.ask_qmp(machine, 'capture mark here')
        wait_scene(machine, 2)
        said = stop_test.ask_qmp(machine, 'capture stop')
        points.point(CAPTURED.fullmatch(said), 'and ends it')
    finally:
        machine.close()
    points.point(replays(path) and draws(path) > 1,
                 'and that is the same again')


def by_key(points, args, folder):
    path = os.path.join(folder, 'key.nvcap')
    machine = start(args, 'capture-key=f11,capture=' + path)
    try:
        machine.monitor.command('cont')
        wait_scene(machine)
        points.point(not os.path.exists(path), 'a key: nothing at first')
        for name in ('key.nvcap', 'key-2.nvcap'):
            key(machine, 'f11')
            said = said_soon(machine, 'capture', 'is on: ')
            points.point('a capture is on: ' in said, 'the key begins one')
            wait_scene(machine, 2)
            key(machine, 'f11')
            said = said_soon(machine, 'capture', 'no capture')
            points.point('no capture is on' in said and
                         replays(os.path.join(folder, name)),
                         'and ends it; %s is the same again' % name)
        key(machine, 'a')
        said = machine.monitor.command(
            'human-monitor-command',
            **{'command-line': 'i /b 0x%x' % KEY_BUFFER})
        points.point('= 0x%02x' % CODE_OF_A in said,
                     'the guest gets all other keys, and never that one')
    finally:
        machine.close()


def refused(points, args):
    for options, wanted in (('capture-key=frob,capture=/x', 'is no key'),
                            ('capture-key=f11', 'needs capture=FILE'),
                            ('capture=/no/such/folder/x', 'capture=')):
        why = ''
        try:
            start(args, options).close()
        except Trouble as e:
            why = str(e)
        points.point(wanted in why, 'a sentence for ' + options)


def by_gdb(points, args, folder):
    path = os.path.join(folder, 'gdb.nvcap')
    machine = start(args, 'thread=on')
    try:
        stop_test.ask(machine, 'break draw 1')
        stop_test.to_stop(machine)
        stop_test.ask(machine, 'delete')
        socket = os.path.join(machine.dir, 'gdb')
        machine.monitor.command('human-monitor-command', **{
            'command-line': 'gdbserver unix:%s,server=on,wait=off' % socket})
        said = stop_test.gdb_says([
            'set confirm off', 'set architecture i386',
            'target remote ' + socket,
            'source ' + os.path.join(stop_test.ROOT, 'scripts',
                                     'nv2a-gdb.py'),
            'nv capture start ' + path, 'nv next', 'nv next',
            'nv capture stop', 'detach'])
    finally:
        machine.close()
    points.point(CAPTURED.search(said), 'gdb begins one at a break')
    points.point(replays(path) and draws(path) >= 1,
                 'whose draws are the same again')


def main():
    args = SimpleNamespace(device=sys.argv[1], qemu=os.environ.get(
        'QTEST_QEMU_BINARY', 'qemu-system-i386'))
    points = Points()
    with tempfile.TemporaryDirectory(prefix='nv2a-capture-') as folder:
        try:
            for thread in ('on', 'off'):
                by_option(points, args, thread, folder)
                by_command(points, args, thread, folder)
            by_key(points, args, folder)
            refused(points, args)
            if stop_test.shutil.which('gdb'):
                by_gdb(points, args, folder)
        except (Trouble, TimeoutError, OSError,
                subprocess.TimeoutExpired) as e:
            points.point(False, str(e))
    return points.end()


if __name__ == '__main__':
    sys.exit(main())
