#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""TAP test: GRUB with a card as the machine's only display.

  boot-test.py [--pictures DIR] DEVICE...

A disk with GRUB and a menu boots, once in VGA's text mode and once in the
graphics of its vga module (640x480 in four planes).  What it wrote is looked
for in the picture, pixel by pixel: in the font of the video BIOS, and in the
one that GRUB loaded.

NV2A_PLUGIN names the plugin, QTEST_QEMU_BINARY the QEMU to use.  Without
GRUB's packages, or the video BIOS as a file, all is skipped.
"""

import argparse
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', '..', 'scripts'))
from machine import Machine, Trouble    # noqa: E402

GRUB = '/usr/lib/grub/i386-pc'
GRUB_FONT = '/usr/share/grub/ascii.pf2'
VIDEO_BIOS = '/usr/share/seabios/vgabios-stdvga.bin'
DEADLINE = 60
# The first is selected: dark on light.
ENTRIES = ['Kelvin as the only display', 'the second of three entries',
           '0123456789 ABC xyz']
EARLY = 'set prefix=(memdisk)/boot/grub\nnormal (memdisk)/grub.cfg\n'
MENU = 'set timeout=-1\n%s' + ''.join('menuentry "%s" { true }\n' % e
                                      for e in ENTRIES)
GRAPHICS = ('loadfont (memdisk)/font.pf2\nset gfxmode=640x480\n'
            'insmod vga\nterminal_output gfxterm\n')
MODULES = ['memdisk', 'tar', 'normal', 'true', 'biosdisk', 'vga', 'gfxterm',
           'font', 'video']


def make_disk(path, config, folder):
    """The first sector and GRUB right behind it, its menu inside."""
    with open(os.path.join(folder, 'grub.cfg'), 'w') as f:
        f.write(config)
    with open(os.path.join(folder, 'early.cfg'), 'w') as f:
        f.write(EARLY)
    shutil.copy(GRUB_FONT, os.path.join(folder, 'font.pf2'))
    subprocess.run(['tar', '--format=ustar', '-cf', 'disk.tar', 'grub.cfg',
                    'font.pf2'], cwd=folder, check=True)
    subprocess.run(['grub-mkimage', '-O', 'i386-pc', '-o', 'core.img', '-c',
                    'early.cfg', '-m', 'disk.tar', '-p',
                    '(memdisk)/boot/grub'] + MODULES, cwd=folder, check=True)
    with open(path, 'wb') as disk:
        for name in (os.path.join(GRUB, 'boot.img'),
                     os.path.join(folder, 'core.img')):
            with open(name, 'rb') as f:
                disk.write(f.read())
        disk.write(bytes(-disk.tell() % 512))


# --- fonts: character to rows of '0' and '1' ---

def video_bios_font():
    """8x16, found by its letter A; the ninth column is empty."""
    letter = bytes.fromhex('000010386cc6c6fec6c6c6c600000000')
    with open(VIDEO_BIOS, 'rb') as f:
        rom = f.read()
    start = rom.index(letter) - 16 * ord('A')
    return {chr(c): [format(row, '08b') + '0' for row in
                     rom[start + 16 * c:start + 16 * c + 16]]
            for c in range(32, 127)}


def grub_font():
    """PF2: sections of name, length, contents; glyphs at file offsets."""
    with open(GRUB_FONT, 'rb') as f:
        data = f.read()
    at, index, ascent, descent, font = 0, b'', 0, 0, {}
    while at < len(data):
        name, size = struct.unpack_from('>4sI', data, at)
        if name == b'DATA':
            break
        body = data[at + 8:at + 8 + size]
        index = body if name == b'CHIX' else index
        ascent = int.from_bytes(body, 'big') if name == b'ASCE' else ascent
        descent = int.from_bytes(body, 'big') if name == b'DESC' else descent
        at += 8 + size
    for code, _, offset in struct.iter_unpack('>IBI', index):
        w, h, x, y, advance = struct.unpack_from('>HHhhh', data, offset)
        bits = ''.join(format(b, '08b') for b in
                       data[offset + 10:offset + 10 + (w * h + 7) // 8])
        rows = [('0' * x + bits[w * i:w * i + w]).ljust(advance, '0')
                for i in range(h)]
        above = ascent - y - h
        font[chr(code)] = (['0' * advance] * above + rows +
                           ['0' * advance] * (ascent + descent - above - h))
    return font


# --- pictures ---

def take_picture(machine):
    path = os.path.join(machine.dir, 'screen.ppm')
    machine.monitor.command('screendump', filename=path, device='card')
    with open(path, 'rb') as f:
        f.readline()
        width, height = (int(n) for n in f.readline().split())
        f.readline()
        return width, height, f.read()


def lit(picture):
    """Lines of '0' and '1': green of at least half."""
    width, height, data = picture
    table = bytes(ord('0') + (i >= 128) for i in range(256))
    green = data[1::3].translate(table).decode()
    return [green[width * y:width * y + width] for y in range(height)]


def find(lines, font, text):
    """Where @text stands as (x, y, selected), or None; every pixel counts."""
    rows = [''.join(font[c][i] for c in text) for i in range(len(font['A']))]
    for selected in (False, True):
        if selected:
            rows = [row.translate(str.maketrans('01', '10')) for row in rows]
        for y in range(len(lines) - len(rows) + 1):
            x = lines[y].find(rows[0])
            while x >= 0:
                if all(lines[y + i].startswith(row, x)
                       for i, row in enumerate(rows)):
                    return x, y, selected
                x = lines[y].find(rows[0], x + 1)
    return None


def wait_for(machine, font, text):
    """The picture in which @text is, or the last before the deadline."""
    end = time.monotonic() + DEADLINE
    while True:
        picture = take_picture(machine)
        if find(lit(picture), font, text) or time.monotonic() > end:
            return picture
        time.sleep(0.3)


# --- checks ---

class Points:
    def __init__(self):
        self.count = self.failed = 0

    def point(self, ok, text):
        self.count += 1
        self.failed += not ok
        print('%sok %d %s' % ('' if ok else 'not ', self.count, text),
              flush=True)


def check(points, name, picture, size, font):
    lines = lit(picture)
    points.point(picture[:2] == size, '%s: %dx%d pixels' %
                 ((name,) + picture[:2]))
    found = [find(lines, font, entry) for entry in ENTRIES]
    for entry, place in zip(ENTRIES, found):
        points.point(place is not None, '%s: "%s" at %s' %
                     (name, entry, place and '%d, %d' % place[:2]))
    points.point([p and p[2] for p in found] == [True, False, False],
                 '%s: the first entry is selected' % name)
    points.point(find(lines, font, 'Kelvin as the only displax') is None,
                 '%s: what was not written is not found' % name)


def boot(args, device, disk, font, name):
    # A sanitized plugin needs its runtime in QEMU before all else.
    os.environ['LD_PRELOAD'] = os.environ.get('NV2A_PRELOAD', '')
    machine = Machine([args.qemu, '-M', 'pc', '-m', '64', '-nodefaults',
                       '-vga', 'none', '-display', 'none', '-accel', 'tcg',
                       '-plugin', args.plugin, '-device', device + ',id=card',
                       '-drive', 'file=%s,format=raw,snapshot=on' % disk])
    try:
        picture = wait_for(machine, font, ENTRIES[-1])
        if args.pictures:
            os.makedirs(args.pictures, exist_ok=True)
            machine.monitor.command(
                'screendump', format='png', device='card',
                filename=os.path.abspath(os.path.join(args.pictures,
                                                      name + '.png')))
        return picture
    finally:
        machine.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n\n')[0])
    parser.add_argument('devices', nargs='+', help='nv20, nv25, ...')
    parser.add_argument('--qemu', default=os.environ.get(
        'QTEST_QEMU_BINARY', 'qemu-system-i386'))
    parser.add_argument('--plugin', default=os.environ.get('NV2A_PLUGIN',
                                                           './build/nv2a.so'))
    parser.add_argument('--pictures', metavar='DIR',
                        help='keep pictures of the menus')
    args = parser.parse_args()
    if not (os.path.exists(os.path.join(GRUB, 'boot.img')) and
            os.path.exists(VIDEO_BIOS) and shutil.which('grub-mkimage')):
        print('1..0 # SKIP grub-common, grub-pc-bin and seabios are needed')
        return 0
    points = Points()
    kinds = [('grub-text', '', (720, 400), video_bios_font()),
             ('grub-graphics', GRAPHICS, (640, 480), grub_font())]
    with tempfile.TemporaryDirectory(prefix='nv2a-boot-') as folder:
        for name, config, size, font in kinds:
            disk = os.path.join(folder, name + '.img')
            make_disk(disk, MENU % config, folder)
            for device in args.devices:
                try:
                    check(points, '%s %s' % (device, name),
                          boot(args, device, disk, font, name), size, font)
                except Trouble as trouble:
                    points.point(False, '%s %s: %s' % (device, name,
                                                       trouble))
    print('1..%d' % points.count)
    return points.failed != 0


if __name__ == '__main__':
    sys.exit(main())
