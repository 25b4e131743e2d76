#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""TAP test: the bundled guest in QEMU.

  scenes-test.py DEVICE              every check of the guest, every picture
                                     equal to its reference
  scenes-test.py --second OTHER DEVICE   the same on the second of two cards
  scenes-test.py --snapshot DEVICE   scene a, or h, saved in the middle of its
                                     draw and finished in a fresh process: the
                                     picture of a run without a break

NV2A_BUILD names the build folder, NV2A_PLUGIN the plugin,
QTEST_QEMU_BINARY the QEMU to use unless --qemu does.  Pictures are compared
exactly: nothing in the renderer depends on the machine it runs on.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
REFERENCES = os.path.join(os.path.dirname(HERE), 'data')
BUILD = os.environ['NV2A_BUILD']
TIMEOUT = 240
# What scene f does wrong, in its order; all else in the guest is right.
WRONG = ['illegal method', 'invalid value', 'invalid state', 'refused value',
         'handle that is in no table', 'object with wrong bounds',
         'method left to software', 'push buffer']
# A register that some chips have, which the guest sets on all of them.
UNKNOWN = 'unknown register: PGRAPH write 0x400094 = 0x00000004'
SCENES = 'abcdefgh'
# What cards do not have: other generations' own classes.
CELSIUS = ('nv10', 'nv15', 'nv17')
NONE = {**{chip: 'abcdefg' for chip in CELSIUS},
        **{chip: 'gh' for chip in ('nv20', 'nv25', 'nv2a')},
        **{chip: 'h' for chip in ('nv30', 'nv34', 'nv35')},
        'nv40': 'abcdefh'}
# What is interrupted by a snapshot.
HALVES = {**{chip: 'h' for chip in CELSIUS}, 'nv40': 'g'}


class Points:
    """TAP points as they come; the plan goes last."""

    def __init__(self):
        self.count = self.failed = 0

    def point(self, ok, text):
        self.count += 1
        self.failed += not ok
        print('%sok %d %s' % ('' if ok else 'not ', self.count, text),
              flush=True)

    def end(self):
        print('1..%d' % self.count)
        return self.failed != 0


def demo(points, args, out, *more):
    """One run of scripts/demo.py: its results, and what it printed."""
    result = os.path.join(out, 'result.json')
    command = [sys.executable, os.path.join(ROOT, 'scripts', 'demo.py'),
               '--device', args.device, '--build', BUILD, '--out', out,
               '--qemu', args.qemu,
               '--plugin', os.environ['NV2A_PLUGIN'], '--json', result]
    # A sanitized plugin needs its runtime in QEMU before all else.
    preload = {'LD_PRELOAD': os.environ.get('NV2A_PRELOAD', '')}
    run = subprocess.run(command + list(more), stdin=subprocess.DEVNULL,
                         env={**os.environ, **preload},
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         text=True, timeout=TIMEOUT, check=False)
    try:
        with open(result) as f:
            found = json.load(f)
    except OSError:
        found = {'ok': False, 'problems': ['demo.py left no result'],
                 'checks': [], 'scenes': []}
    if run.returncode or not found['ok']:
        for line in run.stdout.splitlines():
            print('# ' + line)
    for problem in found['problems']:
        points.point(False, problem)
    return found, run.stdout


def second(args):
    """The guest and the camera at a second card; errors go to a file."""
    if not args.second:
        return ['--']
    return ['--append', 'card=1', '--console', 'second', '--',
            '-device', args.second + ',id=second']


def heard(points, args, wrong, path):
    """A line each error that the guest makes, and none besides."""
    with open(path, encoding='ascii') as f:
        lines = [line.rstrip('\n') for line in f]
    who = '%s second: ' % args.second if args.second else args.device + \
        ' card: '
    mine = [line[len(who):] for line in lines if line.startswith(who)]
    if UNKNOWN in mine:
        mine.remove(UNKNOWN)
    heads = [line.split(': ')[0] for line in mine]
    points.point(heads == wrong, 'the errors of scene f are heard, none besides')
    if heads != wrong:
        for line in lines:
            print('# ' + line)


def scenes(points, args):
    with tempfile.TemporaryDirectory(prefix='nv2a-scenes-') as out:
        log = os.path.join(out, 'errors.log')
        found, _ = demo(points, args, out, '--compare', REFERENCES,
                        *second(args), '-d', 'guest_errors,unimp', '-D', log)
        none = NONE[args.second or args.device]
        heard(points, args, [] if 'f' in none else WRONG, log)
        for check in found['checks']:
            points.point(check['ok'], '%s: %s' % (check['name'],
                                                  check['text']))
        points.point(found.get('none') == list(none),
                     'the scenes that it has none of are: "%s"' % none)
        for letter in SCENES:
            same = [s.get('same') for s in found['scenes']
                    if s['scene'] == letter]
            points.point(same == ([] if letter in none else [True]),
                         'scene %s is the reference picture, or none' %
                         letter)


def differ(one, other):
    """None if the pictures are equal, or what nv-png says."""
    run = subprocess.run([os.path.join(BUILD, 'nv-png'), 'diff', one, other],
                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         text=True, timeout=60, check=False)
    return ' '.join(run.stdout.split()) if run.returncode else None


def snapshot(points, args):
    scene = HALVES.get(args.device, 'a')
    with tempfile.TemporaryDirectory(prefix='nv2a-scenes-') as out:
        pictures = []
        for name, more in (('whole', ('--append', 'split=1')),
                           ('interrupted', ('--snapshot',))):
            folder = os.path.join(out, name)
            os.mkdir(folder)
            found, said = demo(points, args, folder, '--scenes', scene, *more)
            points.point(found['ok'], '%s run ends well' % name)
            points.point(('fresh process' in said) == (name == 'interrupted'),
                         '%s run: %d fresh process' %
                         (name, said.count('fresh process')))
            pictures += [s['picture'] for s in found['scenes']]
        if len(pictures) != 2:
            points.point(False, 'two pictures were taken')
            return
        for other in (pictures[0], os.path.join(REFERENCES, 'scene-%s.png' % scene)):
            what = differ(pictures[1], other)
            points.point(not what, 'interrupted picture is equal to %s%s' %
                         (os.path.basename(os.path.dirname(other)),
                          what and ': ' + what or ''))


def main():
    p = argparse.ArgumentParser()
    p.add_argument('--snapshot', action='store_true')
    p.add_argument('--second')
    p.add_argument('--qemu', default=os.environ.get('QTEST_QEMU_BINARY'))
    p.add_argument('device')
    args = p.parse_args()
    points = Points()
    if args.snapshot:
        snapshot(points, args)
    else:
        scenes(points, args)
    return points.end()


if __name__ == '__main__':
    sys.exit(main())
