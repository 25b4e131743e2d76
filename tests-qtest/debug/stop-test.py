#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""TAP test: the card's debugger stops the bundled guest in QEMU.

  stop-test.py DEVICE        by the monitor: breaks, steps; the guest then
                             ends as if it had not been stopped
  stop-test.py --gdb DEVICE  the same by gdb and scripts/nv2a-gdb.py, with the
                             guest's own frames at a break
  stop-test.py --back DEVICE gdb runs a replay backwards, to the code of the
                             guest that wrote a method
  stop-test.py --gdb xbox    a program of the console, whose GPU gdb must find

NV2A_BUILD, NV2A_PLUGIN, QTEST_QEMU_BINARY as for scenes-test.py.
"""

import argparse
import base64
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, 'scripts'),
                os.path.join(os.path.dirname(HERE), 'replay')]
from machine import Machine, Trouble    # noqa: E402
from recorded import Points, Recording, Run     # noqa: E402

CARD = '/machine/peripheral/card'
GUEST = os.path.join(os.environ['NV2A_BUILD'], 'tests-qtest', 'guest',
                     'guest.elf')
GPU = '/machine/gpu'
PROGRAM = os.path.join(os.environ['NV2A_BUILD'], 'tests-qtest', 'xbe', 'mesh')
SCENE = 'b'
TIMEOUT = 60


def start(args, *more):
    return Machine([args.qemu, '-plugin', os.environ['NV2A_PLUGIN'],
                    '-nodefaults', '-vga', 'none', '-m', '32', '-display',
                    'none', '-accel', 'tcg,tb-size=16', '-S', '-device',
                    '%s,vram=16M,id=card' % args.device, '-kernel', GUEST,
                    '-append', 'scenes=' + SCENE, *more])


def ask(machine, command, card=CARD):
    machine.monitor.command('qom-set', path=card, property='x-debug',
                            value=command)
    return machine.monitor.command('qom-get', path=card, property='x-debug')


def ask_qmp(machine, command, **more):
    return machine.monitor.command('x-nv2a-debug', command=command, **more)


def refused(machine, **arguments):
    """What the command says that cannot be."""
    try:
        machine.monitor.command('x-nv2a-debug', **arguments)
    except Trouble as e:
        return str(e)
    return ''


def nv_xf(*arguments):
    run = subprocess.run([os.path.join(os.environ['NV2A_BUILD'], 'nv-xf'),
                          'run', *arguments], stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT,
                         check=False)
    return run.stdout


def by_tool(points, machine, folder):
    """The tool takes program and constants from the card that stands."""
    socket, saved = os.path.join(folder, 'qmp'), os.path.join(folder, 'saved')
    asked = [ask(machine, command) for command in ('trace 1', 'vertex 1')]
    points.point([nv_xf('--from', socket, '--vertex', '1', '--trace'),
                  nv_xf('--from', socket, '--vertex', '1')] == asked,
                 'nv-xf asks a running card')
    with open(saved, 'wb') as f:
        f.write(base64.b64decode(machine.monitor.command(
            'qom-get', path=CARD, property='x-state')))
    said = nv_xf('--from', saved, '--trace')
    points.point(said.splitlines()[:-1] ==
                 ask(machine, 'trace').splitlines()[1:] and 'o0=0x' in said,
                 'and runs the program of a saved one')
    points.point('has no memory' in nv_xf('--from', saved, '--vertex', '1'),
                 'which has no arrays')


def looks(points, machine):
    """At the third draw: what there is to be seen."""
    points.point(ask_qmp(machine, 'where') == ask(machine, 'where') ==
                 ask_qmp(machine, 'where', card='card'),
                 'QMP has a command of the same answers')
    points.point('takes "command"' in refused(machine) and
                 'no card "x"' in refused(machine, command='where', card='x')
                 and 'not "y"' in refused(machine, command='where', y=1),
                 'and says what it takes')
    points.point('begins' in ask_qmp(machine, 'draw') and
                 'window     x ' in ask_qmp(machine, 'vertex 0'),
                 'the draw and a vertex of it')
    path = os.path.join(machine.dir, 'target.png')
    said = ask_qmp(machine, 'target colour ' + path)
    with open(path, 'rb') as f:
        points.point(f.read(4) == b'\x89PNG' and 'pixels' in said,
                     'a picture of the target')
    points.point('cannot write' in ask_qmp(machine, 'target colour /x/y.png'),
                 'or why there is none')


def to_stop(machine, card=CARD):
    """On to the next stop: why."""
    machine.monitor.command('cont')
    machine.wait_for('query-status', ('debug',))
    return ask(machine, 'where', card)


def rest_of(machine):
    """What the guest says until it ends."""
    lines = []
    while True:
        line = machine.serial.next(TIMEOUT)
        if line is None:
            return lines
        lines.append(line if isinstance(line, str) else line.decode())
        if 'DONE' in lines[-1]:
            return lines


def results(lines):
    """The checks by name, but for that of a clock, which a busy host fails,
    and the picture's checksum."""
    return ([line.split(':')[0] for line in lines
             if line.startswith(('PASS', 'FAIL')) and
             'card/ptimer' not in line] +
            [word for line in lines for word in line.split()
             if word.startswith('crc=')])


