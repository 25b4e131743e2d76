#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""TAP test: a debugger runs a recorded guest backwards over the card's work.

  reverse-test.py [--scenes LETTERS] [--guest FILE] DEVICE

On the way forward it notes what it sees: the processor, and registers and
VRAM of the card; on the way back it must see the same again.  QEMU goes back
by loading a snapshot and replaying from there, so what a snapshot forgets,
in the middle of the card's work, shows up here.

The environment is that of replay-test.py.  The debugger is the protocol of
gdb's, spoken by gdb_stub.py.
"""

import functools
import os
import sys
import tempfile

from gdb_stub import Stub, symbol
from recorded import (SHIFT, TIMEOUT, Points, Recording, Run, Trouble,
                      arguments)

# Read without a side effect: PMC's chip, PTIMER's time, CACHE1's GET,
# PGRAPH's status, channel 0's PUT, GET and REF.
REGISTERS = (0x000000, 0x009400, 0x003244, 0x400700, 0x800040, 0x800044,
             0x800048)
PUT_WRITTEN = 'nv2a_card_mmio_write 0x800040 '
MET = 'nv2a_pgraph_method '
# From a run of the card to the next, 16384 ns of guest time (qemu/run.c).
RUN = 16384 >> SHIFT


class Debugged(Run):
    """A replay with a debugger, that can be run backwards."""

    def __init__(self, args, folder):
        path = os.path.join(folder, 'gdb')
        super().__init__(
            args, folder, 'debugged', 'replay',
            # Nothing is on this disk; it is the place of snapshots.
            '-drive', 'if=none,file=null-co://,snapshot=on',
            '-chardev', 'socket,id=gdb,server=on,wait=off,path=' + path,
            '-gdb', 'chardev:gdb', trace='')
        self.gdb = Stub(path, TIMEOUT)

    def __exit__(self, *what):
        self.gdb.close()
        super().__exit__(*what)

    def seek(self, icount):
        """Forward."""
        self.command('replay-break', icount=icount)
        self.gdb.want('c', 'T02')
        if self.icount() != icount:
            raise Trouble('The replay stopped at instruction %d, not %d.' %
                          (self.icount(), icount))

    def to_break(self, address):
        """The next time that the processor comes there."""
        self.gdb.clear_break(address)   # or it does not get away from it
        self.gdb.go('s')
        self.gdb.set_break(address)
        self.gdb.go('c')
        if self.gdb.registers()['eip'] != address:
            raise Trouble('The machine did not stop at 0x%x.' % address)

    def save(self, name):
        said = self.hmp('savevm ' + name)
        if said.strip():
            raise Trouble('savevm says: ' + said.strip())

    def view(self):
        """What the debugger sees."""
        mmio = self.base(0)
        view = self.state()
        view['processor'] = self.gdb.registers()
        view['mmio'] = [self.gdb.memory(mmio + at, 4) for at in REGISTERS]
        view['pixels'] = self.gdb.memory(self.base(1), 4096)
        return view

    def there_and_back(self, points, how, back, count, what, blur=-1):
        """@count times @how, then @back to where it was.  Of what happens at
        instruction @blur it is QEMU's choice whether it was before."""
        ahead = [self.view()]
        for _ in range(count):
            how()
            ahead.append(self.view())
        for i in range(count):
            self.gdb.go(back)
            seen = self.view()
            if seen['icount'] != blur:
                points.same([ahead[-2 - i]], [seen], '%s, %d back, to %d' %
                            (what, i + 1, seen['icount']))


def instruction(events, what, after):
    """That of the first such event after an instruction."""
    for line in events:
        number, event = line.split(' ', 1)
        if int(number) > after and event.startswith(what):
            return int(number)
    raise Trouble('The card\'s trace has no "%s".' % what)


def amid_draw(events, after):
    """An instruction at which the card was in the middle of a draw.

    Halfway between two of its runs: at the instruction of a run QEMU stops
    before or after it.
    """
    begin = None
    for line in events:
        number, event = line.split(' ', 2)[:2]
        if event == 'nv2a_idx_begin':
            begin = int(number)
        elif event == 'nv2a_idx_end' and begin and begin > after:
            if int(number) > begin + RUN:
                return begin + RUN // 2
    raise Trouble('No draw took more than a run of the card.')


def main():
    args = arguments()
    points = Points()
    with tempfile.TemporaryDirectory(prefix='nv2a-replay-') as folder:
        recorded = Recording(points, args, folder)
        start = recorded.states[0]['icount'] // 2
        put = instruction(recorded.events, PUT_WRITTEN, start)
        work = instruction(recorded.events, MET, put)
        with Debugged(args, folder) as run:
            points.point(run.gdb.reverse, 'QEMU can go backwards')
            step = functools.partial(run.gdb.go, 's')
            run.seek(put - 4)
            run.save('put')
            run.there_and_back(points, step, 'bs', 8, 'a write to PUT')
            run.seek(work - 3)
            run.save('work')
            run.there_and_back(points, step, 'bs', 6, 'the card\'s work', work)
            idle = symbol(args.guest, 'gpu_idle')
            run.to_break(idle)
            run.there_and_back(points, lambda: run.to_break(idle), 'bc', 3,
                               'a break')
            run.gdb.clear_break(idle)
            run.seek(amid_draw(recorded.events, run.icount()))
            run.save('draw')
            run.there_and_back(points, step, 'bs', 2, 'amid a draw')
    return points.end()


if __name__ == '__main__':
    sys.exit(main())
