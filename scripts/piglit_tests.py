# SPDX-License-Identifier: GPL-2.0-or-later
"""The tests of piglit's that scripts/check-guest-piglit.py runs: its list, and
what a test's words say of its result."""

import os
import re

from collections import namedtuple

LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                    'piglit-tests.txt')
PACKAGES = 'piglit waffle-utils xvfb'.split()
TESTS = '/usr/lib/*/piglit/'    # files are below

Test = namedtuple('Test', 'group name command')
# "lost" is what the guest ended at.
OUTCOMES = 'pass warn fail skip crash timeout lost'.split()
GOOD = 'pass', 'warn'
Result = namedtuple('Result', 'group name outcome seconds')

WHOLE = re.compile(r'PIGLIT: \{"result": "(\w+)"')


def groups():
    """Name and lines of each."""
    found = {}
    with open(LIST) as f:
        for line in f:
            line = line.strip()
            if line.startswith('['):
                lines = found.setdefault(line.strip('[]'), [])
            elif line and not line.startswith('#'):
                lines.append(line)
    return found


def tests(expand, wanted):
    """All of the list whose "GROUP NAME" has @wanted in it; expand(pattern)
    gives the files that a line with a * stands for."""
    for group, lines in groups().items():
        for line in lines:
            if '*' in line:
                found = [(name, 'shader_runner ../' + name)
                         for name in expand(line)]
            else:
                found = [(line, line)]
            for name, command in found:
                if wanted.search('%s %s' % (group, name)):
                    yield Test(group, name, command)


def outcome(said):
    """What a test's words say; without a result it is what its status says."""
    found = WHOLE.findall(said)
    if found:
        return found[-1]
    status = re.findall(r'^status (\d+)$', said, re.M)
    return 'timeout' if status[-1:] in (['124'], ['137']) else 'crash'
