# SPDX-License-Identifier: GPL-2.0-or-later
"""Debian guests with the stock nouveau driver on the card, for scripts that
look at what becomes of it: the machine, a shell in it, its pictures, TAP.
"""

import functools
import os
import re
import subprocess
import sys
import time

from machine import Machine, Trouble

APPEND = ('root=/dev/vda rootfstype=ext4 rw console=ttyS0 '
          'init=/sbin/guest-init quiet net.ifnames=0 consoleblank=0')
WIDTH, HEIGHT = 1024, 768
GUEST_MIB = 512

# Debian 11 is the last with OpenGL for Celsius and Kelvin; Rankine and later
# have theirs still.
OLD, NEW = ('bullseye', 'i386'), ('bookworm', 'amd64')
GUESTS = {
    'nv10': OLD, 'nv15': OLD, 'nv17': OLD,
    'nv20': OLD, 'nv25': OLD, 'nv2a': OLD,
    'nv30': NEW, 'nv34': NEW, 'nv35': NEW, 'nv40': NEW,
}
QEMU = {'i386': 'qemu-system-i386', 'amd64': 'qemu-system-x86_64'}

BAD = re.compile(r'error|timeout|timed out|stalled|lockup|BUG|Oops|WARNING',
                 re.I)
# Methods of class 0x99 that the chip leaves to the driver: it does them, and
# reports them all the same.
LMA = r'ILLEGAL_MTHD.* class 0099 mthd 16(3[8c]|4[04]|58) '
# Lines of a healthy driver that have such a word in them.  Linux 6.1 warns
# when nouveau is unloaded, whatever the card: it stops polling twice.
HARMLESS = re.compile(r'Skipping|error injection|errors=|ERST|poll_enabled|'
                      r'drm_kms_helper_poll_disable|' + LMA)


@functools.lru_cache(maxsize=None)
def guest_folder(suite, arch, *packages):
    """Where the guest is, made if need be; None if it cannot be made."""
    maker = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                         'guest-image')
    made = subprocess.run([maker, suite, arch, *packages],
                          stdout=subprocess.PIPE, universal_newlines=True)
    return made.stdout.strip() if made.returncode == 0 else None


NO_GUEST = 'no guest image, see above; making one needs the package mirror'


def guest_of(args, chip, packages=()):
    return args.guest or guest_folder(*GUESTS.get(chip, OLD), *packages)


class Shell:
    """A shell at the end of a line, one command at a time."""

    def __init__(self, name, lines, verbose):
        self.name = name
        self.lines = lines
        self.verbose = verbose
        self.serial_number = 0

    def ended(self):
        return 'The %s ended. ' % self.name

    def line(self, timeout):
        try:
            text = self.lines.next(timeout)
        except TimeoutError:
            raise Trouble('The %s said nothing for %d s.' %
                          (self.name, timeout)) from None
        if text is None:
            raise Trouble(self.ended())
        if self.verbose:
            print('# ' + text, flush=True)
        return text

    def run(self, command, timeout=60):
        """What a shell command prints; its status is in self.status."""
        self.serial_number += 1
        mark = 'MARK-%d' % self.serial_number
        self.lines.send(('{ %s ; } 2>&1; s=$?; echo; echo "%s $s"\n'
                                  % (command, mark)).encode())
        out, end = [], time.monotonic() + timeout
        while time.monotonic() < end:
            text = self.line(timeout)
            if text.startswith(mark + ' '):
                self.status = int(text.split()[1])
                while out and not out[-1]:
                    out.pop()
                return '\n'.join(out)
            out.append(text)
        raise Trouble('"%s" took more than %d s.' % (command, timeout))