def whole_run(args):
    machine = start(args)
    try:
        machine.monitor.command('cont')
        return results(rest_of(machine))
    finally:
        machine.close()


def by_monitor(points, args):
    folder = tempfile.mkdtemp(prefix='nv2a-stop-')
    machine = start(args, '-qmp', 'unix:%s/qmp,server=on,wait=off' % folder)
    try:
        ask(machine, 'break draw 3')
        said = to_stop(machine)
        points.point('break 1, draw nth 3' in said and
                     'draws begun: 3' in said, 'the third draw is held')
        points.point(ask(machine, 'where') == said and
                     machine.monitor.command('query-status')['status'] ==
                     'debug', 'it stays so, and the machine stands')
        looks(points, machine)
        by_tool(points, machine, folder)
        ask(machine, 'step')
        stepped = to_stop(machine)
        points.point(stepped.startswith('step: ') and stepped != said,
                     'a step goes to the next method')
        ask(machine, 'next')
        points.point('next draw, 4' in to_stop(machine),
                     'next goes to the next draw')
        ask(machine, 'delete')
        ask(machine, 'break method begin if data == 0')
        points.point('begin = 0x00000000' in to_stop(machine),
                     'a method with a value stops')
        ask(machine, 'delete')
        ask(machine, 'break register 0x400100')
        points.point('register 0x400100' in to_stop(machine),
                     'an access of the processor stops')
        ask(machine, 'delete')
        ask(machine, 'break program')
        points.point('program: begin' in to_stop(machine),
                     'a vertex program stops')
        ask(machine, 'delete')
        target = re.search(r'colour: .* at VRAM (0x\w+)',
                           ask(machine, 'draw')).group(1)
        for where in ('pixel 320,240', 'write %s+1048576' % target):
            ask(machine, 'break ' + where)
            points.point(' became ' in to_stop(machine),
                         'what the card writes stops: ' + where)
            ask(machine, 'delete')
        ask(machine, 'finish')
        points.point('nothing is left' in to_stop(machine),
                     'finish stops when the card is idle')
        ask(machine, 'break frame 2')
        points.point('frame nth 2' in to_stop(machine),
                     'the second blank from here stops')
        ask(machine, 'delete')
        machine.monitor.command('cont')
        got, want = results(rest_of(machine)), whole_run(args)
        points.point(got == want and len(got) > 5,
                     'the guest ends as without stops')
        if got != want:
            print('# %s\n# %s' % (got, want))
    finally:
        machine.close()
        shutil.rmtree(folder)


def by_gdb(points, args):
    if not shutil.which('gdb'):
        print('1..0 # SKIP there is no gdb')
        sys.exit(0)
    machine = start(args)
    try:
        # QEMU runs the BIOS slowly for gdb, which comes after it.
        ask(machine, 'break draw 1')
        to_stop(machine)
        ask(machine, 'delete')
        path = os.path.join(machine.dir, 'gdb')
        machine.monitor.command('human-monitor-command', **{
            'command-line': 'gdbserver unix:%s,server=on,wait=off' % path})
        script = ['set confirm off', 'set architecture i386',
                  'target remote ' + path,
                  'source ' + os.path.join(ROOT, 'scripts', 'nv2a-gdb.py'),
                  'nv break draw 2', 'continue', 'backtrace', 'nv where',
                  'nv step', 'nv info', 'nv frob', 'nv delete',
                  'print/x $nv_reg("0x400700")', 'print/x $nv_reg("frob")',
                  'print/x $nv_const("xfctx[0x3a]", 3)', 'complete nv whe',
                  'complete nv break dr', 'nv back 1', 'detach']
        said = gdb_says(script)
        for text, what in (
                ('Card: break 2, draw nth 2', 'gdb tells why it stopped'),
                ('#0  0x001', 'and shows the guest that drives the card'),
                ('draws begun: 3', 'nv where tells where the card stands'),
                ('Card: step: ', 'nv step goes on to the next method'),
                ('met 2 times', 'nv info counts'),
                ('"frob" is no command', 'what is no command is said so'),
                ('$1 = 0x', 'a register is a value'),
                ('has a register frob', 'if it is one'),
                ('$2 = 0x', 'so is a constant'),
                ('nv where', 'commands are completed'),
                ('nv break draw', 'and what they take'),
                ('does not support this command', 'back is for replays')):
            points.point(text in said, what)
        if points.failed:
            print(''.join('# %s\n' % line for line in said.splitlines()))
    finally:
        machine.close()


