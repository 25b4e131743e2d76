#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The kernel as a C source.  Usage: embed.py BINARY LIMIT OUTPUT"""

import sys


def main():
    source, limit, target = sys.argv[1:]
    with open(source, 'rb') as f:
        data = f.read()
    if len(data) > int(limit):
        sys.exit('%s has %d bytes, there is room for %s' %
                 (source, len(data), limit))
    lines = [', '.join('0x%02x' % byte for byte in data[i:i + 12])
             for i in range(0, len(data), 12)]
    with open(target, 'w') as f:
        f.write('/* The free kernel, made by embed.py. */\n'
                '#include <stdint.h>\n'
                'extern const uint8_t nv_xbox_kernel[];\n'
                'extern const uint32_t nv_xbox_kernel_size;\n'
                'const uint8_t nv_xbox_kernel[] = {\n    %s\n};\n'
                'const uint32_t nv_xbox_kernel_size = %d;\n' %
                (',\n    '.join(lines), len(data)))


if __name__ == '__main__':
    main()
