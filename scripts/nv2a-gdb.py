# SPDX-License-Identifier: GPL-2.0-or-later
"""The card's debugger in gdb, for a guest under QEMU with -gdb or -s.

  (gdb) target remote :1234
  (gdb) source scripts/nv2a-gdb.py
  (gdb) nv break draw 12
  (gdb) continue

`nv help` lists the commands.  A break of the card stops the processor: gdb
says so, and `backtrace` shows who drives the card.  `nv step`, `nv next` and
`nv finish` go on at once.  `nv back`, in a replay, runs backwards to the code
that wrote the word of the method that is held.  $nv_reg("INTR") and
$nv_const(14, 0) are values for expressions and conditions.  With more than one
card say which: `nv card /machine/peripheral/gpu`.
"""

import json
import re

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


# Where guests see physical memory: as it is, Linux, the console's kernel.
OFFSETS = (0, 0xc0000000, 0x80000000)


def vram_base():
    """The bus address of VRAM, from the monitor."""
    card = False
    for line in monitor('info pci').splitlines():
        if 'PCI device' in line:
            card = '10de:' in line
        found = re.search(r'BAR1: .* at 0x([0-9a-f]+)', line)
        if card and found:
            return int(found.group(1), 16)
    raise gdb.GdbError('No card has a window to VRAM.')


def as_guest_sees(physical):
    for offset in OFFSETS:
        said = monitor('gva2gpa 0x%x' % (physical + offset))
        found = re.search(r'gpa: (?:0x)?([0-9a-f]+)', said)
        if found and int(found.group(1), 16) == physical:
            return physical + offset
    raise gdb.GdbError('The guest sees 0x%x at an address that I do not know: '
                       'say which (nv back ADDRESS).' % physical)


def held_word():
    """Where the guest sees the word of the method that is held."""
    said = Card.ask('where')
    found = re.search(r'push buffer at \S+ \((bus|VRAM) 0x([0-9a-f]+)\)', said)
    if not found:
        raise gdb.GdbError('No method from a push buffer is held: ' +
                           said.splitlines()[0] + '.')
    physical = int(found.group(2), 16)
    if found.group(1) == 'VRAM':
        physical += vram_base()
    return as_guest_sees(physical)


def back(words):
    """To the code that wrote that word.  The card's own breaks would stop
    the runs that QEMU makes on its way back, so they are put aside."""
    address = int(words[0], 0) if words else held_word()
    texts = re.findall(r'^\d+  (.*)  \(met', Card.ask('info'), re.MULTILINE)
    Card.ask('delete')
    watch = gdb.Breakpoint('*(unsigned int *) 0x%x' % address,
                           gdb.BP_WATCHPOINT, gdb.WP_ACCESS, internal=True)
    watch.silent = True
    try:
        gdb.execute('reverse-continue', to_string=True)
    finally:
        watch.delete()
        for text in texts:
            Card.ask('break ' + text)
    print('The word at 0x%x was written here:' % address)
    gdb.execute('frame')


class Value(gdb.Function):
    """A number out of an answer of the card's."""

    def __init__(self, name, question, pattern):
        super().__init__(name)
        self.question, self.pattern = question, pattern

    def invoke(self, what, component=None):
        try:
            what = what.string()
        except gdb.error:
            what = str(int(what))
        said = Card.ask(self.question % what)
        found = re.findall(self.pattern, said.splitlines()[0])
        at = 0 if component is None else int(component)
        if at >= len(found):
            raise gdb.GdbError(said.strip())
        return int(found[at], 16)


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
        if words[0] == 'back':
            back(words[1:])
            return
        print(Card.ask(' '.join(words)), end='')
        if words[0] in GOES_ON:
            gdb.execute('continue')

    def complete(self, text, word):
        if word is None:        # gdb asks first how words are parted
            return []
        asked = 'break' if text.startswith('break ') else 'help'
        try:
            listed = Card.ask(asked).splitlines()
        except gdb.error:
            return gdb.COMPLETE_NONE
        names = [line.split()[0] for line in
                 (listed[1:] if asked == 'break' else
                  listed[:-1] + ['card', 'back'])]
        return [name for name in names if name.startswith(word)]


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
Value('nv_reg', 'reg %s', r'= (0x[0-9a-f]+)$')
Value('nv_const', 'const %s', r' (0x[0-9a-f]{8})')
gdb.events.stop.connect(stopped)
