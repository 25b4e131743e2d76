#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""TAP test: captures of the bundled guest in QEMU are made by each door, with
the card's own thread and without, and are the same again in another process.

  capture-test.py DEVICE
  capture-test.py xbox       a program of the console, whose GPU draws in the
                             memory in which its processor works

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
TORUS = 23040                   # vertices, of mesh.xbe's and of scene a


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


def nv_cap(*words):
    return subprocess.run([NV_CAP, *words], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True,
                          timeout=stop_test.TIMEOUT, check=False).stdout


def looked_at(points, path, folder):
    """Who stops between draws finds the same pictures as who does not."""
    lines = nv_cap('list', path).splitlines()[1:]
    toruses = [line for line in lines if 'TRIANGLES' in line]
    points.point(len(toruses) > 1 and all(' %d ' % TORUS in line
                                          for line in toruses),
                 '%d toruses are whole when looked at' % len(toruses))
    small = os.path.join(folder, 'small.nvcap')
    nv_cap('trim', '--to', '4', path, small)
    points.point(replays(small) and
                 os.path.getsize(small) * 4 < os.path.getsize(path),
                 'two frames, cut out of it, are small, and the same again')
    one, other = (os.path.join(folder, name) for name in ('1.png', '2.png'))
    nv_cap('replay', '--until', '4', '--png', one, path)
    nv_cap('replay', '--png', other, small)
    same = subprocess.run([os.path.join(os.path.dirname(NV_CAP), 'nv-png'),
                           'diff', one, other], stdout=subprocess.PIPE,
                          timeout=stop_test.TIMEOUT, check=False)
    points.point(same.returncode == 0, 'with the same picture at their end')


def by_console(points, args, folder):
    path = os.path.join(folder, 'xbox.nvcap')
    gpu = stop_test.GPU
    machine = Machine([
        args.qemu, '-M', 'isapc', '-m', '64M', '-plugin',
        '%s,machine=xbox,xbe=%s.xbe' % (os.environ['NV2A_PLUGIN'],
                                        stop_test.PROGRAM),
        '-display', 'none', '-accel', 'tcg,tb-size=16', '-S', '-no-reboot'])
    try:
        stop_test.ask(machine, 'break draw 1', gpu)
        stop_test.to_stop(machine, gpu)
        stop_test.ask(machine, 'delete', gpu)
        stop_test.ask(machine, 'capture start ' + path, gpu)
        stop_test.ask(machine, 'break draw 7', gpu)
        stop_test.to_stop(machine, gpu)
        said = stop_test.ask(machine, 'capture stop', gpu)
    finally:
        machine.close()
    points.point(CAPTURED.fullmatch(said), 'a program of the console')
    points.point(replays(path), 'is the same again')
    looked_at(points, path, folder)


def by_all(points, args, folder):
    for thread in ('on', 'off'):
        by_option(points, args, thread, folder)
        by_command(points, args, thread, folder)
    by_key(points, args, folder)
    refused(points, args)
    if stop_test.shutil.which('gdb'):
        by_gdb(points, args, folder)


def main():
    args = SimpleNamespace(device=sys.argv[1], qemu=os.environ.get(
        'QTEST_QEMU_BINARY', 'qemu-system-i386'))
    points = Points()
    with tempfile.TemporaryDirectory(prefix='nv2a-capture-') as folder:
        try:
            if args.device == 'xbox':
                by_console(points, args, folder)
            else:
                by_all(points, args, folder)
        except (Trouble, TimeoutError, OSError,
                subprocess.TimeoutExpired) as e:
            points.point(False, str(e))
    return points.end()


if __name__ == '__main__':
    sys.exit(main())
