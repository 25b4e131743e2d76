# SPDX-License-Identifier: GPL-2.0-or-later
"""The card's debugger in gdb, for a guest under QEMU with -gdb or -s.

  (gdb) target remote :1234
  (gdb) source scripts/nv2a-gdb.py
  (gdb) nv break draw 12
  (gdb) continue

`nv help` lists the commands.  A break of the card stops the processor: gdb
says so, and `backtrace` shows who drives the card.  `nv step`, `nv next` and
`nv finish` go on at once.  With more than one card say which: `nv card
/machine/peripheral/gpu`.
"""

import json

import gdb

FOLDERS = ('/machine/peripheral', '/machine/peripheral-anon',
           '/machine/unattached', '/machine')    # the last: the console's
GOES_ON = ('step', 'next', 'finish')


def monitor(text):
    """QEMU's own monitor; what it answers."""
    return gdb.execute('monitor ' + text, to_string=True)


def find_card():
    for folder in FOLDERS:
        for line in monitor('qom-list ' + folder).splitlines():
            name, _, kind = line.partition(' (')
            path = '%s/%s' % (folder, name.strip())
            if (kind.startswith('child<nv') and
                    'x-debug' in monitor('qom-list ' + path)):
                return path
    raise gdb.GdbError('There is no card: give QEMU one (-device nv20,id=gpu), '
                       'or say where it is (nv card PATH).')


class Card:
    path = None

    @classmethod
    def ask(cls, command):
        cls.path = cls.path or find_card()
        said = monitor('qom-set %s x-debug %s' % (cls.path, command))
        if said.strip():
            raise gdb.GdbError(said.strip())
        answer = monitor('qom-get %s x-debug' % cls.path)
        try:
            return json.loads(answer)
        except ValueError:
            raise gdb.GdbError(answer.strip()) from None


class Nv(gdb.Command):
    """A command to the card's debugger: nv help lists them."""

    def __init__(self):
        super().__init__('nv', gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        words = argument.split() or ['help']
        if words[0] == 'card':
            Card.path = words[1] if len(words) > 1 else find_card()
            print('the card is ' + Card.path)
            return
        print(Card.ask(' '.join(words)), end='')
        if words[0] in GOES_ON:
            gdb.execute('continue')

    def complete(self, text, word):
        try:
            listed = Card.ask('help').splitlines()[:-1]
        except gdb.error:
            return gdb.COMPLETE_NONE
        return [line.split()[0] for line in listed + ['card']
                if line.startswith(text)]


def stopped(event):
    """Why, if it was the card that stopped the machine."""
    if isinstance(event, gdb.BreakpointEvent):
        return
    try:
        said = Card.ask('where')
    except gdb.error:
        return
    if not said.startswith('the card does not'):
        print('Card: ' + said, end='')


Nv()
gdb.events.stop.connect(stopped)
