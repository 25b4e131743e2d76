#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""TAP test: scripts/nv2a_qtest.py beyond the examples of docs/examples/qtest:
other chips and classes, a card that is mapped, and what goes wrong."""

import os
import struct
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [os.path.join(ROOT, 'scripts'),
                os.path.join(os.path.dirname(HERE), 'replay')]
from nv2a_qtest import Card, Trouble, method_offset, register_offset  # noqa: E402
from recorded import Points             # noqa: E402


def trouble(what, *arguments, **more):
    """The sentence that comes of it."""
    try:
        what(*arguments, **more)
    except (Trouble, AssertionError) as e:
        return str(e)
    return 'nothing'


def chips(points):
    for chip, class_, name in (('nv25', 0x597, 'NV20_3D_ALPHA_FUNC_ENABLE'),
                               ('nv34', 0x697, 'NV30_3D_ALPHA_FUNC_ENABLE'),
                               ('nv35', 0x497, 'NV30_3D_VERTEX_BEGIN_END')):
        with Card(chip) as card:
            fine = trouble(lambda: card.method(class_, name,
                                               0).expect_no_error())
            wrong = trouble(lambda: card.method(class_, 'BEGIN_END',
                                                77).expect_no_error())
        points.point(fine == 'nothing', '%s: %s' % (chip, fine))
        points.point('DATA_ERROR' in wrong, '%s: %s' % (chip, wrong))


def classes(points):
    with Card('nv20') as card:
        said = [trouble(lambda c=c: card.method(c, 'NOP', 0))
                for c in (0x97, 0x39, 0x44, 0x9f, 0x8a, 0x5e, 0x4a, 0x43)]
        points.point(said == ['nothing'] * 8, 'eight objects of a channel')
        points.point('eight' in trouble(card.method, 0x12, 'NOP', 0),
                     'and no ninth')
        for _ in range(3000):
            card.push(1 << 18 | 0x100, 0, 1 << 18 | 0x100, 0)
        points.point(trouble(card.run) == 'nothing',
                     'the push buffer begins anew at its end')


def mapped(points):
    """A folder with two files is as good as a card, until it should move."""
    with tempfile.TemporaryDirectory() as folder:
        for number, size in ((0, 16 << 20), (1, 8 << 20)):
            with open(os.path.join(folder, 'resource%d' % number), 'wb') as f:
                f.truncate(size)
        with Card(folder) as card:
            card.write(0x400720, 0x12345678).vram_write(0x1000, 7, 8)
            card.ramin_write(0x40, 9)
            points.point(card.read(0x400720) == 0x12345678 and
                         card.vram_read(0x1004) == 8, 'a mapped card')
        with open(os.path.join(folder, 'resource0'), 'rb') as f:
            f.seek(0x700040)
            points.point(struct.unpack('<I', f.read(4))[0] == 9,
                         'is what its file holds')
    points.point('cannot map' in trouble(Card, '/'), 'or it is said why not')


def wrongs(points):
    points.point('QEMU: ' in trouble(Card, 'nv99') and
                 'nv99' in trouble(Card, 'nv99'), 'no such card')
    points.point('no method "x y"' in trouble(method_offset, 0x97, 'x y'),
                 'no such method')
    points.point('no register' in trouble(register_offset, 'FROB'),
                 'no such register')
    with Card('nv20') as card:
        points.point('no DATA_ERROR, but no error at all' ==
                     trouble(card.expect_error, 'DATA_ERROR'),
                     'an error that does not come')
    kept = dict(os.environ)
    os.environ['QEMU_MODULE_DIR'] = '/nowhere'
    points.point('accel-qtest' in trouble(Card, 'nv20'),
                 'no accelerator: what to do')
    os.environ.clear()
    os.environ.update(kept)


def main():
    points = Points()
    chips(points)
    classes(points)
    mapped(points)
    wrongs(points)
    return points.end()


if __name__ == '__main__':
    sys.exit(main())
