#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""TAP test: gl-frame.so holds a program's clock and chance, saves the frame
asked for, and ends it.

  gl-frame-test.py GL-FRAME.SO FOLDER-OF-LIBGL PROGRAM
"""

import os
import re
import subprocess
import sys
import tempfile

shim, libraries, program = (os.path.abspath(p) for p in sys.argv[1:4])
failed = number = 0


def point(ok, text):
    global failed, number
    number += 1
    failed += not ok
    print('%sok %d %s' % ('' if ok else 'not ', number, text))


def run(frame, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, 'out')
        done = subprocess.run(
            [program, *arguments], stdout=subprocess.PIPE, timeout=60,
            env=dict(os.environ, LD_PRELOAD=shim, LD_LIBRARY_PATH=libraries,
                     GL_FRAME=str(frame), GL_FRAME_OUT=out))
        with open(out + '.ppm', 'rb') as f:
            picture = f.read()
        with open(out + '.txt') as f:
            return done, picture, f.read()


print('1..7')
done, picture, words = run(6)
lines = [[int(n) for n in line.split()]
         for line in done.stdout.decode().splitlines()]
point(done.returncode == 0 and len(lines) == 6, 'six frames, and the end')
# The clock stands within a frame but for who sleeps or waits; the next one
# begins at its multiple, or where the last ended.
point([line[0] for line in lines[:4]] == [0, 33, 66, 166] and
      lines[3][2] >= 216 and lines[4][0] == lines[3][2],
      'frames begin at %s ms' % [line[0] for line in lines])
point([line[2] for line in lines[:3]] == [0, 53, 166],
      'sleep and poll() move the clock: %s' % [line[2] for line in lines])
point(len(set(line[1] for line in lines)) == 1, 'the same by chance')
point(picture == b'P6\n4 2\n255\n' + bytes(
    c for y in (1, 0) for x in range(4) for c in (x, y, 1)),
    'the picture has its first row above')
point(re.search(r'^frames 6$', words, re.M) is not None and
      'renderer a fake\n' in words, 'words beside it')
again = run(2, 'libGL.so.1')
point(len(again[0].stdout.splitlines()) == 2 and again[1] == picture,
      'who asks dlsym() is served, too')
sys.exit(failed != 0)
