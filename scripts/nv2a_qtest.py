# SPDX-License-Identifier: GPL-2.0-or-later
"""A card that a Python program drives by registers and methods: in QEMU
without a processor (its qtest accelerator), or a real one.

    from nv2a_qtest import Card

    with Card('nv20') as card:
        card.method(0x97, 'BEGIN_END', 8).expect_no_error()
        card.method(0x97, 'BEGIN_END', 77).expect_error('DATA_ERROR')

`Card('nv20')` starts QEMU with the plugin of the build folder (NV2A_BUILD, else
build/ beside scripts/).  `Card('/sys/bus/pci/devices/0000:01:00.0')` is a real
card that its BIOS has started and no driver has: its BARs are mapped.

Methods and registers are numbers, or names from the reference pages in docs/
(which are made from the tables of the source): ours, or those that others use,
with their prefix or without, any case.  Nothing waits for ever: what does not
come in TIMEOUT seconds is an error.
"""

import csv
import functools
import mmap
import os
import re
import shutil
import socket
import struct
import subprocess
import tempfile
import time

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(HERE)
TIMEOUT = 20
VENDOR = 0x10de

# Instance memory, and VRAM for the push buffer.
RAMHT, RAMFC, PUSH_OBJECT, VRAM_OBJECT, OBJECTS = (0x10000, 0x11000, 0x12000,
                                                   0x12020, 0x12100)
RAMFC_CURIE, IMAGES = 0x20000, 0x30000
PUSH, PUSH_SIZE = 0x100000, 0x10000
# Methods that take DMA objects, of the classes that have them.
DMA_METHODS = (0x184, 0x188, 0x194, 0x198, 0x19c, 0x1a0)
OLD_3D = (0x48, 0x54, 0x55, 0x56, 0x94, 0x95, 0x96, 0x98, 0x99)


class Trouble(Exception):
    """What cannot be done, in a sentence."""


# ---- names ----

def page(name):
    with open(os.path.join(ROOT, 'docs', name), encoding='utf-8') as f:
        return f.read()


@functools.lru_cache(maxsize=None)
def method_names(class_):
    """name, lower case: offset, of a class."""
    names = {}
    for section in re.split(r'\n(?=Class 0x|Objects of any class)',
                            page('pgraph-methods.rst'))[1:]:
        head, _, rest = section.partition('\n')
        if '0x%02x' % class_ not in re.split(r'[ ,]+', head):
            continue
        lines = [line.strip() for line in rest.splitlines()
                 if line.strip().startswith('"')]
        for row in csv.DictReader(lines):
            only = re.findall(r'0x[0-9a-f]+', row['only'])
            if only and '0x%02x' % class_ not in only:
                continue
            offset = int(row['method'], 16)
            for other in [row['name']] + row['elsewhere'].split():
                other = other.lower().replace('[0]', '')
                names.setdefault(other, offset)
    return names


def method_offset(class_, name):
    """The offset of a method: of NAME, PREFIX_NAME, or what ends in _NAME."""
    if isinstance(name, int):
        return name
    found = re.fullmatch(r'(\w+)(?:\[(\d+)\])?', name)
    names = method_names(class_)
    wanted = found.group(1).lower() if found else ''
    offsets = ({names[wanted]} if wanted in names else
               {offset for known, offset in names.items()
                if known.endswith('_' + wanted)})
    if not wanted or len(offsets) != 1:
        raise Trouble('class 0x%x has %s method "%s"' %
                      (class_, 'more than one' if offsets else 'no', name))
    return offsets.pop() + 4 * int(found.group(2) or 0)


