#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""A project of somebody else's that has this one as a subproject: it is
configured and built without a message of ours, its program runs, and what it
gets are library and tools, without tests.  Results are TAP points.
"""

import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
TAKER = """project('taker', 'c', meson_version: '>=1.0.0')
nv2a = dependency('nv2a', fallback: ['nv2a', 'nv2a_shared_dep'])
executable('transform', '%s/docs/examples/transform.c', dependencies: nv2a)
"""
# What docs/examples/transform.c prints.
PRINTED = '12 20 30 2\n10 22 30 2\n10 20 32 2\n'


def run(folder, *words):
    done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          universal_newlines=True, timeout=280)
    if done.returncode:
        raise AssertionError('%s: status %d: %s' % (
            ' '.join(words), done.returncode, done.stdout[-2000:]))
    return done.stdout


def configures(folder):
    os.mkdir(folder + '/subprojects')
    os.symlink(ROOT, folder + '/subprojects/nv2a')
    with open(folder + '/meson.build', 'w') as f:
        f.write(TAKER % ROOT)
    # Whatever is installed here, the subproject is meant.
    said = run(folder, 'meson', 'setup', 'build', '-Dbuildtype=plain',
               '--force-fallback-for=nv2a')
    for line in said.splitlines():
        if 'WARNING' in line or 'DEPRECATION' in line:
            raise AssertionError(line)


def without_tests(folder):
    targets = json.loads(run(folder, 'meson', 'introspect', '--targets',
                             'build'))
    names = {t['name'] for t in targets}
    if not {'transform', 'libnv2a', 'nv-xf'} <= names:
        raise AssertionError(sorted(names))
    tests = json.loads(run(folder, 'meson', 'introspect', '--tests', 'build'))
    if tests:
        raise AssertionError([t['name'] for t in tests])


def builds(folder):
    said = run(folder, 'ninja', '-C', 'build', '--quiet', 'transform')
    if 'warning:' in said:
        raise AssertionError(said)


def runs(folder):
    said = run(folder, folder + '/build/transform')
    if said != PRINTED:
        raise AssertionError(said)


def main():
    points = (configures, without_tests, builds, runs)
    print('1..%d' % len(points))
    bad = 0
    with tempfile.TemporaryDirectory(prefix='nv2a-') as folder:
        for i, point in enumerate(points, 1):
            try:
                point(folder)
            except (AssertionError, OSError,
                    subprocess.TimeoutExpired) as why:
                print('not ok %d %s' % (i, point.__name__))
                print('# ' + str(why).replace('\n', '\n# '))
                bad += 1
            else:
                print('ok %d %s' % (i, point.__name__), flush=True)
    return bad != 0


if __name__ == '__main__':
    sys.exit(main())
