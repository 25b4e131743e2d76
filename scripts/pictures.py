# SPDX-License-Identifier: GPL-2.0-or-later
"""Pictures as (width, height, bytes of RGB): read, written, compared, shown
beside each other."""

import os
import struct
import zlib

# The 8x16 font of QEMU's video BIOS, found by its letter A.
FONTS = ('/usr/share/seabios/vgabios-stdvga.bin',
         '/usr/share/qemu/vgabios-stdvga.bin')
LETTER_A = bytes.fromhex('000010386cc6c6fec6c6c6c600000000')
LETTER = 8, 16


def read_ppm(path):
    with open(path, 'rb') as f:
        data = f.read()
    kind, width, height, most, pixels = data.split(maxsplit=4) \
        if data[:2] == b'P6' else (b'',) * 5
    width, height = int(width or 0), int(height or 0)
    # White space that pixels begin with would be lost by split().
    pixels = data[len(data) - width * height * 3:]
    if kind != b'P6' or most != b'255' or not pixels:
        raise ValueError(path + ' is no picture of 8 bits')
    return width, height, pixels


def write_png(path, picture):
    width, height, data = picture

    def chunk(kind, body):
        return (struct.pack('>I', len(body)) + kind + body +
                struct.pack('>I', zlib.crc32(kind + body)))

    rows = b''.join(b'\0' + data[y * width * 3:(y + 1) * width * 3]
                    for y in range(height))
    with open(path, 'wb') as f:
        f.write(b'\x89PNG\r\n\x1a\n' +
                chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 2,
                                           0, 0, 0)) +
                chunk(b'IDAT', zlib.compress(rows, 9)) + chunk(b'IEND', b''))


def differing(one, other, more_than):
    """Numbers of the pixels with a channel that differs by more."""
    return {i // 3 for i, (x, y) in enumerate(zip(one[2], other[2]))
            if x - y > more_than or y - x > more_than}


def beside(one, other, pixel, more_than):
    """Whether the other picture has that colour there or next to it."""
    width, height, data = one
    x, y = pixel % width, pixel // width
    for v in range(max(y - 1, 0), min(y + 2, height)):
        for u in range(max(x - 1, 0), min(x + 2, width)):
            at = (v * width + u) * 3
            if all(abs(data[pixel * 3 + c] - other[2][at + c]) <= more_than
                   for c in range(3)):
                return True
    return False


def off(one, other, more_than=32):
    """The part of pixels with a channel that differs by more, and the part
    of those whose colour is not next to there, either."""
    if one[:2] != other[:2]:
        return 1.0, 1.0
    wrong = differing(one, other, more_than)
    far = [p for p in wrong if not (beside(one, other, p, more_than) and
                                    beside(other, one, p, more_than))]
    pixels = one[0] * one[1]
    return len(wrong) / pixels, len(far) / pixels


def colours(picture):
    """How many different ones, at most 3: a picture of one shows nothing."""
    data, seen = picture[2], set()
    for i in range(0, len(data), 3):
        seen.add(data[i:i + 3])
        if len(seen) > 2:
            break
    return len(seen)


class Sheet:
    """A page of small pictures with words below them."""

    def __init__(self, columns, rows, cell=(160, 120)):
        self.columns, self.cell = columns, cell
        self.step = cell[0] + 4, cell[1] + LETTER[1] + 6
        self.width, self.height = self.step[0] * columns, self.step[1] * rows
        self.data = bytearray(b'\x30' * (self.width * self.height * 3))
        self.font = next((self.read_font(p) for p in FONTS
                          if os.path.exists(p)), None)

    @staticmethod
    def read_font(path):
        with open(path, 'rb') as f:
            rom = f.read()
        start = rom.find(LETTER_A) - LETTER[1] * ord('A')
        return rom[start:start + 128 * LETTER[1]] if start >= 0 else None

    def put(self, x, y, row):
        at = (y * self.width + x) * 3
        self.data[at:at + len(row)] = row

    def picture(self, number, picture):
        """Each pixel is the mean of four."""
        left = number % self.columns * self.step[0]
        top = number // self.columns * self.step[1]
        width, height, data = picture
        for y in range(self.cell[1]):
            lines = [(2 * y + i) * height // (2 * self.cell[1]) * width
                     for i in (0, 1)]
            row = bytearray()
            for x in range(self.cell[0]):
                four = [(line + (2 * x + i) * width // (2 * self.cell[0])) * 3
                        for line in lines for i in (0, 1)]
                row += bytes(sum(data[p + c] for p in four) // 4
                             for c in range(3))
            self.put(left, top + y, row)

    def words(self, number, text, colour=b'\xff\xff\xff'):
        if not self.font:
            return
        left = number % self.columns * self.step[0]
        top = number // self.columns * self.step[1] + self.cell[1] + 2
        for i, c in enumerate(text[:self.cell[0] // LETTER[0]]):
            for y in range(LETTER[1]):
                bits = self.font[ord(c) % 128 * LETTER[1] + y]
                self.put(left + i * LETTER[0], top + y, b''.join(
                    colour if bits << x & 128 else b'\0\0\0'
                    for x in range(LETTER[0])))

    def write(self, path):
        write_png(path, (self.width, self.height, bytes(self.data)))
