#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""A file as a C table.  Usage: embed.py NAME INPUT OUTPUT"""

import sys


def main():
    name, source, target = sys.argv[1:]
    with open(source, 'rb') as f:
        data = f.read()
    lines = [', '.join('0x%02x' % byte for byte in data[i:i + 12])
             for i in range(0, len(data), 12)]
    with open(target, 'w') as f:
        f.write('/* Made from %s by embed.py. */\n' %
                source.rpartition('/')[2])
        f.write('static const unsigned char %s[] = {\n    %s\n};\n' %
                (name, ',\n    '.join(lines)))


if __name__ == '__main__':
    sys.exit(main())