class Guest(Shell):
    """The machine and a shell in it."""

    def __init__(self, args, chip, more=(), packages=(),
                 size=(WIDTH, HEIGHT)):
        self.args = args
        self.chip = chip
        folder = guest_of(args, chip, packages)
        qemu = args.qemu or QEMU[GUESTS.get(chip, OLD)[1]]
        command = [qemu, '-M', 'pc', '-m', str(GUEST_MIB), '-nodefaults',
                   '-vga', 'none', '-display', 'none', '-accel', args.accel,
                   '-plugin', args.plugin,
                   '-device', '%s,id=card,xres=%d,yres=%d' %
                   ((chip,) + size),
                   '-kernel', os.path.join(folder, 'vmlinuz'),
                   '-initrd', os.path.join(folder, 'initrd.img'),
                   '-drive', 'file=%s,format=raw,if=virtio,snapshot=on' %
                   os.path.join(folder, 'root.img'),
                   '-append', APPEND] + list(more)
        self.began = time.monotonic()
        self.machine = Machine(command, args.verbose)
        super().__init__('guest', self.machine.serial, args.verbose)

    def close(self):
        self.machine.close()

    def ended(self):
        return 'QEMU ended. ' + self.machine.said()

    def wait_ready(self, timeout=300):
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            if self.line(timeout).startswith('GUEST-READY'):
                return time.monotonic() - self.began
        raise Trouble('The guest did not come up in %d s.' % timeout)

    def picture(self):
        """(width, height, bytes of RGB) of the screen."""
        path = os.path.join(self.machine.dir, 'screen.ppm')
        self.machine.monitor.command('screendump', filename=path,
                                     device='card')
        with open(path, 'rb') as f:
            f.readline()
            width, height = (int(n) for n in f.readline().split())
            f.readline()
            return width, height, f.read()

    def save_picture(self, name):
        if self.args.pictures:
            os.makedirs(self.args.pictures, exist_ok=True)
            self.machine.monitor.command(
                'screendump', format='png', device='card',
                filename=os.path.abspath(os.path.join(self.args.pictures,
                                                      name + '.png')))

    def complaints(self):
        """Lines of the kernel's log about the card that should not be."""
        log = self.run('dmesg | grep -E "nouveau|drm|\\[TTM\\]"')
        return [line for line in log.splitlines()
                if BAD.search(line) and not HARMLESS.search(line)]


def expect(condition, text):
    if not condition:
        raise Trouble(text)


def ink(picture, background=b'\0\0\0'):
    """Pixels that are not background."""
    data = picture[2]
    return sum(data[i:i + 3] != background for i in range(0, len(data), 3))


def load(guest, options=''):
    out = guest.run('modprobe nouveau modeset=1 %s' % options, 90)
    expect(guest.status == 0, 'modprobe nouveau failed: ' + out)
    guest.run('udevadm settle', 60)


def unload(guest):
    """As a person does: the console lets go of the frame buffer first."""
    guest.run('for v in /sys/class/vtconsole/*; do '
              'grep -q "frame buffer" $v/name && echo 0 >$v/bind; done; true')
    out = guest.run('modprobe -r nouveau', 60)
    expect(guest.status == 0, 'modprobe -r nouveau failed: ' + out)


DISPLAY = 'DISPLAY=:0 '


def x_command(server):
    """A shell command; the server says by itself when it is there."""
    return ('mkfifo /tmp/x-up; (%s -noreset -nolisten tcp -dpi 96 '
            '-displayfd 3 3>/tmp/x-up >/tmp/x.log 2>&1 &); '
            'timeout 150 head -n 1 /tmp/x-up | grep -qx 0' % server)


def start_x(guest):
    """An X server and nothing in it, unless there is one."""
    guest.run('[ -e /tmp/.X11-unix/X0 ] || { %s; } && %s xset s off -dpms' %
              (x_command('/usr/bin/X vt7'), DISPLAY), 200)
    expect(guest.status == 0, 'X did not start')


# An X server with a terminal in it; a file says that it shows.
XINIT = ('cd /root; printf "xterm -geometry 80x24+0+0 -e sh -c '
         "'ls -l /usr/bin | head -n 20; touch /tmp/shown; sleep infinity'\\n\" "
         '>.xinitrc; (xinit -- /usr/bin/X -nolisten tcp vt7 '
         '>/tmp/xinit.log 2>&1 &); '
         'for i in $(seq 1 120); do [ -e /tmp/shown ] && break; sleep 0.5; '
         'done; sleep 2; ls /tmp/shown')


class Tap:
    def __init__(self, total):
        self.number = self.failed = self.skipped = 0
        print('1..%d' % total, flush=True)

    def point(self, ok, text, why=''):
        self.number += 1
        self.failed += not ok
        print('%sok %d - %s' % ('' if ok else 'not ', self.number, text))
        if why:
            print('# ' + why.replace('\n', '\n# '))
        sys.stdout.flush()

    def skip(self, text, why):
        self.number += 1
        self.skipped += 1
        print('ok %d - %s # SKIP %s' % (self.number, text, why), flush=True)

    def summary(self):
        text = '%d passed, %d failed' % (
            self.number - self.failed - self.skipped, self.failed)
        return text + (', %d skipped' % self.skipped if self.skipped else '')