@functools.lru_cache(maxsize=None)
def register_page():
    """name: (offset, {field: its lowest bit})."""
    registers = {}
    text = page('pgraph-registers.rst')
    for found in re.finditer(r'^(\w+)\n-+\n(.*?)(?=^\w+\n-+\n|\Z)', text,
                             re.MULTILINE | re.DOTALL):
        offset = re.search(r'^0x([0-9a-f]{6}) ', found.group(2), re.MULTILINE)
        fields = dict((field, int(bit)) for bit, field in re.findall(
            r'^(\d+)(?:\.\.\d+|-\d+)? +([A-Z]\w*) ', found.group(2),
            re.MULTILINE))
        if offset:
            registers[found.group(1)] = (int(offset.group(1), 16), fields)
    return registers


def register_offset(name):
    if isinstance(name, int):
        return name
    if name.upper() not in register_page():
        raise Trouble('PGRAPH has no register "%s"' % name)
    return register_page()[name.upper()][0]


# ---- ways to a card ----

class Mapped:
    """A real card: two files with what its BARs show."""

    def __init__(self, folder):
        self.files, self.bars = [], []
        for number in (0, 1):
            path = os.path.join(folder, 'resource%d' % number)
            try:
                f = open(path, 'r+b', buffering=0)
                self.files.append(f)
                self.bars.append(mmap.mmap(f.fileno(), 0))
            except (OSError, ValueError) as e:
                self.close()
                raise Trouble('cannot map %s: %s' % (path, e)) from None

    def read(self, bar, offset):
        return struct.unpack_from('<I', self.bars[bar], offset)[0]

    def write(self, bar, offset, value):
        struct.pack_into('<I', self.bars[bar], offset, value)

    def vram_size(self):
        return len(self.bars[1])

    def settle(self):
        pass

    def close(self):
        for thing in self.bars + self.files:
            thing.close()


def find_build():
    for folder in (os.environ.get('NV2A_BUILD'), os.path.join(ROOT, 'build')):
        if folder and os.path.isfile(os.path.join(folder, 'nv2a.so')):
            return folder
    raise Trouble('there is no nv2a.so: run make, or say where its folder is '
                  'in NV2A_BUILD')


