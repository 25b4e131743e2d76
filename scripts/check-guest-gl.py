#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs OpenGL programs of Debian on the card and compares what they draw with
software Mesa of the same Debian.

  scripts/check-guest-gl.py nv20 nv40
  scripts/check-guest-gl.py --programs gears,neverball nv40
  scripts/check-guest-gl.py --list

Each program of the table (scripts/gl_programs.py) has a clock that moves a
thirtieth of a second a frame and chance that is the same each time; its frame
N is saved, and it ends.  This is done twice: in the guest, where nouveau drives
the card, and with software Mesa, held to the version and extensions of OpenGL
that the card's driver has.  A picture is right if at most 0.5 % of its pixels
have a channel that is off by more than 32.  "far" is the part of pixels whose
colour the other picture does not even have next to there: what is off but not
far is an edge, a line or a texel that fell a pixel aside.

What comes out, in the folder of --pictures: NAME.png and NAME-software.png of
each program, sheet.png with all of them side by side, table.txt, and what each
program said as NAME.log.  Results are TAP points, one a program and chip.

Software Mesa runs beside the guest, in a root of the guest's files that nobody
else sees, if the user is root and the host runs such programs; otherwise in
the guest, which takes longer.
"""

import argparse
import os
import re
import shutil
import sys
import tempfile
import time

from collections import namedtuple

import debian_guest
import gl_programs
import pictures
from debian_guest import Tap, expect, guest_of
from guest_opengl import SHARED, Card, add_options, read, software_shell
from machine import Trouble

HERE = os.path.dirname(os.path.abspath(__file__))
SHIM = os.path.join(HERE, '..', 'tests-qtest', 'gl', 'gl-frame.c')
MOST_OFF = 0.005
NATIVE_SECONDS = 90
COMPILE = ('gcc -std=gnu11 -D_GNU_SOURCE -O2 -shared -fPIC -o /tmp/gl-frame.so '
           '%s/gl-frame.c -ldl' % SHARED)

# What became of a program: its frames and the seconds from the first to the
# last of them, OpenGL's renderer, the picture or none, the end of its words.
Run = namedtuple('Run', 'frames seconds renderer picture said')


class Place:
    """Where programs run: a shell, and a folder for what comes out, which
    says in a file what environment they get."""

    def __init__(self, shell, shared, name, **environment):
        self.shell = shell
        self.folder = os.path.join(shared, name)
        self.inside = '%s/%s' % (SHARED, name)
        os.mkdir(self.folder)
        self.less = {}          # environment without some extensions
        self.set(DISPLAY=':0', **environment)

    def set(self, **environment):
        with open(os.path.join(self.folder, 'environment'), 'a') as f:
            for item in environment.items():
                f.write("export %s='%s'\n" % item)

    def prepare(self):
        """Letters are as large with both servers, whose millimetres differ."""
        self.shell.run("echo 'Xft.dpi: 96' | DISPLAY=:0 xrdb -nocpp -merge")
        expect(self.shell.status == 0, 'xrdb has no resources set')
        out = self.shell.run(COMPILE, 300)
        expect(self.shell.status == 0, 'gl-frame.c: ' + out)

    def opengl(self):
        """Version and extensions."""
        out = self.shell.run('(. %s/environment; glxinfo)' % self.inside, 300)
        version = re.search(r'^OpenGL version string: (\d+\.\d+)', out, re.M)
        expect(version, 'no OpenGL: ' + out[-300:])
        words = re.search(r'^OpenGL extensions:\n((?: .*\n)+)', out, re.M)
        return (version.group(1), set(re.findall(r'GL_\w+', words.group(1))),
                re.search(r'^OpenGL renderer string: (.*)', out, re.M)[1])

    def run_either(self, program, seconds, hides):
        """Some versions of Mesa crash without extensions they have."""
        none = dict.fromkeys(self.less, '')
        for less in (self.less, none) if hides else (none,):
            self.set(**less)
            run = self.run(program, seconds)
            if run.picture:
                break
        return run

    def run(self, program, seconds):
        self.shell.run("sh %s/gl-program %s %d %d %s '%s'" % (
            SHARED, program.name, program.frame, seconds, self.inside,
            program.command), seconds + 60)
        base = os.path.join(self.folder, program.name)
        words = dict(line.split(' ', 1) for line in
                     read(base + '.txt').splitlines() if ' ' in line)
        picture = pictures.read_ppm(base + '.ppm') \
            if os.path.exists(base + '.ppm') else None
        return Run(int(words.get('frames', 0)),
                   float(words.get('seconds', 0)), words.get('renderer', ''),
                   picture, read(base + '.log'))


def software_place(args, chip, card, shared):
    """Software Mesa beside the guest, or in it."""
    shell, close = software_shell(args, chip, gl_programs.packages(chip),
                                  card.guest, shared)
    return Place(shell, shared, 'software', LIBGL_ALWAYS_SOFTWARE=1), close


def same_opengl(card, software):
    """Holds software Mesa to what the card's driver offers."""
    version, offered, renderer = card.opengl()
    _, more, _ = software.opengl()
    software.set(MESA_GL_VERSION_OVERRIDE=version)
    software.less = {'MESA_EXTENSION_OVERRIDE': ' '.join(
        '-' + name for name in sorted(more - offered))}
    print('# OpenGL %s, %s: %d extensions; software Mesa does without %d' %
          (version, renderer, len(offered), len(more - offered)), flush=True)


