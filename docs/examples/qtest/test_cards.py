# SPDX-License-Identifier: GPL-2.0-or-later
"""Five examples of tests of a card in Python: run them with pytest, or as a
program (TAP).  `CARD=nv34` chooses another chip, `CARD=/sys/bus/pci/devices/...`
a real card."""

import os
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.environ.get('NV2A_SCRIPTS', os.path.join(
    HERE, '..', '..', '..', 'scripts')))
from nv2a_qtest import Card, Trouble, method_offset     # noqa: E402

CARD = os.environ.get('CARD', 'nv20')
CLASS = int(os.environ.get('CLASS', '0x97'), 0)


def test_identity():
    """Register 0 tells the chip."""
    with Card(CARD) as card:
        assert card.read(0x000000) not in (0, 0xffffffff)


def test_value_is_refused():
    """A primitive that there is not, and one that there is."""
    with Card(CARD) as card:
        card.method(CLASS, 'BEGIN_END', 77).expect_error('DATA_ERROR')
        card.method(CLASS, 'BEGIN_END', 0).expect_no_error()


def test_method_sets_a_word():
    """What a method writes is seen in PGRAPH: bundle CONFIG_A of Kelvin."""
    config_a = 0x401800 + 4 * 0x53
    with Card(CARD) as card:
        card.method(CLASS, 'NV097_SET_DEPTH_FUNC', 0x203).expect_no_error()
        assert card.read(config_a) >> 16 & 15 == 3
        card.method(CLASS, 'depth_func', 0x207).expect_no_error()
        assert card.read(config_a) >> 16 & 15 == 7


def test_names():
    """Ours, others', with their prefix and without."""
    assert {method_offset(0x97, name) for name in (
        'begin', 'BEGIN_END', 'NV097_SET_BEGIN_END',
        'nv20_3d_vertex_begin_end', 0x17fc)} == {0x17fc}
    try:
        method_offset(0x97, 'FROB')
    except Trouble as e:
        assert 'no method "FROB"' in str(e)
    else:
        assert False, 'FROB is a method'


def test_clear():
    """A surface of 16 x 16 pixels is cleared."""
    with Card(CARD) as card:
        for name, data in (('NV097_SET_SURFACE_CLIP_HORIZONTAL', 16 << 16),
                           ('NV097_SET_SURFACE_CLIP_VERTICAL', 16 << 16),
                           ('NV097_SET_SURFACE_FORMAT', 0x128),
                           ('NV097_SET_SURFACE_PITCH', 64 << 16 | 64),
                           ('NV097_SET_SURFACE_COLOR_OFFSET', 0x20000),
                           ('NV097_SET_SURFACE_ZETA_OFFSET', 0x21000),
                           ('NV097_SET_WINDOW_CLIP_HORIZONTAL', 15 << 16),
                           ('NV097_SET_WINDOW_CLIP_VERTICAL', 15 << 16),
                           ('NV097_SET_CLEAR_RECT_HORIZONTAL', 15 << 16),
                           ('NV097_SET_CLEAR_RECT_VERTICAL', 15 << 16),
                           ('NV097_SET_COLOR_CLEAR_VALUE', 0xff336699),
                           ('NV097_CLEAR_SURFACE', 0xf0)):
            card.method(CLASS, name, data).expect_no_error()
        assert card.vram_read(0x20000) == 0xff336699
        assert card.vram_read(0x20000 + 15 * 64 + 60) == 0xff336699


def main():
    tests = [value for name, value in sorted(globals().items())
             if name.startswith('test_')]
    print('1..%d' % len(tests))
    failed = 0
    for number, test in enumerate(tests, 1):
        try:
            test()
            print('ok %d %s' % (number, test.__name__), flush=True)
        except (AssertionError, Trouble) as e:
            failed += 1
            print('not ok %d %s: %s' % (number, test.__name__, e), flush=True)
    return failed


if __name__ == '__main__':
    sys.exit(main())
