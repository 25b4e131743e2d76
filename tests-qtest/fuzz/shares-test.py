#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""`make fuzz SHARD=K/N`: together all shares do all targets, none does what
another does, with the same random numbers."""

import importlib.machinery
import importlib.util
import os
import sys

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..',
                      'scripts', 'fuzz')


def load():
    loader = importlib.machinery.SourceFileLoader('fuzz', SCRIPT)
    module = importlib.util.module_from_spec(
        importlib.util.spec_from_loader('fuzz', loader))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    return module


def shares(fuzz, n, seed=1):
    every = list(fuzz.TARGETS) + ['qtest']
    return every, [fuzz.share(every, '%d/%d' % (k, n), seed)
                   for k in range(1, n + 1)]


def whole(fuzz, n):
    """No gap: each target is done; up to their number, once."""
    every, all_ = shares(fuzz, n)
    done = [t for targets, _, _ in all_ for t in targets]
    return sorted(set(done)) == sorted(every) and \
        (n > len(every) or sorted(done) == sorted(every))


def apart(fuzz, n):
    """No overlap: of folders, and of random numbers, also of other seeds."""
    folders, numbers = [], []
    for seed in (1, 2, 127):
        _, all_ = shares(fuzz, n, seed)
        folders = [t + tag for targets, _, tag in all_ for t in targets]
        numbers += [first for _, first, _ in all_]
    numbers.sort()
    return len(set(folders)) == len(folders) and numbers[-1] < 1 << 31 and \
        all(b - a >= fuzz.ROUNDS for a, b in zip(numbers, numbers[1:]))


def even(fuzz, n):
    """No target has two shares more than another."""
    every, all_ = shares(fuzz, n)
    done = [t for targets, _, _ in all_ for t in targets]
    counts = [done.count(t) for t in every]
    return max(counts) - min(counts) <= 1


def refused(fuzz, text):
    try:
        fuzz.share(['card'], text, 1)
    except SystemExit as e:
        return text in str(e)
    return False


def main():
    fuzz = load()
    numbers = list(range(1, 40)) + [100, 1000, fuzz.SHARES - 1]
    points = [(f.__doc__.split(':')[0].rstrip('.'),
               all(f(fuzz, n) for n in numbers))
              for f in (whole, apart, even)]
    points += [('"%s" is refused' % t, refused(fuzz, t))
               for t in ('0/3', '4/3', '3', 'x/2', '1/%d' % fuzz.SHARES)]
    print('1..%d' % len(points))
    for i, (text, fine) in enumerate(points):
        print('%sok %d - %s' % ('' if fine else 'not ', i + 1, text))
    return not all(fine for _, fine in points)


if __name__ == '__main__':
    sys.exit(main())