class Qtest:
    """A card in QEMU, which only obeys: no processor runs."""

    def __init__(self, chip, vram, more):
        build = find_build()
        self.folder = tempfile.mkdtemp(prefix='nv2a-qtest-')
        path = os.path.join(self.folder, 'qtest')
        environment = dict(os.environ)
        environment.setdefault('QEMU_MODULE_DIR', os.path.join(
            build, 'tests-qtest', 'qtest'))
        qemu = os.environ.get('QTEST_QEMU_BINARY') or shutil.which(
            'qemu-system-i386', path=os.environ.get('PATH', '') +
            ':/usr/libexec')
        if not qemu:
            raise Trouble('there is no qemu-system-i386')
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(path)
            listener.listen()
            listener.settimeout(TIMEOUT)
            self.process = subprocess.Popen(
                [qemu, '-plugin', os.environ.get(
                    'NV2A_PLUGIN', os.path.join(build, 'nv2a.so')),
                 '-nodefaults', '-vga', 'none', '-display', 'none', '-m', '16',
                 '-qtest', 'unix:' + path, '-qtest-log', 'none',
                 '-accel', 'qtest', '-device',
                 '%s,vram=%s,id=card' % (chip, vram), *more],
                env=environment, stdin=subprocess.DEVNULL,
                stderr=subprocess.PIPE, text=True)
            self.sock = self.accept(listener)
        self.sock.settimeout(TIMEOUT)
        self.rest = b''
        self.size = {'M': 20, 'G': 30}[vram[-1]]
        self.size = int(vram[:-1]) << self.size
        self.find()

    def accept(self, listener):
        """QEMU comes, or has ended and said why."""
        listener.settimeout(0.1)
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            try:
                return listener.accept()[0]
            except socket.timeout:
                if self.process.poll() is not None:
                    break
        self.fail('it does not answer')

    def fail(self, why):
        """With what QEMU says, if it has ended."""
        try:
            said = self.process.communicate(timeout=1)[1].strip()
        except subprocess.TimeoutExpired:
            said = ''
        if 'accelerator qtest' in said:
            said += ' (the distribution has none, our tests have: run ' \
                    'ninja -C build accel-qtest)'
        self.close()
        raise Trouble('QEMU: ' + (said or why)) from None

    def ask(self, *words):
        try:
            self.sock.sendall((' '.join(words) + '\n').encode())
        except ConnectionError:
            self.fail('it has ended')
        while True:
            while b'\n' not in self.rest:
                try:
                    data = self.sock.recv(4096)
                except socket.timeout:
                    raise Trouble('QEMU does not answer "%s"' %
                                  ' '.join(words)) from None
                except ConnectionError:
                    data = b''
                if not data:
                    self.fail('it has ended')
                self.rest += data
            line, self.rest = self.rest.split(b'\n', 1)
            words_back = line.decode().split()
            if words_back[0] == 'OK':
                return words_back[1:]
            if words_back[0] != 'IRQ':
                raise Trouble('QEMU says "%s" to "%s"' % (line.decode(),
                                                          ' '.join(words)))

    def config(self, device, register, value=None):
        self.ask('outl', '0xcf8', hex(1 << 31 | device << 11 | register))
        if value is None:
            return int(self.ask('inl', '0xcfc')[0], 16)
        return self.ask('outl', '0xcfc', hex(value))

    def find(self):
        for device in range(32):
            if self.config(device, 0) & 0xffff == VENDOR:
                self.base = (0xe0000000, 0xd0000000)
                self.config(device, 0x10, self.base[0])
                self.config(device, 0x14, self.base[1])
                self.config(device, 0x04, 7)
                return
        raise Trouble('the machine has no card')

    def read(self, bar, offset):
        return int(self.ask('readl', hex(self.base[bar] + offset))[0], 16)

    def write(self, bar, offset, value):
        self.ask('writel', hex(self.base[bar] + offset), hex(value))

    def vram_size(self):
        return self.size

    def settle(self):
        """Time passes only when it is told to."""
        self.ask('clock_step', '1000000')

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()
        if hasattr(self, 'sock'):
            self.sock.close()
        shutil.rmtree(self.folder, ignore_errors=True)


# ---- the card ----