Row = namedtuple('Row', 'name run software off far complaints why known')


def judge(program, chip, run, software, complaints):
    """A row of the table, with what is wrong."""
    off = far = None
    why = ''
    if run.picture and software.picture:
        off, far = pictures.off(run.picture, software.picture)
    if not software.picture:
        why = 'software Mesa does not run it: %d frames; %s' % (
            software.frames, last_words(software.said))
    elif not run.frames:
        why = 'does not start: ' + last_words(run.said)
    elif not run.picture:
        why = '%d of %d frames: %s' % (run.frames, program.frame,
                                       last_words(run.said))
    elif run.picture[:2] != software.picture[:2]:
        why = '%dx%d pixels, not %dx%d' % (run.picture[:2] +
                                           software.picture[:2])
    elif off > MOST_OFF:
        why = '%.2f %% of pixels are off, %.2f %% from all beside' % (
            100 * off, 100 * far)
    elif pictures.colours(software.picture) < 2:
        why = 'both pictures have one colour'
    return Row(program.name, run, software, off, far, complaints, why,
               gl_programs.known(program.name, chip, off) if why else '')


def last_words(said):
    lines = [line for line in said.splitlines() if line.strip()]
    return ' / '.join(lines[-3:])[-200:]


def rate(run):
    return '%.1f' % ((run.frames - 1) / run.seconds) if run.seconds else '-'


COLUMNS = '%-18s %6s %8s %8s %6s %8s %4s  %s'


def percent(part):
    return '-' if part is None else '%.2f %%' % (100 * part)


def table(rows):
    lines = [COLUMNS % ('program', 'starts', 'off', 'far', 'fps', 'software',
                        'log', 'what is wrong')]
    for row in rows:
        lines.append((COLUMNS % (
            row.name, 'yes' if row.run.frames else 'no',
            percent(row.off), percent(row.far),
            rate(row.run), rate(row.software), len(row.complaints) or '-',
            row.known or row.why.split('\n')[0][:60])).rstrip())
    return '\n'.join(lines)


