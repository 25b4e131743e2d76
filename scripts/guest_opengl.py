# SPDX-License-Identifier: GPL-2.0-or-later
"""Two places where OpenGL programs of one Debian run, for scripts that compare
them: a guest with the card, and software Mesa beside it.  Both have a folder
of the host's at SHARED and an X server at :0.
"""

import os
import re
import socket
import subprocess
import tempfile

import debian_guest
from debian_guest import Guest, Shell, expect, guest_of, x_command
from machine import Lines, Trouble

SIZE = 800, 600
MIB = 1024
SHARED = '/mnt'

# What the kernel's driver is told and answers, once a channel and more.
ANSWERED = re.compile('semaphore: takes objects of class 0x02|'
                      'unknown register: write 0x00b01')


def read(path):
    try:
        with open(path, errors='replace') as f:
            return f.read()
    except OSError:
        return ''


class Native(Shell):
    """A shell of the host's in the guest's files, all its own."""

    SCRIPT = ('set -e; mount -o loop,ro "$1" "$2"; for d in tmp run mnt; do '
              'mount -t tmpfs none "$2/$d"; done; mount --bind "$3" "$2/mnt"; '
              'mount -t proc proc "$2/proc"; mount --rbind /dev "$2/dev"; '
              'mount -t tmpfs none "$2/dev/shm"; export TERM=dumb PATH='
              '/usr/sbin:/usr/bin:/sbin:/bin; exec chroot "$2" sh')

    def __init__(self, args, folder, shared):
        self.root = tempfile.mkdtemp(prefix='nv2a-root-')
        ours, theirs = socket.socketpair()
        self.process = subprocess.Popen(
            ['unshare', '--mount', '--pid', '--fork', '--ipc', '--net',
             '--kill-child', 'sh', '-c', self.SCRIPT, 'sh',
             os.path.join(folder, 'root.img'), self.root, shared],
            stdin=theirs, stdout=theirs, stderr=theirs)
        theirs.close()
        super().__init__('root beside the guest', Lines(ours), args.verbose)
        try:
            self.run('true')
            out = self.run(x_command('Xvfb -screen 0 %dx%dx24' % SIZE))
            expect(self.status == 0, 'Xvfb did not start: ' + out)
        except Trouble:
            self.close()
            raise

    def close(self):
        self.process.kill()
        self.process.wait()
        self.lines.sock.close()
        os.rmdir(self.root)


class Card:
    """The guest, with what it shares with the host and the card's log."""

    def __init__(self, args, chip, packages, shared):
        self.log = os.path.join(shared, 'card.log')
        self.seen = 0
        self.guest = Guest(args, chip, [
            '-m', str(MIB), '-d', 'guest_errors,unimp', '-D', self.log,
            '-virtfs', 'local,path=%s,mount_tag=host,security_model=none' %
            shared] + args.more.split(), packages, SIZE)
        try:
            print('# %s: shell after %.1f s' %
                  (chip, self.guest.wait_ready()), flush=True)
            out = self.guest.run(
                'dmesg -n 1; modprobe 9pnet_virtio; mount -t 9p '
                '-o trans=virtio,msize=262144 host ' + SHARED, 120)
            expect(self.guest.status == 0, 'nothing shared: ' + out)
            debian_guest.load(self.guest)
            debian_guest.start_x(self.guest)
        except Trouble:
            self.guest.close()
            raise

    def said(self):
        """Lines of the card's log since the last call."""
        with open(self.log, errors='replace') as f:
            f.seek(self.seen)
            lines = [line for line in f.read().splitlines()
                     if not ANSWERED.search(line)]
            self.seen = f.tell()
        return lines

    def complaints(self):
        """Lines of the card's and of the kernel's, since the last call."""
        lines = self.said() + self.guest.complaints()
        self.guest.run('dmesg -C')
        return lines


def software_shell(args, chip, packages, guest, shared):
    """A shell beside the guest, if the host can, or the guest's; how to close
    it."""
    try:
        shell = Native(args, guest_of(args, chip, packages), shared)
        return shell, shell.close
    except (Trouble, OSError) as e:
        print('# software Mesa runs in the guest: %s' % e, flush=True)
        return guest, lambda: None


def add_options(parser):
    """Those that say with what a guest runs."""
    parser.add_argument('--guest', default='', metavar='FOLDER',
                        help='what scripts/guest-image made')
    parser.add_argument('--plugin', default='./build/nv2a.so')
    parser.add_argument('--qemu', default='', metavar='PROGRAM',
                        help="instead of the distribution's")
    parser.add_argument('--more', default='', metavar='OPTIONS',
                        help='further options of QEMU')
    parser.add_argument('--accel', default='tcg')
    parser.add_argument('--verbose', action='store_true',
                        help='show what the guest prints')