class Card:
    """A chip's name, or a folder of /sys with a real card.  @more: QEMU's."""

    def __init__(self, what, vram='16M', more=()):
        self.way = (Mapped(what) if os.path.isdir(what)
                    else Qtest(what, vram, more))
        self.objects = {}
        self.put = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.way.close()

    # -- registers and memory --

    def read(self, register):
        return self.way.read(0, register_offset(register))

    def write(self, register, value):
        self.way.write(0, register_offset(register), value)
        return self

    def vram_read(self, offset):
        return self.way.read(1, offset)

    def vram_write(self, offset, *words):
        for i, word in enumerate(words):
            self.way.write(1, offset + 4 * i, word)
        return self

    def ramin_write(self, address, *words):
        for i, word in enumerate(words):
            self.write(0x700000 + address + 4 * i, word)

    # -- a channel --

    def enter(self, handle, instance, engine):
        """Into RAMHT."""
        slot, rest = 0, handle
        while rest:
            slot, rest = slot ^ (rest & 511), rest >> 9
        word = (engine << 20 if self.curie
                else 0x80000000 | engine << 16) | instance >> 4
        self.ramin_write(RAMHT + slot * 8, handle, word)

    def dma_object(self, address, limit):
        self.ramin_write(address, 0x303d, limit, 3, 3)
        self.enter(address, address, 0)

    def open(self):
        """Channel 0, its push buffer in VRAM."""
        self.curie = (self.read(0) >> 20 & 0xff) >= 0x40
        last = self.way.vram_size() - (2 << 20) - 1
        self.write(0x200, 0xffffffff)
        for address in range(RAMHT, RAMHT + 0x1000, 4):
            self.ramin_write(address, 0)
        self.dma_object(PUSH_OBJECT, last)
        self.dma_object(VRAM_OBJECT, last)
        if self.curie:
            start, entry = 0x30086078, RAMFC_CURIE
            words = {0x18: start, 0x38: IMAGES >> 4, 0x3c: 0x1ffff}
        else:
            entry, words = RAMFC, {0x14: 0x86078}
        words.update({0: PUSH, 4: PUSH, 0xc: PUSH_OBJECT >> 4})
        for at, word in words.items():
            self.ramin_write(entry + at, word)
        for register, value in (
                (0x400140, 0xffffffff), (0x40008c, 0xf3de0479),
                (0x400144, 0x10010000), (0x400148, 0), (0x400720, 1),
                (0x2210, 0x03000100),
                (0x2220, 0x30000 | RAMFC_CURIE >> 16) if self.curie else
                (0x2214, 0x10000 | RAMFC >> 8),
                (0x2140, 0xffffffff), (0x3204, 31), (0x2504, 1), (0x3220, 1),
                (0x3250, 1), (0x3200, 1), (0x2500, 1)):
            self.write(register, value)
        self.put = PUSH

    def push(self, *words):
        if self.put is None:
            self.open()
        if self.put + 4 * len(words) + 4 > PUSH + PUSH_SIZE:
            self.vram_write(self.put, PUSH | 0x20000000)
            self.put = PUSH
        self.vram_write(self.put, *words)
        self.put += 4 * len(words)

    def subchannel(self, class_):
        """That of the class, bound at its first method."""
        if class_ not in self.objects:
            if len(self.objects) == 8:
                raise Trouble('a channel has eight subchannels, and they are '
                              'in use')
            subc = self.objects[class_] = len(self.objects)
            address = OBJECTS + 16 * subc
            if self.put is None:
                self.open()
            self.ramin_write(address, class_, 0, 0, 0)
            self.enter(address, address, 1)
            self.push(subc << 13 | 1 << 18, address)
            for mthd in DMA_METHODS if self.is_3d(class_) else ():
                if mthd < 0x19c or class_ not in OLD_3D:
                    self.push(subc << 13 | 1 << 18 | mthd, VRAM_OBJECT)
        return self.objects[class_]

    @staticmethod
    def is_3d(class_):
        return class_ & 0xff == 0x97 or class_ in OLD_3D

    def method(self, class_, name, *data):
        """One word or more to a method, done when this returns, or stopped
        by an error."""
        subc = self.subchannel(class_)
        offset = method_offset(class_, name)
        self.push(subc << 13 | len(data) << 18 | offset,
                  *(word & 0xffffffff for word in data))
        return self.run()

    def run(self):
        """Until the card has taken all, or an error stops it."""
        self.write(0x800040, self.put)
        end = time.monotonic() + TIMEOUT
        while time.monotonic() < end:
            self.way.settle()
            if self.read(0x400100):
                return self
            if (self.read(0x800044) == self.put and
                    not self.read(0x400700) & 1):
                return self
        raise Trouble('the card stands at 0x%x of its push buffer, before '
                      '0x%x' % (self.read(0x800044), self.put))

    # -- errors --

    def take_error(self):
        """Names of NSOURCE's bits, none if there is no interrupt; the card
        goes on."""
        intr, nsource = self.read('INTR'), self.read('NSOURCE')
        names = [name for name, bit in register_page()['NSOURCE'][1].items()
                 if nsource >> bit & 1]
        if intr:
            self.write('INTR', intr)
            self.write(0x400720, 1)
            self.run()
        return names or (['INTR 0x%x' % intr] if intr else [])

    def expect_error(self, name):
        got = self.take_error()
        if name not in got:
            raise AssertionError('no %s, but %s' % (name, ', '.join(got) or
                                                    'no error at all'))
        return self

    def expect_no_error(self):
        got = self.take_error()
        if got:
            raise AssertionError('there is an error: ' + ', '.join(got))
        return self
