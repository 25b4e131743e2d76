# SPDX-License-Identifier: GPL-2.0-or-later
"""The end of gdb's remote protocol that gdb itself is: what a scripted
debugger needs of QEMU's stub.  Facts: the appendix of gdb's manual."""

import socket
import struct

REGISTERS = ('eax', 'ecx', 'edx', 'ebx', 'esp', 'ebp', 'esi', 'edi', 'eip',
             'eflags')


class Stub:
    """A debugger that is attached, so that the machine stands still."""

    def __init__(self, path, timeout):
        self.rest = b''
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(timeout)
        self.sock.connect(path)
        features = self.ask('qSupported')
        self.reverse = ('ReverseStep+' in features and
                        'ReverseContinue+' in features)

    def close(self):
        self.sock.close()

    def ask(self, text):
        data = text.encode('ascii')
        self.sock.sendall(b'$%s#%02x' % (data, sum(data) & 0xff))
        while True:
            head = self.rest.find(b'$')
            end = self.rest.find(b'#', head)
            if head >= 0 and end >= 0 and len(self.rest) >= end + 3:
                break
            more = self.sock.recv(65536)
            if not more:
                raise EOFError('QEMU closed the line to its debugger')
            self.rest += more
        packet = self.rest[head + 1:end].decode('ascii')
        self.rest = self.rest[end + 3:]
        self.sock.sendall(b'+')
        return packet

    def want(self, text, answer):
        got = self.ask(text)
        if not got.startswith(answer):
            raise ValueError('to %s the stub says "%s"' % (text, got))

    def go(self, how):
        """c, s, bc or bs: until the machine stands again."""
        self.want(how, 'T05')

    def registers(self):
        data = bytes.fromhex(self.ask('g'))
        return dict(zip(REGISTERS,
                        struct.unpack_from('<%dI' % len(REGISTERS), data)))

    def memory(self, address, size):
        """Guest memory as the processor would read it now."""
        out = b''
        while len(out) < size:
            count = min(1024, size - len(out))
            out += bytes.fromhex(self.ask('m%x,%x' % (address + len(out),
                                                      count)))
        return out

    def set_break(self, address):
        self.want('Z0,%x,1' % address, 'OK')

    def clear_break(self, address):
        self.ask('z0,%x,1' % address)


def symbol(path, name):
    """Address of a symbol of a 32-bit little-endian ELF file."""
    with open(path, 'rb') as f:
        data = f.read()
    at, = struct.unpack_from('<I', data, 32)
    size, count = struct.unpack_from('<HH', data, 46)
    sections = [struct.unpack_from('<10I', data, at + size * i)
                for i in range(count)]
    for section in sections:
        if section[1] != 2:                 # SHT_SYMTAB
            continue
        names = sections[section[6]][4]
        for i in range(section[4], section[4] + section[5], 16):
            where, value = struct.unpack_from('<II', data, i)
            end = data.index(b'\0', names + where)
            if data[names + where:end] == name.encode('ascii'):
                return value
    raise KeyError('%s has no symbol %s' % (path, name))
