#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Boots the bundled guest on the card in the distribution's QEMU, takes a
picture of every scene, and says what passed and how fast it was.

  scripts/demo.py                      all scenes into build/demo
  scripts/demo.py --window             a window, animated, until it is closed
  scripts/demo.py --compare DIR        pictures against references as well

The exit status is 0 only if every check of the guest passed, every picture
was taken and (with --compare) none differs from its reference.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
import zlib

from machine import SCENES, Machine, Trouble

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DEVICES = ('nv10', 'nv15', 'nv17', 'nv20', 'nv25', 'nv2a', 'nv30', 'nv34',
           'nv35', 'nv40')


def command_line(args, append, options=()):
    command = [args.qemu]
    if args.plugin:
        command += ['-plugin', args.plugin]
    command += ['-nodefaults', '-vga', 'none', '-m', '128',
                '-no-reboot', '-accel', args.accel]
    if not args.window:
        command += ['-display', 'none']
    elif args.display:
        command += ['-display', args.display]
    command += ['-device', args.device + ',id=card',
                '-device', 'isa-debug-exit,iobase=0xf4,iosize=4',
                '-kernel', args.guest, '-append', append]
    return command + args.extra + list(options)


class Run:
    """One run of the guest: what it said, in order."""

    def __init__(self, args):
        self.args = args
        self.scenes = []            # dictionaries, in the order shown
        self.none = []              # letters that this card does not have
        self.checks = []
        self.done = None
        self.machine = None
        self.problems = []
        self.start = time.monotonic()

    def machine_for(self, options=()):
        return Machine(command_line(self.args, self.append, options),
                       self.args.verbose)

    def say(self, text):
        if not self.args.quiet:
            print('[%6.2f s] %s' % (time.monotonic() - self.start, text),
                  flush=True)

    def scene(self, letter, title=''):
        for scene in self.scenes:
            if scene['scene'] == letter:
                return scene
        self.scenes.append({'scene': letter, 'title': title, 'passed': 0,
                            'failed': 0, 'vertices': 0, 'ns': 0,
                            'vertices_per_second': 0, 'picture': None})
        return self.scenes[-1]

    def take(self, machine, letter):
        path = os.path.abspath(os.path.join(self.args.out,
                                            'scene-%s.png' % letter))
        if os.path.exists(path):
            os.unlink(path)
        machine.monitor.command('screendump', filename=path, format='png',
                                device=self.args.console)
        if not os.path.exists(path) or not os.path.getsize(path):
            raise Trouble('QEMU wrote no picture %s.' % path)
        return path

    def check_screen(self, machine, letter, expected):
        """The console shows every pixel as the guest has it in VRAM."""
        path = os.path.join(machine.dir, 'screen.ppm')
        machine.monitor.command('screendump', filename=path, format='ppm',
                                device=self.args.console)
        with open(path, 'rb') as f:
            kind, size = f.readline().split(), f.readline().split()
            f.readline()
            crc = '%08x' % zlib.crc32(f.read())
        os.unlink(path)
        ok = kind == [b'P6'] and crc == expected
        self.check_line('PASS' if ok else 'FAIL',
                        '%s/screen: %s, checksum %s expected %s' %
                        (letter, b'x'.join(size).decode(), crc, expected))

    def check_line(self, verdict, text):
        name, _, words = text.partition(': ')
        ok = verdict == 'PASS'
        owner = self.scenes[-1]['scene'] if self.scenes else ''
        self.checks.append({'ok': ok, 'name': name, 'text': words,
                            'scene': owner})
        if self.scenes:
            self.scenes[-1]['passed' if ok else 'failed'] += 1
        if not ok or self.args.verbose:
            self.say('%s %s: %s' % (verdict, name, words))

    def move(self):
        """The machine goes on in a fresh process, from its saved state."""
        old = self.machine
        path = os.path.join(self.args.out, 'state')
        try:
            old.save(path)
            size = os.path.getsize(path)
            old.close()
            self.machine = self.machine_for(
                ['-incoming', "exec:cat '%s'" % path])
            self.machine.wait_for('query-status', ('inmigrate',), False)
            self.machine.monitor.command('cont')
        finally:
            if os.path.exists(path):
                os.unlink(path)
        self.say('saved %d bytes, went on in a fresh process' % size)

    def scene_line(self, words):
        machine, letter, what = self.machine, words[0], words[1]
        if what == 'BEGIN':
            self.scene(letter, ' '.join(words[2:]))
        elif what == 'NONE':
            self.none.append(letter)
            self.say('scene %s: none; %s' % (letter, ' '.join(words[2:])))
        elif what == 'HALF':
            if self.args.snapshot:
                self.move()
            self.machine.serial.send(b'.')
        elif what == 'READY':
            scene = self.scene(letter)
            values = dict(w.split('=', 1) for w in words[2:])
            scene['vertices'] = int(values['vertices'])
            scene['ns'] = int(values['ns'])
            scene['vertices_per_second'] = int(values['rate'])
            scene['picture'] = self.take(machine, letter)
            self.check_screen(machine, letter, values.get('crc'))
            self.say('scene %s: %s, %d of %d checks passed' %
                     (letter, scene['title'], scene['passed'],
                      scene['passed'] + scene['failed']))
            machine.serial.send(b'.')

    def line(self, line):
        kind, _, text = line.partition(' ')
        if kind in ('PASS', 'FAIL'):
            self.check_line(kind, text)
        elif kind == 'SCENE':
            self.scene_line(text.split())
        elif kind == 'DONE':
            self.done = dict(w.split('=', 1) for w in text.split())
        elif kind == 'CARD' or self.args.verbose or kind == 'STATE':
            self.say(line)

    def boot(self):
        """Plays the host's part until the guest is done."""
        self.append = 'scenes=%s wait=1 exit=1' % self.args.scenes
        if self.args.snapshot:
            self.append += ' split=1'
        if self.args.append:
            self.append += ' ' + self.args.append
        self.machine = self.machine_for()
        try:
            while self.done is None:
                self.line(self.next_line())
            # isa-debug-exit: 1 if all passed, 3 otherwise.
            try:
                self.machine.process.wait(10)
            except subprocess.TimeoutExpired:
                self.problems.append('QEMU did not leave when told to.')
        finally:
            self.machine.close()

    def next_line(self):
        try:
            line = self.machine.serial.next(self.args.timeout)
        except TimeoutError:
            raise Trouble('the guest said nothing for %g s. %s' %
                          (self.args.timeout,
                           self.machine.said())) from None
        if line is None:
            raise Trouble('QEMU ended before the guest was done. ' +
                          self.machine.said())
        return line

    def compare(self):
        tool = os.path.join(self.args.build, 'nv-png')
        for scene in self.scenes:
            if not scene['picture']:
                continue
            other = os.path.join(self.args.compare,
                                 os.path.basename(scene['picture']))
            if not os.path.exists(other):
                self.problems.append('there is no reference %s.' % other)
                continue
            where = os.path.join(self.args.out,
                                 'different-%s.png' % scene['scene'])
            result = subprocess.run([tool, 'diff', scene['picture'], other,
                                     '--out', where],
                                    stdout=subprocess.PIPE,
                                    stderr=subprocess.STDOUT, text=True,
                                    timeout=60, check=False)
            scene['same'] = result.returncode == 0
            if scene['same']:
                os.unlink(where)
            else:
                self.problems.append('scene %s differs from %s (see %s): %s' %
                                     (scene['scene'], other, where,
                                      ' '.join(result.stdout.split())))

    def contact_sheet(self):
        tool = os.path.join(self.args.build, 'nv-png')
        pictures = [s['picture'] for s in self.scenes if s['picture']]
        if not os.path.exists(tool) or not pictures:
            return None
        sheet = os.path.join(self.args.out, 'contact-sheet.png')
        result = subprocess.run([tool, 'sheet', sheet] + pictures,
                                stdout=subprocess.PIPE, text=True,
                                stderr=subprocess.STDOUT, timeout=60,
                                check=False)
        if result.returncode:
            self.problems.append('no contact sheet: ' +
                                 result.stdout.strip())
            return None
        return sheet

    def table(self):
        rows = [('scene', 'checks', 'vertices', 'ms', 'vertices/s',
                 'picture')]
        for s in self.scenes:
            rows.append((
                '%s %s' % (s['scene'], s['title']),
                '%d/%d' % (s['passed'], s['passed'] + s['failed']),
                '%d' % s['vertices'], '%.2f' % (s['ns'] / 1e6),
                '%d' % s['vertices_per_second'],
                os.path.relpath(s['picture']) if s['picture'] else 'none'))
        widths = [max(len(r[i]) for r in rows) for i in range(6)]
        print()
        for r in rows:
            cells = [r[0].ljust(widths[0])]
            cells += [r[i].rjust(widths[i]) for i in range(1, 5)]
            print('  '.join(cells + [r[5]]))

    def report(self, sheet):
        passed = sum(c['ok'] for c in self.checks)
        failed = len(self.checks) - passed
        if not self.args.quiet:
            self.table()
        if sheet:
            print('contact sheet: %s' % os.path.relpath(sheet))
        for problem in self.problems:
            print('problem: ' + problem)
        print('%s: %d passed, %d failed, %.1f s' % (
            self.args.device, passed, failed,
            time.monotonic() - self.start), flush=True)
        ok = not failed and not self.problems and self.done is not None
        if self.args.json:
            with open(self.args.json, 'w') as out:
                json.dump({'device': self.args.device, 'ok': ok,
                           'passed': passed, 'failed': failed,
                           'problems': self.problems, 'checks': self.checks,
                           'scenes': self.scenes, 'none': self.none,
                           'sheet': sheet,
                           'seconds': time.monotonic() - self.start},
                          out, indent=1)
        return 0 if ok else 1


