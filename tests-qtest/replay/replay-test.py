#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""TAP test: a run of the bundled guest is recorded and replayed.

  replay-test.py [--scenes LETTERS] [--guest FILE] DEVICE
  replay-test.py --guest mesh.xbe xbox

Compared are what the guest wrote on its serial line, every trace event of the
card with the number of the instruction at which it was, and, where the
recorded machine stood still, the processor, VRAM, the card's state and the
picture.  Replays differ in what must not matter: how often the machine is
stopped and looked at, and how much of the card's work is traced.

NV2A_BUILD names the build folder, NV2A_PLUGIN the plugin,
QTEST_QEMU_BINARY the QEMU to use unless --qemu does.
"""

import sys
import tempfile

from recorded import Points, Recording, arguments, machine_of


def first_difference(one, other):
    for i, (a, b) in enumerate(zip(one, other)):
        if a != b:
            return '# line %d: %s | %s' % (i + 1, a.strip(), b.strip())
    return '# lengths %d and %d' % (len(one), len(other))


def replay(points, args, folder, name, recorded, more=(), events='nv2a_'):
    """Stops where the recorded machine did, and at the fractions @more.  What
    begins with @events is traced."""
    states, extra, at = [], [], 0
    with machine_of(args)(args, folder, name, 'replay',
                          trace=',trace=%s*' % events) as run:
        for state in recorded.states:
            for part in more:
                run.go_to(at + int((state['icount'] - at) * part))
                extra.append(run.state())
            at = state['icount']
            run.go_to(at)
            states.append(run.state())
        run.command('cont')
        run.serial.until('DONE')
    points.point(run.serial.said == recorded.said,
                 '%s: %d lines of the guest' % (name, len(recorded.said)))
    points.same(recorded.states, states, '%s: %d states' %
                (name, len(states)))
    seen = run.events()
    wanted = [line for line in recorded.events
              if line.split(' ', 2)[1].startswith(events)]
    points.point(seen == wanted, '%s: %d events of the card' %
                 (name, len(seen)))
    if seen != wanted:
        print(first_difference(wanted, seen))
    return extra


def main():
    args = arguments()
    points = Points()
    with tempfile.TemporaryDirectory(prefix='nv2a-replay-') as folder:
        recorded = Recording(points, args, folder)
        parts = (0.61, 0.93)
        one = replay(points, args, folder, 'replayed', recorded, parts)
        two = replay(points, args, folder, 'replayed again', recorded, parts,
                     'nv2a_card_')
        points.same(one, two, '%d states between' % len(one))
    return points.end()


if __name__ == '__main__':
    sys.exit(main())
