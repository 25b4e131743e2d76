#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""TAP test: docs/first-guest.rst and the program that it builds.

  first-guest-test.py CARD...

What the page shows of C stands in docs/examples/first-guest.c, in that order;
the page's own command compiles it, without a word, as far as each of its steps;
each step says what the page says on the first card; and at the end every card
shows the page's picture.  The environment is that of scenes-test.py.
"""

import os
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, 'scripts'),
                os.path.join(os.path.dirname(HERE), 'replay')]
from machine import Machine, Trouble    # noqa: E402
from recorded import Points             # noqa: E402

PAGE = os.path.join(ROOT, 'docs', 'first-guest.rst')
SOURCE = os.path.join(ROOT, 'docs', 'examples', 'first-guest.c')
PICTURE = os.path.join(ROOT, 'docs', 'images', 'first-guest.png')
TIMEOUT = 60
CHIP = '1 the chip says '


def blocks(page, kind):
    """The text of each code block of that kind."""
    for m in re.finditer(r'^\.\. code-block:: %s\n\n((?:   .*\n|\n)+)' % kind,
                         page, re.M):
        yield re.sub(r'^   ', '', m.group(1), flags=re.M).strip('\n')


def excerpts(points, page):
    with open(SOURCE, encoding='utf-8') as f:
        source = f.read()
    at, strange = 0, []
    for block in blocks(page, 'c'):
        found = source.find(block, at)
        if found < 0:
            strange.append(block.split('\n')[0])
        else:
            at = found + len(block)
    points.point(not strange and at, 'what the page shows is in the file' +
                 ''.join('; not: ' + line for line in strange))


def command_of(page):
    """Words of the command that compiles, without -DLAST and files."""
    text = next(b for b in blocks(page, 'console') if '$ gcc ' in b)
    line = re.search(r'\$ (gcc (?:.*\\\n)*.*)', text).group(1)
    return [word for word in shlex.split(line.replace('\\\n', ' '))
            if not word.startswith('-DLAST') and 'first-guest' not in word
            and word != '-o']


def build(points, command, last, path):
    done = subprocess.run(command + ['-Wall', '-Wextra', '-DLAST=%d' % last,
                                     '-o', path, SOURCE],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT)
    if done.returncode or done.stdout:
        print(''.join('# %s\n' % x for x in done.stdout.split('\n')))
    points.point(done.returncode == 0 and not done.stdout,
                 'it is compiled as far as line %d' % last)
    return done.returncode == 0


def boot(card, image):
    return Machine([os.environ['QTEST_QEMU_BINARY'], '-plugin',
                    os.environ['NV2A_PLUGIN'], '-nodefaults', '-vga', 'none',
                    '-display', 'none', '-m', '64', '-accel', 'tcg', '-device',
                    card + ',id=card', '-kernel', image])


def says(machine, count):
    """Lines of the serial port; no more come than are waited for."""
    lines = []
    while len(lines) < count:
        lines.append(machine.serial.next(TIMEOUT))
    while 'HLT=1' not in machine.monitor.command(
            'human-monitor-command', **{'command-line': 'info registers'}):
        pass
    try:
        lines.append(machine.serial.next(0.05))
    except TimeoutError:
        pass
    return lines


def steps(points, card, command, expected, out):
    for last in range(1, len(expected) + 1):
        image = os.path.join(out, 'step-%d' % last)
        if not build(points, command, last, image):
            continue
        machine = boot(card, image)
        try:
            said = says(machine, last)
        finally:
            machine.close()
        points.point(said == expected[:last], '%s says "%s"' % (card, said[-1]))


def picture(points, card, image, expected, out):
    machine = boot(card, image)
    got = os.path.join(out, card + '.png')
    try:
        said = says(machine, len(expected))
        machine.monitor.command('screendump', filename=got, format='png')
    finally:
        machine.close()
    same = [line for line in said[2:]] == expected[2:]
    points.point(same and said[0].startswith(CHIP + '0' + card[2:4]),
                 '%s says the same but for what it is' % card)
    done = subprocess.run([os.path.join(os.environ['NV2A_BUILD'], 'nv-png'),
                           'diff', got, PICTURE], text=True, timeout=TIMEOUT,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    points.point(done.returncode == 0, '%s shows the page\'s picture%s'
                 % (card, '' if done.returncode == 0 else
                    ': ' + done.stdout.strip()))


def main():
    points = Points()
    with open(PAGE, encoding='utf-8') as f:
        page = f.read()
    excerpts(points, page)
    expected = re.findall(r'^   (\d .*)$', '\n'.join(
        '   ' + line for b in blocks(page, 'console')
        for line in b.split('\n')), re.M)
    points.point(len(expected) > 5, 'the page has %d steps' % len(expected))
    try:
        with tempfile.TemporaryDirectory(prefix='nv2a-first-') as out:
            steps(points, sys.argv[1], command_of(page), expected, out)
            image = os.path.join(out, 'step-%d' % len(expected))
            for card in sys.argv[1:]:
                picture(points, card, image, expected, out)
    except (Trouble, TimeoutError) as e:
        points.point(False, 'the guest comes to its end: %s' % (e or 'silence'))
    return points.end()


if __name__ == '__main__':
    sys.exit(main())
