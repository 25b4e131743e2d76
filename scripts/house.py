# SPDX-License-Identifier: GPL-2.0-or-later
"""The library's sources as text: rooms, functions, what they name.

Shared by check-graph and check-rules.  No parser: QEMU's style (a function's
name at the left margin, its braces there, too) is enough to find things.
"""

import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HOME = 'hw-nv2a'

COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*', re.S)
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'')
BODY = re.compile(r'^(?!static_assert|typedef|enum|struct|union|#)'
                  r'(\w[\w \t*]*?[\s*])?(\w+)\(([^;{}]*?)\)\s*\n\{\n(.*?)^\}',
                  re.S | re.M)
DATA = re.compile(r'^(?!static|typedef|extern|return|#)\w[\w *]*?\b(\w+)'
                  r'(?:\[[^\]]*\])*\s*=\s', re.M)


def blank(text):
    """Comments and strings become blanks; lines keep their numbers."""
    def keep_lines(m):
        return re.sub(r'[^\n]', ' ', m.group(0))

    def empty(m):
        return '"' + ' ' * (len(m.group(0)) - 2) + '"'

    lines = COMMENT.sub(keep_lines, text).split('\n')
    return '\n'.join(line if line.lstrip().startswith('#include')
                     else STRING.sub(empty, line) for line in lines)


class Source:
    """One file: its path below hw-nv2a, its room, its text without words."""

    def __init__(self, path):
        self.path = path
        self.room = os.path.dirname(path)
        with open(os.path.join(ROOT, HOME, path)) as f:
            self.raw = f.read()
        self.text = blank(self.raw)
        self.lines = self.raw.count('\n')

    def line_of(self, position):
        return self.text.count('\n', 0, position) + 1

    def includes(self):
        return re.findall(r'^#include "([^"]+)"', self.text, re.M)

    def functions(self):
        """(return type and storage, name, parameters, body, position)"""
        for m in BODY.finditer(self.text):
            yield ((m.group(1) or '').strip(), m.group(2), m.group(3),
                   m.group(4), m.start(2))

    def exports(self):
        """Names that other files may link with."""
        for kind, name, _, _, _ in self.functions():
            if 'static' not in kind.split():
                yield name
        if self.path.endswith('.c'):
            for m in DATA.finditer(self.text):
                yield m.group(1)

    def uses(self):
        """Names that the code needs; a header only declares most of its."""
        text = self.text if self.path.endswith('.c') else \
            ' '.join(body for _, _, _, body, _ in self.functions())
        return set(re.findall(r'\b[a-z_]\w*\b', text))


def sources(skip=()):
    for where, dirs, names in os.walk(os.path.join(ROOT, HOME)):
        dirs.sort()
        for name in sorted(names):
            path = os.path.relpath(os.path.join(where, name),
                                   os.path.join(ROOT, HOME))
            if name.endswith(('.c', '.h')) and \
                    not path.startswith(tuple(skip)):
                yield Source(path)