def window(args):
    """Animates until the window is closed."""
    machine = Machine(command_line(args, 'scenes=%s animate=1 %s' % (
        args.scenes, args.append)), args.verbose)
    try:
        print('Close the window, or press Ctrl-C here, to end.', flush=True)
        said = ''
        while machine.process.poll() is None:
            if machine.said() != said:      # such as where VNC listens
                said = machine.said()
                print(said, flush=True)
            try:
                line = machine.serial.next(1)
            except TimeoutError:
                continue
            if line is None:
                break
            print(line, flush=True)
        machine.process.wait(10)
        return 0
    except (KeyboardInterrupt, subprocess.TimeoutExpired):
        return 0
    finally:
        machine.close()


def find(args):
    """Fills in what was not given; one sentence for what is missing."""
    launcher = os.path.join(ROOT, 'scripts', 'nv2a-qemu')
    args.build = os.path.abspath(args.build)
    if not args.guest:
        args.guest = os.path.join(args.build, 'tests-qtest', 'guest',
                                  'guest.elf')
    if not args.out:
        args.out = os.path.join(args.build, 'demo')
    if not args.plugin and not args.qemu and os.path.exists(launcher):
        args.qemu = launcher
        os.environ.setdefault('NV2A_PLUGIN',
                              os.path.join(args.build, 'nv2a.so'))
    elif not args.plugin:
        args.plugin = os.path.join(args.build, 'nv2a.so')
    if args.plugin:
        args.plugin = os.path.abspath(args.plugin)
    args.qemu = args.qemu or 'qemu-system-i386'
    for letter in args.scenes:
        if letter not in SCENES:
            raise Trouble('there is no scene "%s"; scenes are a to g.' %
                          letter)
    plugin = args.plugin or os.environ['NV2A_PLUGIN']
    for path, what in ((args.guest, 'guest'), (plugin, 'plugin')):
        if path not in ('', 'none') and not os.path.exists(path):
            raise Trouble('there is no %s at %s; run "make" first, or name '
                          'it with --%s.' % (what, path, what))
    if not shutil.which(args.qemu):
        raise Trouble('there is no %s; install qemu-system-x86, or name '
                      'one with --qemu.' % args.qemu)
    os.makedirs(args.out, exist_ok=True)


