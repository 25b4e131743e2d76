#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""TAP test: draws of captures as scenes for the bundled guest.

  to-c-test.py FOLDER COMMAND...

`nv-cap to-c` makes a C file of some draws of FOLDER's captures, COMMAND
compiles it with the guest (-o OUTPUT and the file are added), and the guest in
QEMU must show the picture that a replay has behind the last of them.  The
environment is that of scenes-test.py.
"""

import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, 'scripts'),
                os.path.join(os.path.dirname(HERE), 'replay')]
from machine import Machine, Trouble    # noqa: E402
from recorded import Points             # noqa: E402

BUILD = os.environ['NV2A_BUILD']
TIMEOUT = 60
# capture, draws: arrays in VRAM, words, programs, fragment programs; X, whose
# arrays are in memory of the machine's.
DRAWS = (
    ('nv20-scene-a', 3, 30), ('nv20-scene-c', 1, 40),
    ('nv25-scene-d', 1, 2), ('nv34-scene-g', 5, 11),
    ('nv20-x-gears', 2, 9), ('nv34-x-gears', 3, 8),
)


def run(*command):
    done = subprocess.run(command, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=TIMEOUT, check=False)
    if done.returncode:
        raise Trouble('%s: %s' % (os.path.basename(command[0]), done.stdout))
    return done.stdout


def tool(name, *arguments):
    return run(os.path.join(BUILD, name), *arguments)


def picture(chip, vram, image, path):
    """What the guest shows when its scene is drawn."""
    machine = Machine([
        os.environ['QTEST_QEMU_BINARY'], '-plugin', os.environ['NV2A_PLUGIN'],
        '-nodefaults', '-vga', 'none', '-display', 'none', '-m', '64',
        '-accel', 'tcg', '-device', '%s,vram=%sM,id=card' % (chip, vram),
        '-kernel', image, '-append', 'scenes=x split=1 wait=1'])
    try:
        line = machine.serial.next(TIMEOUT)
        while line is not None and 'READY' not in line:
            if line.startswith(('FAIL', 'DONE', 'STATE')):
                raise Trouble('the guest says ' + line)
            line = machine.serial.next(TIMEOUT)
        machine.monitor.command('screendump', format='png', device='card',
                                filename=path)
    finally:
        machine.close()


def compile_guest(folder, command):
    """The command with objects in place of sources, which do not change."""
    words = [word for word in command if not word.endswith(('.c', '.S'))]
    sources = [word for word in command if word.endswith(('.c', '.S'))]
    objects = [os.path.join(folder, os.path.basename(source) + '.o')
               for source in sources]
    for source, name in zip(sources, objects):
        run(*words, '-c', '-o', name, source)
    return words + objects


def check(folder, compiler, capture, draws):
    source, image, got, want = (os.path.join(folder, name) for name in
                                ('x.c', 'x.elf', 'got.png', 'want.png'))
    info = tool('nv-cap', 'info', capture)
    first, last = (str(n) for n in draws)
    with open(source, 'w', encoding='ascii') as f:
        f.write(tool('nv-cap', 'to-c', '--from', first, '--to', last,
                     capture))
    said = run(*compiler, '-o', image, source)
    if said:
        raise Trouble('the compiler says ' + said)
    picture(re.search(r'^chip: (\w+)', info).group(1),
            re.search(r'^vram: (\d+)', info, re.M).group(1), image, got)
    tool('nv-cap', 'replay', '--until', last, '--png', want, capture)
    tool('nv-png', 'diff', '--opaque', '--common', got, want)


def main():
    points = Points()
    captures, command = sys.argv[1], sys.argv[2:]
    with tempfile.TemporaryDirectory(prefix='nv2a-to-c-') as folder:
        compiler = compile_guest(folder, command)
        for name, first, last in DRAWS:
            why = ''
            try:
                check(folder, compiler, os.path.join(
                    captures, name + '.nvcap'), (first, last))
            except (Trouble, TimeoutError, OSError,
                    subprocess.TimeoutExpired) as e:
                why = ': ' + ' '.join(str(e).split())
            points.point(not why, 'draws %d to %d of %s%s' %
                         (first, last, name, why))
    return points.end()


if __name__ == '__main__':
    sys.exit(main())