def by_gdb_console(points, args):
    """@args.device is no card: the board has it, where no option says."""
    if not shutil.which('gdb'):
        print('1..0 # SKIP there is no gdb')
        sys.exit(0)
    machine = Machine([
        args.qemu, '-M', 'isapc', '-m', '64M', '-plugin',
        '%s,machine=xbox,xbe=%s.xbe' % (os.environ['NV2A_PLUGIN'], PROGRAM),
        '-display', 'none', '-accel', 'tcg,tb-size=16', '-S', '-no-reboot'])
    try:
        ask(machine, 'break draw 1', GPU)
        to_stop(machine, GPU)
        ask(machine, 'delete', GPU)
        path = os.path.join(machine.dir, 'gdb')
        machine.monitor.command('human-monitor-command', **{
            'command-line': 'gdbserver unix:%s,server=on,wait=off' % path})
        said = gdb_says([
            'set confirm off', 'set architecture i386',
            'target remote ' + path,
            'source ' + os.path.join(ROOT, 'scripts', 'nv2a-gdb.py'),
            'nv card', 'nv break draw 2', 'continue', 'nv where', 'nv delete',
            'detach'], PROGRAM + '.elf')
        for text, what in (
                ('the card is ' + GPU, 'gdb finds the GPU'),
                ('Card: break 2, draw nth 2', 'and tells why it stopped'),
                ('class 0x097', 'at a method of its class'),
                ('draws begun: 3', 'nv where tells where it stands')):
            points.point(text in said, what)
        if points.failed:
            print(''.join('# %s\n' % line for line in said.splitlines()))
    finally:
        machine.close()


def gdb_says(script, program=GUEST):
    return subprocess.run(
        ['gdb', '-nx', '-batch', program] +
        [x for line in script for x in ('-ex', line)],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT * 4,
        check=False).stdout


def by_replay(points, args):
    """The second draw of scene a, and back to who wrote its BEGIN."""
    if not shutil.which('gdb'):
        print('1..0 # SKIP there is no gdb')
        sys.exit(0)
    args.scenes, args.guest = 'a', GUEST
    with tempfile.TemporaryDirectory(prefix='nv2a-back-') as folder:
        Recording(points, args, folder)
        path = os.path.join(folder, 'gdb')
        with Run(args, folder, 'back', 'replay',
                 '-drive', 'if=none,file=null-co://,snapshot=on',
                 '-chardev', 'socket,id=gdb,server=on,wait=off,path=' + path,
                 '-gdb', 'chardev:gdb', trace=''):
            said = gdb_says([
                'set confirm off', 'set architecture i386',
                'target remote ' + path,
                'source ' + os.path.join(ROOT, 'scripts', 'nv2a-gdb.py'),
                'nv break draw 2', 'continue', 'nv back', 'backtrace',
                'nv info', 'continue', 'nv delete', 'detach'])
    before, _, after = said.partition('was written here:')
    points.point('Card: break 1, draw nth 2' in before,
                 'the replay stops at the draw')
    points.point('push' in after.partition('\n1 ')[0],
                 'back to the code that wrote it')
    points.point('draw nth 2' in after, 'with the breaks as they were')
    points.point('Card: break' in after, 'and forward again')
    if points.failed:
        print(''.join('# %s\n' % line for line in said.splitlines()))


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--gdb', action='store_true')
    p.add_argument('--back', action='store_true')
    p.add_argument('--qemu', default=os.environ.get('QTEST_QEMU_BINARY',
                                                    'qemu-system-i386'))
    p.add_argument('device')
    args = p.parse_args()
    points = Points()
    try:
        (by_gdb_console if args.gdb and args.device == 'xbox' else
         by_gdb if args.gdb else by_replay if args.back
         else by_monitor)(points, args)
    except (Trouble, TimeoutError, OSError,
            subprocess.TimeoutExpired) as e:
        points.point(False, str(e))
    return points.end()


if __name__ == '__main__':
    sys.exit(main())