def arguments():
    p = argparse.ArgumentParser(
        description=__doc__.split('\n\n')[0],
        formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    p.add_argument('--device', default='nv20',
                   help='device type with properties, as for -device: ' +
                   ' '.join(DEVICES))
    p.add_argument('--scenes', default=SCENES, help='which, in order')
    p.add_argument('--out', help='where pictures go (BUILD/demo)')
    p.add_argument('--build', default=os.path.join(ROOT, 'build'),
                   help='build folder')
    p.add_argument('--qemu', help='QEMU program (the launcher '
                   'scripts/nv2a-qemu, else qemu-system-i386)')
    p.add_argument('--plugin', help='plugin (BUILD/nv2a.so)')
    p.add_argument('--guest', help='guest '
                   '(BUILD/tests-qtest/guest/guest.elf)')
    p.add_argument('--accel', default='tcg', help='tcg or kvm')
    p.add_argument('--window', action='store_true',
                   help='open a window and animate')
    p.add_argument('--display', help='QEMU display for it (what QEMU likes)')
    p.add_argument('--compare', metavar='DIR',
                   help='folder with reference pictures')
    p.add_argument('--snapshot', action='store_true',
                   help='save scene a in the middle of its draw and go on '
                   'in a fresh process')
    p.add_argument('--json', metavar='FILE', help='results for machines')
    p.add_argument('--timeout', type=float, default=120,
                   help='longest silence of the guest, seconds')
    p.add_argument('--append', default='',
                   help='more words for the guest, such as irq=0')
    p.add_argument('--console', metavar='ID', default='card',
                   help='device whose picture is taken; for a second card: '
                   '--append card=1 --console two -- -device nv2a,id=two')
    p.add_argument('--verbose', action='store_true', help='every check')
    p.add_argument('--quiet', action='store_true', help='only the result')
    p.add_argument('extra', nargs='*', help='further QEMU options, after --')
    return p.parse_args()


def main():
    args = arguments()
    run = Run(args)
    try:
        find(args)
        if args.window:
            return window(args)
        run.boot()
    except (Trouble, OSError, TimeoutError) as e:
        run.problems.append(str(e) or 'something did not answer in time.')
    except KeyboardInterrupt:
        run.problems.append('interrupted.')
    if args.compare:
        run.compare()
    sheet = run.contact_sheet() if run.scenes else None
    return run.report(sheet)


if __name__ == '__main__':
    sys.exit(main())
