#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Boots a Debian guest with its own nouveau driver on the card, and checks
what a person would look for: text mode, a console, accelerated and not,
vertical blanks, X.  Results are TAP points, one a milestone and chip.

  scripts/check-guest.py nv20 nv34
  scripts/check-guest.py --pictures build/guest nv20
  scripts/check-guest.py --guest DIR nv20

The guest of a chip is made by scripts/guest-image unless the cache has it;
DIR is another one: vmlinuz, initrd.img, root.img.  The points of a chip whose
guest can neither be found nor made are skipped.
"""

import argparse
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
def guest_folder(suite, arch):
    """Where the guest is, made if need be; None if it cannot be made."""
    maker = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                         'guest-image')
    made = subprocess.run([maker, suite, arch], stdout=subprocess.PIPE,
                          universal_newlines=True)
    return made.stdout.strip() if made.returncode == 0 else None


NO_GUEST = 'no guest image, see above; making one needs the package mirror'


def guest_of(args, chip):
    return args.guest or guest_folder(*GUESTS.get(chip, OLD))


class Guest:
    """The machine and a shell in it."""

    def __init__(self, args, chip, more=()):
        self.args = args
        self.chip = chip
        self.serial_number = 0
        folder = guest_of(args, chip)
        qemu = args.qemu or QEMU[GUESTS.get(chip, OLD)[1]]
        command = [qemu, '-M', 'pc', '-m', str(GUEST_MIB), '-nodefaults',
                   '-vga', 'none', '-display', 'none', '-accel', args.accel,
                   '-plugin', args.plugin,
                   '-device', '%s,id=card,xres=%d,yres=%d' %
                   (chip, WIDTH, HEIGHT),
                   '-kernel', os.path.join(folder, 'vmlinuz'),
                   '-initrd', os.path.join(folder, 'initrd.img'),
                   '-drive', 'file=%s,format=raw,if=virtio,snapshot=on' %
                   os.path.join(folder, 'root.img'),
                   '-append', APPEND] + list(more)
        self.began = time.monotonic()
        self.machine = Machine(command, args.verbose)

    def close(self):
        self.machine.close()

    def line(self, timeout):
        try:
            text = self.machine.serial.next(timeout)
        except TimeoutError:
            raise Trouble('The guest said nothing for %d s.' %
                          timeout) from None
        if text is None:
            raise Trouble('QEMU ended. ' + self.machine.said())
        if self.args.verbose:
            print('# ' + text, flush=True)
        return text

    def wait_ready(self, timeout=300):
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            if self.line(timeout).startswith('GUEST-READY'):
                return time.monotonic() - self.began
        raise Trouble('The guest did not come up in %d s.' % timeout)

    def run(self, command, timeout=60):
        """What a shell command prints; its status is in self.status."""
        self.serial_number += 1
        mark = 'MARK-%d' % self.serial_number
        self.machine.serial.send(('{ %s ; } 2>&1; s=$?; echo; echo "%s $s"\n'
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


# --- milestones ---

def text_mode(guest):
    guest.run("printf '\\033[2J\\033[H\\033[?25l' >/dev/tty1")
    blank = guest.picture()
    expect(blank[:2] == (720, 400), 'text mode has %dx%d pixels' % blank[:2])
    expect(ink(blank) == 0, 'a cleared screen has %d pixels' % ink(blank))
    guest.run('echo 0123456789 >/dev/tty1')
    text = ink(guest.picture())
    expect(200 < text < 2000, 'ten digits have %d pixels' % text)


def probe(guest):
    load(guest, 'noaccel=1')
    status = guest.run('cat /sys/class/drm/card0-VGA-1/status').strip()
    expect(status == 'connected', 'VGA-1 is "%s"' % status)
    size = guest.run('wc -c </sys/class/drm/card0-VGA-1/edid').strip()
    expect(size == '128', 'the EDID has %s bytes' % size)
    complaints = guest.complaints()
    expect(not complaints, 'dmesg: ' + '; '.join(complaints[:3]))


def framebuffer(guest):
    size = guest.run('cat /sys/class/graphics/fb0/virtual_size').strip()
    expect(size == '%d,%d' % (WIDTH, HEIGHT), 'fb0 has %s pixels' % size)
    guest.run("printf '\\033[2J\\033[H\\033[?25l' >/dev/tty1")
    blank = guest.picture()
    expect(blank[:2] == (WIDTH, HEIGHT), 'the screen has %dx%d pixels' %
           blank[:2])
    expect(ink(blank) == 0, 'a cleared console has %d pixels' % ink(blank))
    guest.run('echo 0123456789 >/dev/tty1')
    text = ink(guest.picture())
    expect(200 < text < 2000, 'ten digits have %d pixels' % text)
    guest.run('dd if=/dev/urandom of=/dev/fb0 bs=4096 count=768')
    noise = ink(guest.picture())
    expect(noise > WIDTH * HEIGHT * 9 // 10, 'noise in fb0 shows as %d '
           'pixels' % noise)


def channel(guest, options):
    unload(guest)
    load(guest, options)
    log = guest.run('dmesg | tail -n 60')
    expect('MM: using' in log, 'the kernel has no channel for copies')
    complaints = guest.complaints()
    expect(not complaints, 'dmesg: ' + '; '.join(complaints[:3]))


def channel_vram(guest):
    channel(guest, 'vram_pushbuf=1 nofbaccel=1')
    begin = time.monotonic()
    unload(guest)
    took = time.monotonic() - begin
    expect(took < 5, 'unloading took %.1f s' % took)
    load(guest, 'vram_pushbuf=1 nofbaccel=1')


def channel_gart(guest):
    channel(guest, 'nofbaccel=1')


# A read of fb0 waits for what the card still has to draw: an accelerated
# console only queues it, and a picture may be taken before the last lines.
SCROLL = ('printf "\\033[2J\\033[H\\033[?25l" >/dev/tty1; '
          'for i in $(seq 1 500); do echo "line $i of 500: '
          'the quick brown fox"; done >/dev/tty1; '
          'head -c 4 /dev/fb0 >/dev/null')


def console(guest):
    guest.run(SCROLL, 120)
    plain = guest.picture()
    expect(ink(plain) > 10000, 'the console is nearly empty')
    guest.save_picture(guest.chip + '-console')
    unload(guest)
    load(guest)
    guest.run(SCROLL, 120)
    accelerated = guest.picture()
    log = guest.run('dmesg | grep -i "switching to software" || true')
    expect(not log, log)
    wrong = sum(plain[2][i:i + 3] != accelerated[2][i:i + 3]
                for i in range(0, len(plain[2]), 3))
    expect(plain[:2] == accelerated[:2] and wrong == 0,
           '%d pixels of the accelerated console differ' % wrong)


def flips(guest):
    out = guest.run('modetest -M nouveau -c')
    connector = re.search(r'^(\d+)\s+\d+\s+connected', out, re.M)
    mode = re.search(r'#0 (\S+) ([\d.]+)', out)
    expect(connector and mode, 'modetest lists no connector or mode')
    crtc = re.search(r'^CRTCs:.*?^(\d+)', guest.run('modetest -M nouveau -p'),
                     re.M | re.S)
    out = guest.run('(sleep 6; echo) | modetest -M nouveau -v -s %s@%s:%s' %
                    (connector.group(1), crtc.group(1), mode.group(1)), 60)
    rates = [float(r) for r in re.findall(r'freq: ([\d.]+)Hz', out)]
    expect(rates, 'no flips: ' + out[-200:])
    # A busy host may miss some, never make more.
    rate, wanted = max(rates), float(mode.group(2))
    expect(abs(rate - wanted) < wanted * 0.05,
           '%.2f flips a second at %.2f Hz' % (rate, wanted))


XINIT = ('cd /root; printf "xterm -geometry 80x24+0+0 -e sh -c '
         "'ls -l /usr/bin | head -n 20; touch /tmp/shown; sleep infinity'\\n\" "
         '>.xinitrc; (xinit -- /usr/bin/X -nolisten tcp vt7 '
         '>/tmp/xinit.log 2>&1 &); '
         'for i in $(seq 1 120); do [ -e /tmp/shown ] && break; sleep 0.5; '
         'done; sleep 2; ls /tmp/shown')


# Pictures that EXA composes with the 3D engine, compared with sums.
RENDER = ('DISPLAY=:0 rendercheck -t fill,blend -o src,over,add '
          '-f a8r8g8b8,a8 2>&1 | tail -n 20')


def x_server(guest):
    out = guest.run(XINIT, 120)
    expect(guest.status == 0, 'X or xterm did not start: ' +
           guest.run('grep -E "\\(EE\\)" /var/log/Xorg.0.log | tail -n 3'))
    log = guest.run('cat /var/log/Xorg.0.log')
    expect('EXA' in log and 'Channel setup complete' in log,
           'X runs without EXA')
    picture = guest.picture()
    guest.save_picture(guest.chip + '-x')
    expect(5000 < ink(picture) < WIDTH * HEIGHT, 'the X screen is empty')
    out = guest.run(RENDER, 180)
    expect(re.search(r'^([1-9]\d*) tests passed of \1 total', out, re.M),
           'blending is wrong: ' + out)
    complaints = guest.complaints()
    expect(not complaints, 'dmesg: ' + '; '.join(complaints[:3]))


GEARS = ('(DISPLAY=:0 glxgears -geometry 300x300+600+300 >/tmp/gears 2>&1 &); '
         'for i in $(seq 1 120); do grep -q frames /tmp/gears && break; '
         'sleep 0.5; done; cat /tmp/gears')


def opengl(guest):
    """In the X server that runs."""
    out = guest.run('DISPLAY=:0 glxinfo -B', 60)
    expect('Accelerated: yes' in out, 'OpenGL is not accelerated: ' + out)
    out = guest.run(GEARS, 90)
    expect(re.search(r'^[1-9]\d* frames in', out, re.M), 'no gears: ' + out)
    data = guest.picture()[2]
    guest.save_picture(guest.chip + '-gears')
    guest.run('pkill glxgears')
    for i, name in enumerate(('red', 'green', 'blue')):
        count = sum(data[p + i] > data[p + (i + 1) % 3] + 64 and
                    data[p + i] > data[p + (i + 2) % 3] + 64
                    for p in range(0, len(data), 3))
        expect(count > 1000, 'the %s gear has %d pixels' % (name, count))
    complaints = guest.complaints()
    expect(not complaints, 'dmesg: ' + '; '.join(complaints[:3]))


MILESTONES = [
    ('M0', 'text mode before any driver', text_mode),
    ('M1', 'probe and EDID', probe),
    ('M2', 'fb0 of %dx%d' % (WIDTH, HEIGHT), framebuffer),
    ('M3', 'channel, buffers in VRAM', channel_vram),
    ('M4', 'channel, buffers in GART', channel_gart),
    ('M5', 'accelerated console equals plain', console),
    ('M6', 'flips at the rate of the mode', flips),
    ('M7', 'X with EXA: xterm, blending', x_server),
    ('M8', 'OpenGL: three gears', opengl),
]

# Why a card does not get there.
NO_CHANNELS = 'nouveau has no channels for NV10'
EXCEPT = {
    **{('nv10', name): NO_CHANNELS for name in ('M3', 'M4', 'M6', 'M7', 'M8')},
    ('nv2a', 'M8'): 'Mesa takes it for an NV25 and uses methods it lacks',
}


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


def check(args, chip, milestones, tap):
    guest, lost = None, ''
    try:
        guest = Guest(args, chip)
        print('# %s: shell after %.1f s' % (chip, guest.wait_ready()),
              flush=True)
        guest.run('dmesg -n 1')
    except Trouble as trouble:
        lost = str(trouble)
    try:
        for name, title, function in milestones:
            if (chip, name) in EXCEPT:
                tap.skip('%s %s %s' % (chip, name, title),
                         EXCEPT[chip, name])
                continue
            begin, why = time.monotonic(), lost
            if not lost:
                try:
                    function(guest)
                except Trouble as trouble:
                    why = str(trouble)
                    guest.save_picture('%s-%s-failed' % (chip, name))
            tap.point(not why, '%s %s %s (%.1f s)' % (
                chip, name, title, time.monotonic() - begin), why)
    finally:
        if guest:
            guest.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n\n')[0])
    parser.add_argument('chips', nargs='+', help=', '.join(GUESTS))
    parser.add_argument('--guest', metavar='DIR',
                        help="this guest instead of the chip's own")
    parser.add_argument('--make', action='store_true',
                        help='make the guests of these chips, no more')
    parser.add_argument('--plugin', default='./build/nv2a.so')
    parser.add_argument('--qemu', metavar='PROGRAM',
                        help="instead of the distribution's")
    parser.add_argument('--accel', default='tcg')
    parser.add_argument('--only', metavar='M1,M2,...', default='',
                        help='these milestones (each needs those before)')
    parser.add_argument('--pictures', metavar='DIR',
                        help='keep pictures of the console and of X')
    parser.add_argument('--summary', metavar='FILE',
                        help='write "N passed, N failed" there')
    parser.add_argument('--verbose', action='store_true',
                        help='show what the guest prints')
    args = parser.parse_args()
    if args.make:
        return 0 if all([guest_of(args, chip) for chip in args.chips]) else 1
    wanted = args.only.split(',') if args.only else [m[0] for m in MILESTONES]
    milestones = [m for m in MILESTONES if m[0] in wanted]
    tap = Tap(len(milestones) * len(args.chips))
    for chip in args.chips:
        if not guest_of(args, chip):
            for name, title, _ in milestones:
                tap.skip('%s %s %s' % (chip, name, title), NO_GUEST)
            continue
        check(args, chip, milestones, tap)
    print(tap.summary())
    if args.summary:
        with open(args.summary, 'w') as f:
            f.write(tap.summary() + '\n')
    return 1 if tap.failed else 0


if __name__ == '__main__':
    sys.exit(main())
