# SPDX-License-Identifier: GPL-2.0-or-later
"""A QEMU process with a serial line and a monitor, for scripts that boot
guests."""

import json
import os
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import time

# Of the bundled guest; a card draws those of its own generation.
SCENES = 'abcdefgh'


class Trouble(Exception):
    """Something that ends the run, as one sentence."""


class Pipe:
    """The two pipes of a character device, used as a socket is.

    QEMU's serial port drops what its other end does not take at once.  A
    local socket takes some 280 single bytes, a pipe 64 KiB.
    """

    def __init__(self, path):
        self.out = os.open(path + '.out', os.O_RDONLY | os.O_NONBLOCK)
        self.into = os.open(path + '.in', os.O_WRONLY | os.O_NONBLOCK)
        self.timeout = None

    @staticmethod
    def make(path):
        for end in ('.in', '.out'):
            os.mkfifo(path + end)

    def settimeout(self, timeout):
        self.timeout = timeout

    def recv(self, size):
        if not select.select([self.out], [], [], self.timeout)[0]:
            raise socket.timeout
        return os.read(self.out, size)

    def sendall(self, data):
        try:
            while data:
                select.select([], [self.into], [], self.timeout)
                data = data[os.write(self.into, data):]
        except BrokenPipeError:
            raise ConnectionError from None

    def close(self):
        os.close(self.out)
        os.close(self.into)


class Lines:
    """Lines from a socket or a pipe, with a deadline for each."""

    def __init__(self, sock):
        self.sock = sock
        self.rest = b''

    def next(self, timeout):
        end = time.monotonic() + timeout
        while b'\n' not in self.rest:
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError
            self.sock.settimeout(left)
            try:
                data = self.sock.recv(65536)
            except socket.timeout:
                raise TimeoutError from None
            except ConnectionError:
                return None
            if not data:
                return None
            self.rest += data
        line, self.rest = self.rest.split(b'\n', 1)
        return line.decode('ascii', 'replace').rstrip('\r')

    def send(self, data):
        self.sock.settimeout(10)
        try:
            self.sock.sendall(data)
        except ConnectionError:
            pass                # whoever reads next sees that it is closed


class Monitor:
    """QMP: one command at a time."""

    def __init__(self, lines):
        self.lines = lines
        if lines.next(20) is None:
            raise Trouble('QEMU closed its monitor at once.')
        self.command('qmp_capabilities')

    def command(self, name, /, **arguments):
        text = json.dumps({'execute': name, 'arguments': arguments})
        self.lines.send(text.encode() + b'\n')
        while True:
            line = self.lines.next(60)
            if line is None:
                raise Trouble('QEMU closed its monitor.')
            answer = json.loads(line)
            if 'error' in answer:
                raise Trouble('QEMU refused %s: %s'
                              % (name, answer['error']['desc']))
            if 'return' in answer:
                return answer['return']


class Machine:
    """QEMU with a serial line and a monitor; kills it when done.

    With @serial, another character device, the line is the caller's.
    """

    def __init__(self, command, verbose=False, serial=None):
        self.dir = tempfile.mkdtemp(prefix='nv2a-demo-')
        self.log = os.path.join(self.dir, 'qemu.log')
        self.process = None
        self.pipe = None
        listener = socket.socket(socket.AF_UNIX)
        try:
            listener.bind(os.path.join(self.dir, 'qmp'))
            listener.listen(1)
            if not serial:
                Pipe.make(os.path.join(self.dir, 'serial'))
            command = command + self.lines(serial)
            if verbose:
                print('+ ' + ' '.join(command), flush=True)
            with open(self.log, 'w') as log:
                self.process = subprocess.Popen(command, stdout=log,
                                                stdin=subprocess.DEVNULL,
                                                stderr=subprocess.STDOUT,
                                                start_new_session=True)
            # By then QEMU has its ends of the pipes.
            accepted = self.accept(listener)
            self.serial = None
            if not serial:
                self.pipe = Pipe(os.path.join(self.dir, 'serial'))
                self.serial = Lines(self.pipe)
            self.monitor = Monitor(Lines(accepted))
        except (Trouble, TimeoutError) as e:
            said = self.said()
            self.close()
            raise Trouble('QEMU did not start; %s' %
                          (said or e)) from None
        except BaseException:
            self.close()
            raise
        finally:
            listener.close()

    def lines(self, serial):
        """Options for the serial line and the monitor."""
        serial = serial or 'pipe,id=serial,path=%s/serial' % self.dir
        return ['-chardev', serial, '-serial', 'chardev:serial',
                '-chardev', 'socket,id=qmp,path=%s/qmp' % self.dir,
                '-mon', 'chardev=qmp,mode=control']

    def accept(self, listener):
        end = time.monotonic() + 30
        listener.settimeout(0.2)
        while True:
            try:
                return listener.accept()[0]
            except socket.timeout:
                if self.process.poll() is not None:
                    raise Trouble('QEMU ended at once.') from None
                if time.monotonic() > end:
                    raise Trouble('QEMU did not open its sockets within '
                                  '30 s.') from None

    def said(self):
        """What QEMU printed."""
        try:
            with open(self.log) as log:
                return log.read().strip()[-2000:]
        except OSError:
            return ''

    def save(self, path):
        """Stops the machine and writes its state to a file."""
        self.monitor.command('stop')
        self.monitor.command('migrate', uri="exec:cat > '%s'" % path)
        self.wait_for('query-migrate', ('completed', 'failed'))
        if self.monitor.command('query-migrate')['status'] == 'failed':
            raise Trouble('QEMU could not save its state. ' + self.said())

    def wait_for(self, query, states, wanted=True):
        end = time.monotonic() + 60
        while (self.monitor.command(query).get('status')
               in states) != wanted:
            if time.monotonic() > end:
                raise Trouble('QEMU did not get on with it (%s).' % query)
            time.sleep(0.05)

    def close(self):
        if self.process and self.process.poll() is None:
            # The whole group: some distributions wrap QEMU in a script.
            os.killpg(self.process.pid, signal.SIGTERM)
            try:
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        if self.pipe:
            self.pipe.close()
            self.pipe = None
        shutil.rmtree(self.dir, ignore_errors=True)