def sheet(rows, path):
    """Card and software beside each other, four programs a line."""
    shown = [row for row in rows if row.run.picture or row.software.picture]
    page = pictures.Sheet(8, max(1, -(-len(shown) // 4)))
    for i, row in enumerate(shown):
        colour = b'\xff\x80\x80' if row.why else b'\x80\xff\x80'
        page.words(2 * i, row.name, colour)
        page.words(2 * i + 1, percent(row.off) + ' off', colour)
        for j, run in enumerate((row.run, row.software)):
            if run.picture:
                page.picture(2 * i + j, run.picture)
    page.write(path)


def save_row(row, folder):
    base = os.path.join(folder, row.name)
    for run, ending in ((row.run, ''), (row.software, '-software')):
        if run.picture:
            pictures.write_png(base + ending + '.png', run.picture)
    with open(base + '.log', 'w') as f:
        f.write(row.run.said + '\n'.join(
            ['--- the card and the kernel'] + row.complaints) +
            '\n--- software Mesa\n' + row.software.said)


def save_all(rows, folder):
    print('# ' + table(rows).replace('\n', '\n# '))
    with open(os.path.join(folder, 'table.txt'), 'w') as f:
        f.write(table(rows) + '\n')
    sheet(rows, os.path.join(folder, 'sheet.png'))


def point(tap, chip, row, began):
    text = '%s %s (%.0f s)' % (chip, row.name, time.monotonic() - began)
    if not row.software.picture:
        tap.skip(text, row.why.replace('\n', ' '))
    elif row.known:
        tap.skip(text, '%s: %s' % (row.why, row.known))
    else:
        tap.point(not row.why, text, row.why)


def check(args, chip, programs, tap):
    shared = tempfile.mkdtemp(prefix='nv2a-gl-')
    folder = os.path.join(args.pictures, chip)
    os.makedirs(folder, exist_ok=True)
    rows, closing = [], []
    try:
        shutil.copy(SHIM, shared)
        shutil.copy(os.path.join(HERE, 'gl-program'), shared)
        card = Card(args, chip, gl_programs.packages(chip), shared)
        closing.append(card.guest.close)
        place = Place(card.guest, shared, 'card')
        place.prepare()
        software, close = software_place(args, chip, card, shared)
        closing.append(close)
        software.prepare()
        same_opengl(place, software)
        card.complaints()
        for program in programs:
            began = time.monotonic()
            reference = software.run_either(
                program, NATIVE_SECONDS, gl_programs.hides(program.name, chip))
            run = place.run(program, args.seconds or program.seconds) \
                if reference.picture else Run(0, 0, '', None, '')
            rows.append(judge(program, chip, run, reference,
                              card.complaints()))
            save_row(rows[-1], folder)
            point(tap, chip, rows[-1], began)
    except Trouble as trouble:
        for program in programs[len(rows):]:
            tap.point(False, '%s %s' % (chip, program.name), str(trouble))
    finally:
        for close in reversed(closing):
            close()
        shutil.rmtree(shared, ignore_errors=True)
    save_all(rows, folder)


def chosen(names):
    """The programs with these names, or all."""
    known = {p.name: p for p in gl_programs.PROGRAMS}
    wanted = names.split(',') if names else list(known)
    strange = [name for name in wanted if name not in known]
    if strange:
        raise SystemExit('check-guest-gl: no program "%s": --list has all' %
                         strange[0])
    return [known[name] for name in wanted]


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('chips', nargs='*', metavar='CHIP',
                        help=', '.join(debian_guest.GUESTS))
    parser.add_argument('--programs', default='', metavar='A,B,...',
                        help='these alone')
    parser.add_argument('--list', action='store_true',
                        help='say what programs there are, and end')
    parser.add_argument('--pictures', metavar='FOLDER',
                        default='build/guest-gl',
                        help='where pictures and tables go (%(default)s)')
    parser.add_argument('--seconds', type=int, default=0,
                        help='for each program on the card, instead of the '
                        "table's")
    add_options(parser)
    return parser.parse_args()


def main():
    args = arguments()
    if args.list:
        for p in gl_programs.PROGRAMS:
            print('%-22s frame %3d  %s' % (p.name, p.frame, p.command))
        return 0
    if not args.chips:
        raise SystemExit('check-guest-gl: say which cards: nv20, nv40, ...')
    wanted = chosen(args.programs)
    of_chip = {chip: gl_programs.runnable(wanted, chip) for chip in args.chips}
    tap = Tap(sum(map(len, of_chip.values())))
    for chip, programs in of_chip.items():
        if not guest_of(args, chip, gl_programs.packages(chip)):
            for program in programs:
                tap.skip('%s %s' % (chip, program.name),
                         debian_guest.NO_GUEST)
            continue
        check(args, chip, programs, tap)
    print(tap.summary())
    return 1 if tap.failed else 0


if __name__ == '__main__':
    sys.exit(main())
