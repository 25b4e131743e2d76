#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Starts a program of the console in the distribution's QEMU, without any
BIOS: a lit torus that turns, its checks, and a picture of it.

  scripts/demo-xbox.py                 a picture into build/demo
  scripts/demo-xbox.py --window        in a window, until it is closed

The exit status is 0 only if all checks passed and the picture was taken.
"""

import argparse
import os
import sys
import time

from machine import Machine, Trouble

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DEADLINE = 120


def command(args):
    display = [] if args.window else ['-display', 'none']
    return [args.qemu, '-M', 'isapc', '-m', '64M', '-no-reboot', '-accel',
            'tcg'] + display + [
                '-plugin', '%s,machine=xbox,xbe=%s' % (args.plugin, args.xbe)]


def follow(machine, picture, keep):
    """True if the program's last line says that nothing failed."""
    begin = time.monotonic()
    while True:
        line = machine.serial.next(DEADLINE)
        if line is None:
            raise Trouble('QEMU ended. ' + machine.said())
        print('[%6.2f s] %s' % (time.monotonic() - begin, line), flush=True)
        if line == 'READY':
            machine.monitor.command('screendump', format='png',
                                    filename=picture)
            if keep:
                print('Close the window to end.', flush=True)
                while machine.serial.next(86400) is not None:
                    pass
                return True
            machine.serial.send(b'x')
        elif line.startswith('DONE'):
            return line.endswith('failed=0')


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.split('\n\n')[0],
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--build', default=os.path.join(ROOT, 'build'),
                        help='build folder (default: build)')
    parser.add_argument('--out', help='folder of the picture '
                        '(default: demo in the build folder)')
    parser.add_argument('--xbe', help='program to start (default: our torus)')
    parser.add_argument('--window', action='store_true')
    parser.add_argument('--qemu', default=os.environ.get(
        'NV2A_QEMU', 'qemu-system-i386'))
    args = parser.parse_args()
    args.plugin = os.environ.get('NV2A_PLUGIN',
                                 os.path.join(args.build, 'nv2a.so'))
    args.xbe = args.xbe or os.path.join(args.build, 'tests-qtest', 'xbe',
                                        'mesh.xbe')
    out = os.path.abspath(args.out or os.path.join(args.build, 'demo'))
    picture = os.path.join(out, 'xbox.png')
    for path in (args.plugin, args.xbe):
        if not os.path.exists(path):
            print('demo-xbox: %s does not exist; run make first.' % path,
                  file=sys.stderr)
            return 1
    os.makedirs(out, exist_ok=True)
    machine = None
    try:
        machine = Machine(command(args))
        ok = follow(machine, picture, args.window)
    except TimeoutError:
        print('demo-xbox: the program said nothing for %d s.' % DEADLINE,
              file=sys.stderr)
        return 1
    except Trouble as trouble:
        print('demo-xbox: %s' % trouble, file=sys.stderr)
        return 1
    finally:
        if machine:
            machine.close()
    if not os.path.exists(picture):
        print('demo-xbox: there is no picture %s.' % picture, file=sys.stderr)
        return 1
    print('%s: %s' % ('passed' if ok else 'FAILED',
                      os.path.relpath(picture)))
    return not ok


if __name__ == '__main__':
    sys.exit(main())
