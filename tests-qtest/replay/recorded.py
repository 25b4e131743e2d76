# SPDX-License-Identifier: GPL-2.0-or-later
"""A machine with the bundled guest that is recorded or replayed, for the
tests of this folder."""

import argparse
import hashlib
import os
import re
import select
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', '..', 'scripts'))
from machine import Machine, Trouble    # noqa: E402

TIMEOUT = 120
VRAM_MIB = 8
SHIFT = 3                       # an instruction takes 8 ns
CARD = '/machine/peripheral/card'


class Points:
    """TAP points as they come; the plan goes last."""

    def __init__(self):
        self.count = self.failed = 0

    def point(self, ok, text):
        self.count += 1
        self.failed += not ok
        print('%sok %d %s' % ('' if ok else 'not ', self.count, text),
              flush=True)

    def same(self, states, others, text):
        """Dictionaries, one a place where a machine stood."""
        keys = [(i, key) for i, state in enumerate(states) for key in state
                if state[key] != others[i].get(key)]
        self.point(not keys and len(states) == len(others),
                   text + ''.join(', %s at stop %d' % (key, i)
                                  for i, key in keys))

    def end(self):
        print('1..%d' % self.count)
        return self.failed != 0


class Serial:
    """The guest's line, through pipes.  A socket may be full, and when it no
    longer is would be the host's time."""

    def __init__(self, path):
        self.option = 'pipe,id=serial,path=' + path
        self.text = b''
        self.said = []
        for end in ('.in', '.out'):
            os.mkfifo(path + end)
        self.fds = [os.open(path + end, os.O_RDWR | os.O_NONBLOCK)
                    for end in ('.in', '.out')]

    def close(self):
        for fd in self.fds:
            os.close(fd)

    def line(self):
        """The next line, None if there is none for long."""
        while b'\n' not in self.text:
            if not select.select([self.fds[1]], [], [], TIMEOUT)[0]:
                return None
            self.text += os.read(self.fds[1], 65536)
        line, self.text = self.text.split(b'\n', 1)
        self.said.append(line.decode('ascii', 'replace').rstrip('\r'))
        return self.said[-1]

    def until(self, *words):
        """The first line that begins with one of @words."""
        line = self.line()
        while line is not None and not line.startswith(words):
            line = self.line()
        if line is None:
            raise Trouble('The guest said nothing for %d s.' % TIMEOUT)
        return line

    def answer(self):
        os.write(self.fds[0], b'.')


class Run:
    """One machine that records, or replays what was recorded."""

    def __init__(self, args, folder, name, mode, *more,
                 trace=',trace=nv2a_*'):
        path = os.path.join(folder, name)
        self.name, self.log, self.dump = name, path + '.log', path + '.dump'
        self.serial = Serial(path)
        command = [
            args.qemu, '-display', 'none', '-no-reboot', '-S', '-D', self.log,
            '-icount', 'shift=%d,rr=%s,rrfile=%s' %
            (SHIFT, mode, os.path.join(folder, 'log.rr')),
            *self.parts(args, os.environ['NV2A_PLUGIN'], trace)]
        self.machine = Machine(command + list(more),
                               serial=self.serial.option)
        self.command = self.machine.monitor.command

    @staticmethod
    def parts(args, plugin, trace):
        """The machine: a PC with the card."""
        return ['-nodefaults', '-vga', 'none', '-m', '64',
                # It waits for the processor when a snapshot is loaded, which
                # a replay does for ever.
                '-global', 'apic-common.vapic=off', '-plugin', plugin + trace,
                '-device', '%s,id=card,vram=%dM' % (args.device, VRAM_MIB),
                '-kernel', args.guest, '-append',
                'wait=1 scenes=' + args.scenes]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.machine.close()
        self.serial.close()

    def icount(self):
        return self.command('query-replay')['icount']

    def base(self, bar):
        """Where the guest's BIOS has put memory of the card."""
        for bus in self.command('query-pci'):
            for device in bus['devices']:
                if device['qdev_id'] == 'card':
                    return device['regions'][bar]['address']
        return 0

    def hmp(self, line):
        return self.command('human-monitor-command',
                            **{'command-line': line})

    def file(self, name, **arguments):
        """The checksum of what a command writes."""
        self.command(name, filename=self.dump, **arguments)
        with open(self.dump, 'rb') as f:
            return hashlib.md5(f.read()).hexdigest()

    def state(self):
        """All that one could compare while the machine stands still."""
        return {
            'icount': self.icount(),
            # QEMU's snapshots forget the errors that arithmetic has noted.
            'registers': re.sub(r'(FSW|MXCSR)=\w+', '',
                                self.hmp('info registers')),
            **self.drawn(),
        }

    def drawn(self):
        return {
            'vram': self.file('pmemsave', val=self.base(1),
                              size=VRAM_MIB << 20),
            'card': self.command('qom-get', path=CARD, property='x-state'),
            'picture': self.file('screendump', device='card'),
        }

    def go_to(self, icount):
        """In a replay only."""
        self.command('replay-break', icount=icount)
        self.command('cont')
        self.machine.wait_for('query-status', ('running',), False)
        if self.icount() != icount:
            raise Trouble('"%s" stopped at instruction %d, not %d.' %
                          (self.name, self.icount(), icount))

    def events(self):
        with open(self.log) as f:
            return f.readlines()


class Console(Run):
    """The console, whose program turns the torus; its GPU draws in RAM."""

    @staticmethod
    def parts(args, plugin, trace):
        return ['-M', 'isapc', '-m', '64M', '-net', 'none',
                '-action', 'shutdown=pause', '-plugin',
                plugin + ',machine=xbox,xbe=' + args.guest + trace]

    def drawn(self):
        return {
            'memory': self.file('pmemsave', val=0, size=64 << 20),
            'card': self.command('qom-get', path='/machine/gpu',
                                 property='x-state'),
            'picture': self.file('screendump'),
        }


def machine_of(args):
    return Console if args.device == 'xbox' else Run


class Recording:
    """What a machine said and did, and how it was where it stood."""

    def __init__(self, points, args, folder):
        self.states = []
        with machine_of(args)(args, folder, 'recorded', 'record') as run:
            run.command('cont')
            while not run.serial.until('SCENE', 'READY',
                                       'DONE').startswith('DONE'):
                if 'READY' in run.serial.said[-1]:
                    run.command('stop')
                    self.states.append(run.state())
                    run.command('cont')
                    run.serial.answer()
            self.said = run.serial.said
            run.command('stop')
        self.events = run.events()
        # A machine that is recorded is as fast as its host: on a busy one
        # vertical blanks come late, and that is what has to be replayed.
        bad = [line for line in self.said if line.startswith('FAIL')]
        late = [line for line in bad if line.startswith('FAIL vblank:')]
        points.point(self.said[-1].endswith(' failed=%d' % len(late)) and
                     bad == late, 'recorded: ' + self.said[-1])
        for line in bad:
            print('# ' + line)


def arguments():
    p = argparse.ArgumentParser()
    p.add_argument('--qemu', default=os.environ.get('QTEST_QEMU_BINARY'))
    p.add_argument('--scenes', default='abcdef')
    p.add_argument('--guest', default=os.path.join(
        os.environ.get('NV2A_BUILD', 'build'), 'tests-qtest', 'guest',
        'guest.elf'))
    p.add_argument('device', help='a card, or xbox: the console')
    return p.parse_args()
