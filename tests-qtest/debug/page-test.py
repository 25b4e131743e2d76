#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""TAP test: what docs/debugger.rst shows of gdb is what gdb shows.

  page-test.py PAGE

Lines "(gdb) COMMAND" of the page's console blocks are run one after the other;
the lines below each must come in its answer in their order, where "..." stands
for anything.  The environment is that of stop-test.py.
"""

import os
import re
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, 'scripts'),
                os.path.join(os.path.dirname(HERE), 'replay')]
from machine import Machine     # noqa: E402
from recorded import Points     # noqa: E402

GUEST = os.path.join(os.environ['NV2A_BUILD'], 'tests-qtest', 'guest',
                     'guest.elf')
MARK = '-- page line --'
SETUP = ('set architecture', 'target remote', 'source ')
TIMEOUT = 240
SOON = 120                      # "found in under two minutes"


def commands_of(page):
    """(command, lines that follow it)"""
    found, inside = [], False
    with open(page, encoding='utf-8') as f:
        for line in f:
            if not line.startswith('   '):
                inside = line.startswith('.. code-block:: console') or (
                    inside and not line.strip())
                continue
            text = line.strip()
            if inside and text.startswith('(gdb) '):
                if not text[6:].startswith(SETUP):
                    found.append((text[6:], []))
            elif inside and found and text and not text.startswith('$ '):
                found[-1][1].append(text)
    return found


def matches(expected, said):
    """The expected lines come in the answer, in order."""
    lines = iter(said.splitlines())
    for want in expected:
        pattern = '.*'.join(re.escape(part) for part in want.split('...'))
        if not any(re.fullmatch(r'\s*' + pattern + r'\s*', line)
                   for line in lines):
            return want
    return None


def main():
    points = Points()
    steps = commands_of(sys.argv[1])
    if not shutil.which('gdb'):
        print('1..0 # SKIP there is no gdb')
        return 0
    machine = Machine([os.environ.get('QTEST_QEMU_BINARY',
                                      'qemu-system-i386'), '-plugin',
                       os.environ['NV2A_PLUGIN'], '-nodefaults', '-vga',
                       'none', '-m', '32', '-display', 'none', '-accel',
                       'tcg,tb-size=16', '-S', '-device',
                       'nv20,vram=16M,id=card', '-kernel', GUEST, '-append',
                       'scenes=a bug=1'])
    try:
        path = os.path.join(machine.dir, 'gdb')
        machine.monitor.command('human-monitor-command', **{
            'command-line': 'gdbserver unix:%s,server=on,wait=off' % path})
        script = ['set confirm off', 'set architecture i386',
                  'target remote ' + path,
                  'source ' + os.path.join(ROOT, 'scripts', 'nv2a-gdb.py')]
        for command, _ in steps:
            script += ['echo %s\\n' % MARK, command]
        began = time.monotonic()
        said = subprocess.run(
            ['gdb', '-nx', '-batch', GUEST] +
            [x for line in script + ['detach'] for x in ('-ex', line)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, timeout=TIMEOUT,
            check=False).stdout
        took = time.monotonic() - began
    finally:
        machine.close()
    answers = said.split(MARK + '\n')[1:]
    points.point(len(answers) == len(steps) > 10, 'the page has %d commands' %
                 len(steps))
    for (command, expected), answer in zip(steps, answers):
        missed = matches(expected, answer)
        points.point(missed is None, command + ('' if missed is None else
                                                ': no line "%s"' % missed))
        if missed:
            print(''.join('# %s\n' % line for line in answer.splitlines()))
    points.point(took < SOON, 'all of it in %d s' % took)
    return points.end()


if __name__ == '__main__':
    sys.exit(main())
