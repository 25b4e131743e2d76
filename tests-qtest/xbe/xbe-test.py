#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""TAP test: programs of our own on the console with the free kernel.

  xbe-test.py --tools BUILD --references DIR [--pictures DIR] FOLDER

FOLDER has the programs: the self test, whose points are ours too, the mesh,
whose picture is compared with the reference, also after a move to another
QEMU in the middle, the file test, which gets a disc and a disk that are looked
at afterwards.  Then the self test is damaged:
a bad file, a missing export, an exception are one sentence each and the end
of the machine.

NV2A_PLUGIN names the plugin ("none": QEMU has the console as its own
machine), QTEST_QEMU_BINARY the QEMU to use.
"""

import argparse
import os
import shutil
import struct
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', '..', 'scripts'))
from machine import Machine, Trouble    # noqa: E402

DEADLINE = 120
ENTRY, ENTRY_KEY, SECTIONS, TABLE, THUNKS = 0x128, 0xa8fc57ab, 0x11c, 0x120, \
    0x158
BASE = 0x10000

# What is written where into the self test, and what the kernel says then.
DAMAGE = [
    ('base address', 0x104, 0x20000, 'base address 00020000'),
    ('size of headers', 0x108, 0x7fffffff, 'bytes of headers in a file of'),
    ('no headers', 0x108, 0, '0 bytes of headers in a file of'),
    ('size of image', 0x10c, 0xffffffff, 'does not fit into memory'),
    ('number of sections', 0x11c, 0x10000, '65536 sections at'),
    ('section table', 0x120, 0xfffffff0, 'sections at fffffff0'),
    ('entry', 0x128, 0, 'are not in the image with any key'),
    ('imports', 0x158, 0, 'are not in the image with any key'),
]
# The same inside the first section's header.
SECTION_DAMAGE = [
    ('section address', 0x04, 0x80010000, 'is not in the image'),
    ('section size', 0x08, 0xffffffff, 'is not in the image'),
    ('section in the file', 0x0c, 0xfffffff0, 'ends behind the file'),
]
# Machine code at the entry.
CODE_DAMAGE = [
    ('invalid opcode', b'\x0f\x0b', 'exception 6 (invalid opcode)'),
    ('null pointer', b'\xa1\0\0\0\0', 'exception 14 (page fault)'),
    ('division by zero', b'\x31\xc9\xf7\xf1', 'exception 0 (division)'),
]


class Points:
    def __init__(self):
        self.count = self.failed = 0

    def point(self, ok, text):
        self.count += 1
        self.failed += not ok
        print('%sok %d %s' % ('' if ok else 'not ', self.count, text),
              flush=True)


def command(args, xbe, more=(), reboot=False):
    """
    @xbe None: what the disc has.  Time goes by instructions: a busy host
    delays nothing that the guest can measure.
    """
    program = ',xbe=' + xbe if xbe else ''
    machine = ['-M', 'xbox' + program] if args.plugin == 'none' else \
        ['-M', 'isapc', '-m', '64M', '-plugin',
         args.plugin + ',machine=xbox' + program]
    return [args.qemu, *machine, '-display', 'none', '-accel', 'tcg',
            '-icount', 'shift=2,sleep=off',
            *([] if reboot else ['-no-reboot']), *more]


def folder_command(args, folder, more):
    """The same by the script that users call, which makes it a disc."""
    os.environ['NV2A_QEMU'], os.environ['NV2A_PLUGIN'] = args.qemu, args.plugin
    return [os.path.join(HERE, '..', '..', 'scripts', 'nv2a-qemu'), '--xbox',
            '--xbe', folder, '-display', 'none', '-no-reboot', '-accel',
            'tcg', '-icount', 'shift=2,sleep=off', *more]


def run(args, xbe, more=()):
    return lines_of(command(args, xbe, more))


def lines_of(command_line):
    """Lines on the serial port until the program powers off."""
    # Stopped: a refused program is over before the monitor has answered.
    machine = Machine(command_line + ['-S'])
    lines = []
    try:
        machine.monitor.command('cont')
        while True:
            line = machine.serial.next(DEADLINE)
            if line is None:
                return lines
            lines.append(line)
    except TimeoutError:
        raise Trouble('no end after: ' + ' / '.join(lines[-3:])) from None
    finally:
        machine.close()


def check_tap(points, name, lines, least):
    plan = [line for line in lines if line.startswith('1..')]
    good = [line for line in lines if line.startswith('ok ')]
    for line in lines:
        if line.startswith(('not ok', '# got', 'kernel:', 'exception')):
            print('# ' + line)
    points.point(len(plan) == 1 and len(good) >= least and
                 plan[0] == '1..%d' % len(good), '%s: %d good points, %s' %
                 (name, len(good), plan[0] if plan else 'no end'))


def self_test(args, points):
    lines = run(args, os.path.join(args.folder, 'selftest.xbe'))
    check_tap(points, 'self test', lines, 341)
    points.point('# text for a debugger, once' in lines,
                 'self test: what it tells a debugger is on COM1')


def tool(args, name, *arguments):
    done = subprocess.run([os.path.join(args.tools, name), *arguments],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, timeout=60, check=False)
    if done.returncode:
        raise Trouble('%s %s: %s' % (name, ' '.join(arguments), done.stdout))
    return done.stdout


def file_test(args, points):
    numbers = bytes((i * 7 + i // 256) & 255 for i in range(90112))
    with tempfile.TemporaryDirectory(prefix='nv2a-xbe-') as folder:
        disk, disc, tree, kept = (os.path.join(folder, name) for name in
                                  ('disk.img', 'disc.iso', 'tree', 'kept'))
        os.makedirs(os.path.join(tree, 'Folder'))
        shutil.copy(os.path.join(args.folder, 'filetest.xbe'),
                    os.path.join(tree, 'default.xbe'))
        with open(os.path.join(tree, 'Folder', 'text.txt'), 'w') as f:
            f.write('fourteen bytes')
        with open(os.path.join(tree, 'Folder', 'numbers'), 'wb') as f:
            f.write(numbers)
        tool(args, 'nv-xbe', 'disc', tree, disc)
        tool(args, 'nv-fatx', 'make', disk)
        tool(args, 'nv-fatx', 'make', disk + '2')
        lines = lines_of(folder_command(args, tree, [
            '-drive', 'file=%s2,format=raw,index=0' % disk]))
        check_tap(points, 'file test from a folder', lines, 59)
        lines = run(args, None, ['-cdrom', disc, '-drive',
                                 'file=%s,format=raw,index=0' % disk])
        check_tap(points, 'file test', lines, 59)
        tool(args, 'nv-fatx', 'check', disk)
        tool(args, 'nv-fatx', 'get', disk, 'E:/Made/kept.bin', kept)
        with open(kept, 'rb') as f:
            points.point(f.read() == numbers[:60000],
                         'file test: what it left is on the disk')
    lines = run(args, None)
    points.point(lines[-1:] == ['kernel: \\Device\\CdRom0\\default.xbe: '
                                'there is no disc'],
                 'no disc: ' + (lines or ['-'])[-1])


def launch(args, points):
    with tempfile.TemporaryDirectory(prefix='nv2a-xbe-') as folder:
        tree, disc = (os.path.join(folder, name) for name in ('tree', 'iso'))
        os.makedirs(os.path.join(tree, 'Folder'))
        for name in ('default.xbe', 'Folder/second.xbe'):
            shutil.copy(os.path.join(args.folder, 'launch.xbe'),
                        os.path.join(tree, name))
        tool(args, 'nv-xbe', 'disc', tree, disc)
        lines = lines_of(command(args, None, ['-cdrom', disc], reboot=True))
    for line in lines:
        if line.startswith(('PASS', 'FAIL')):
            points.point(line.startswith('PASS'), 'launch: ' + line[5:])
    stages = [line for line in lines if line.startswith('STAGE')]
    points.point(stages == ['STAGE %d' % i for i in range(4)],
                 'launch: four programs after each other')
    points.point(lines[-1:] == ['kernel: \\Device\\CdRom0\\nowhere.xbe is '
                                'not there'],
                 'launch: ' + (lines or ['-'])[-1])


class Drawing:
    """The mesh: its lines, its picture; perhaps moved to another QEMU."""

    def __init__(self, args, points, name):
        self.args, self.points, self.name = args, points, name
        self.xbe = os.path.join(args.folder, 'mesh.xbe')
        self.machine = Machine(command(args, self.xbe))
        self.rest = []          # lines that came before the move
        self.folder = tempfile.TemporaryDirectory(prefix='nv2a-xbe-')

    def point(self, ok, text):
        self.points.point(ok, '%s: %s' % (self.name, text))

    def move(self):
        old, state = self.machine, os.path.join(self.folder.name, 'state')
        old.save(state)
        try:
            while True:
                self.rest.append(old.serial.next(0.3))
        except TimeoutError:
            old.close()
        self.machine = Machine(command(self.args, self.xbe,
                                       ['-incoming',
                                        "exec:cat '%s'" % state]))
        self.machine.wait_for('query-status', ('inmigrate',), False)
        self.machine.monitor.command('cont')
        self.point(not any(line.startswith(('READY', 'DONE'))
                           for line in self.rest),
                   'went on in a fresh process, from %d bytes' %
                   os.path.getsize(state))

    def picture(self):
        path = os.path.join(self.args.pictures or self.folder.name,
                            'xbe-mesh.png')
        self.machine.monitor.command('screendump', format='png',
                                     filename=os.path.abspath(path))
        diff = subprocess.run(
            [os.path.join(self.args.tools, 'nv-png'), 'diff', path,
             os.path.join(self.args.references, 'scene-a.png')],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, timeout=60, check=False)
        self.point(diff.returncode == 0, 'the picture: ' +
                   ', '.join(diff.stdout.split('\n')).strip(', '))

    def follow(self, move):
        """@move: the start of the line after which it moves."""
        while True:
            line = self.rest.pop(0) if self.rest else \
                self.machine.serial.next(DEADLINE)
            if line is None:
                raise Trouble('QEMU ended. ' + self.machine.said())
            if line.startswith(('PASS', 'FAIL')):
                self.point(line.startswith('PASS'), line[5:])
            elif line == 'READY':
                self.picture()
                self.machine.serial.send(b'x')
            elif line.startswith('DONE'):
                self.point(line.endswith('failed=0') and
                           self.machine.serial.next(DEADLINE) is None,
                           line + ', then power off')
                return
            if move and line.startswith(move):
                move = None
                self.move()

    def close(self):
        self.machine.close()
        self.folder.cleanup()


def draw(args, points, name, move=None):
    drawing = Drawing(args, points, name)
    try:
        drawing.follow(move)
    except TimeoutError:
        drawing.point(False, 'the program said nothing for %d s' % DEADLINE)
    finally:
        drawing.close()


def mesh(args, points):
    draw(args, points, 'mesh')


def moved_mesh(args, points):
    """While frames turn, with vertical blanks being counted."""
    draw(args, points, 'moved mesh', 'PASS vp-encoder-1')


def word(data, at):
    return struct.unpack_from('<I', data, at)[0]


def in_file(data, address):
    """Where in the file an address of the program is."""
    table = word(data, TABLE) - BASE
    for i in range(word(data, SECTIONS)):
        _, start, _, offset, size = struct.unpack_from('<5I', data,
                                                       table + i * 0x38)
        if start <= address < start + size:
            return address - start + offset
    raise Trouble('address %x is in no section' % address)


def damaged(data):
    """(what, bytes of the file, what is said)"""
    table = word(data, TABLE) - BASE
    entry = in_file(data, word(data, ENTRY) ^ ENTRY_KEY)
    rows = [(what, at, struct.pack('<I', value), said)
            for what, at, value, said in DAMAGE]
    rows += [(what, table + at, struct.pack('<I', value), said)
             for what, at, value, said in SECTION_DAMAGE]
    rows += [(what, entry, code, said) for what, code, said in CODE_DAMAGE]
    # DbgPrint, which the program calls first, and a variable.
    for what, old, new, said in (
            ('missing function', 8, 59, 'export 59 (IoAllocateIrp)'),
            ('unknown function', 8, 370, 'export 370 (unknown)'),
            ('missing variable', 156, 357, 'export 357 (IdexChannelObject)'),
            ('wild import', 8, 0x7fffff, 'export 8388607 (unknown)')):
        rows.append((what, data.index(struct.pack('<I', 0x80000000 | old)),
                     struct.pack('<I', 0x80000000 | new), said))
    for what, at, patch, said in rows:
        yield what, data[:at] + patch + data[at + len(patch):], said
    yield 'half a file', data[:len(data) // 2], 'ends behind the file'


def bad_programs(args, points):
    with open(os.path.join(args.folder, 'selftest.xbe'), 'rb') as f:
        data = f.read()
    with tempfile.TemporaryDirectory(prefix='nv2a-xbe-') as folder:
        path = os.path.join(folder, 'bad.xbe')
        for what, contents, said in damaged(data):
            with open(path, 'wb') as f:
                f.write(contents)
            try:
                lines = run(args, path)
            except Trouble as trouble:
                points.point(False, '%s: %s' % (what, trouble))
                continue
            found = [line for line in lines if said in line]
            points.point(len(found) >= 1 and
                         not any(line.startswith('ok') for line in lines),
                         '%s: %s' % (what, (found or lines or ['-'])[-1]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n\n')[0])
    parser.add_argument('folder')
    parser.add_argument('--tools', required=True, metavar='DIR')
    parser.add_argument('--references', required=True)
    parser.add_argument('--pictures', metavar='DIR')
    parser.add_argument('--qemu', default=os.environ.get(
        'QTEST_QEMU_BINARY', 'qemu-system-i386'))
    parser.add_argument('--plugin', default=os.environ.get('NV2A_PLUGIN',
                                                           './build/nv2a.so'))
    args = parser.parse_args()
    # A sanitized plugin needs its runtime in QEMU before all else.
    os.environ['LD_PRELOAD'] = os.environ.get('NV2A_PRELOAD', '')
    os.environ['QEMU_AUDIO_DRV'] = 'none'
    if args.pictures:
        os.makedirs(args.pictures, exist_ok=True)
    points = Points()
    for test in (self_test, mesh, moved_mesh, file_test, launch,
                 bad_programs):
        try:
            test(args, points)
        except Trouble as trouble:
            points.point(False, '%s: %s' % (test.__name__, trouble))
    print('1..%d' % points.count)
    return points.failed != 0


if __name__ == '__main__':
    sys.exit(main())
