#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs tests of piglit's, Debian's package, on the card and with software Mesa
of the same Debian.

  scripts/check-guest-piglit.py nv34 nv40
  scripts/check-guest-piglit.py --tests 'gl-1.4|texwrap' nv40
  scripts/check-guest-piglit.py --list

The list is scripts/piglit-tests.txt: programs of piglit's, and files for its
shader_runner.  Software Mesa runs them first; what it passes runs in a guest
where nouveau drives the card, and counts as supported unless the driver skips
it.  At least 97 % of these must pass.  Fails with a reason that is the driver's
(scripts/piglit_known.py; docs/piglit.rst explains them) are named, and still
count as fails.

Results are kept as they come, in the folder of --results: software/results.txt
and CHIP/results.txt with lines OUTCOME, SECONDS, GROUP and NAME between tabs,
and a log of each test that does not pass, with what the card said.  What runs
out of time is run once more, behind all others in a new guest.  --resume
runs only those that have no result there; software Mesa always does so unless
--fresh is given.  Under TCG the list takes half an hour and more for each card.
"""

import argparse
import os
import re
import shutil
import sys
import tempfile
import time

import debian_guest
import piglit_known
import piglit_tests
from debian_guest import Tap, guest_of
from guest_opengl import SHARED, Card, add_options, read, software_shell
from machine import Trouble
from piglit_tests import GOOD, OUTCOMES, PACKAGES, Result

HERE = os.path.dirname(os.path.abspath(__file__))
SHARE = 0.97
BOOTS = 6                       # after which a guest that ends is given up


class Results:
    """What tests came to, in a folder, written as it comes."""

    def __init__(self, folder, fresh):
        self.folder = folder
        self.path = os.path.join(folder, 'results.txt')
        if fresh:
            shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder, exist_ok=True)
        self.of = {}
        for line in read(self.path).splitlines():
            word, seconds, group, name = line.split('\t')
            self.of[group, name] = Result(group, name, word, float(seconds))

    def add(self, result, said=''):
        self.of[result.group, result.name] = result
        with open(self.path, 'a') as f:
            f.write('%s\t%.1f\t%s\t%s\n' % (
                result.outcome, result.seconds, result.group, result.name))
        if result.outcome != 'pass':
            name = re.sub(r'\W+', '-', '%s %s' % (result.group, result.name))
            with open(os.path.join(self.folder, name + '.log'), 'w') as f:
                f.write(said)

    def has(self, test):
        return (test.group, test.name) in self.of

    def late(self, test):
        return self.has(test) and self.of[test[:2]].outcome == 'timeout'

    def forget(self, tests):
        """What comes for them is the line that counts."""
        for test in tests:
            del self.of[test[:2]]


class Place:
    """Where tests run: a shell, and a folder that it shares."""

    def __init__(self, shell, shared, name, **environment):
        self.shell = shell
        self.folder = os.path.join(shared, name)
        os.makedirs(self.folder, exist_ok=True)
        with open(os.path.join(self.folder, 'environment'), 'w') as f:
            for item in dict(environment, DISPLAY=':0').items():
                f.write("export %s='%s'\n" % item)
        self.name = name

    def expand(self, pattern):
        """Files below piglit's folder."""
        out = self.shell.run('(cd %s && ls %s)' %
                             (piglit_tests.TESTS, pattern))
        return [line for line in out.splitlines() if '*' not in line]

    def run(self, test, seconds):
        """Its result, and what it said."""
        log = os.path.join(self.folder, 'test.log')
        if os.path.exists(log):
            os.remove(log)
        began = time.monotonic()
        command = test.command.replace("'", "'\\''")
        self.shell.run("sh %s/piglit-test test %d %s/%s '%s'" % (
            SHARED, seconds, SHARED, self.name, command), seconds + 60)
        said = read(log)
        return Result(test.group, test.name, piglit_tests.outcome(said),
                      time.monotonic() - began), said


class Progress:
    """A line every ten seconds."""

    def __init__(self, what, total):
        self.what = what
        self.total = total
        self.began = self.last = time.monotonic()

    def at(self, done, name):
        now = time.monotonic()
        if now - self.last < 10 and done < self.total:
            return
        self.last = now
        print('# %s: %d of %d after %.0f s, %s' % (
            self.what, done, self.total, now - self.began, name[:60]),
            flush=True)


def run_all(place, what, tests, results, seconds, extra=lambda: []):
    """Those without a result."""
    progress = Progress(what, len(tests))
    for done, test in enumerate(tests):
        if not results.has(test):
            result, said = place.run(test, seconds)
            results.add(result, said + '--- the card\n' +
                        '\n'.join(extra()) + '\n')
        progress.at(done + 1, test.name)


def software(args, chip, wanted):
    """Results of software Mesa, and all tests of the list."""
    shared = tempfile.mkdtemp(prefix='nv2a-piglit-')
    results = Results(os.path.join(args.results, 'software'), args.fresh)
    shell, close = software_shell(args, chip, PACKAGES, None, shared)
    if not shell:
        shutil.rmtree(shared)
        raise Trouble('software Mesa needs to run beside the guest')
    try:
        shutil.copy(os.path.join(HERE, 'piglit-test'), shared)
        place = Place(shell, shared, 'software', LIBGL_ALWAYS_SOFTWARE=1)
        tests = list(piglit_tests.tests(place.expand, wanted))
        run_all(place, 'software Mesa', tests, results, args.seconds)
    finally:
        close()
        shutil.rmtree(shared, ignore_errors=True)
    return results, tests


def boot(args, chip, shared):
    shutil.copy(os.path.join(HERE, 'piglit-test'), shared)
    card = Card(args, chip, PACKAGES, shared)
    return card, Place(card.guest, shared, 'card')


def lose(tests, results, trouble):
    """What the guest ended at: the first test without a result."""
    for test in tests:
        if not results.has(test):
            results.add(Result(test.group, test.name, 'lost', 0), str(trouble))
            print('# %s %s: %s' % (test.group, test.name, trouble), flush=True)
            return


def in_guests(args, chip, tests, results):
    """Those without a result; a guest that ends is started again."""
    for _ in range(BOOTS):
        todo = [test for test in tests if not results.has(test)]
        if not todo:
            break
        shared = tempfile.mkdtemp(prefix='nv2a-piglit-')
        card = None
        try:
            card, place = boot(args, chip, shared)
            run_all(place, chip, todo, results, args.seconds, card.said)
        except Trouble as trouble:
            lose(todo, results, trouble)
        finally:
            if card:
                card.guest.close()
            shutil.rmtree(shared, ignore_errors=True)


def on_card(args, chip, tests):
    results = Results(os.path.join(args.results, chip), not args.resume)
    in_guests(args, chip, tests, results)
    late = [test for test in tests if results.late(test)]
    if late:
        print('# %s: %d ran out of time, once more' % (chip, len(late)))
        results.forget(late)
        in_guests(args, chip, late, results)
    return results


def counts(results):
    found = dict.fromkeys(OUTCOMES, 0)
    for result in results:
        found[result.outcome] = found.get(result.outcome, 0) + 1
    return found


def table(rows):
    """Counts of each place, and the share of what is supported."""
    lines = ['%-10s' % '' + ''.join('%9s' % word for word in OUTCOMES) +
             '    share']
    for name, found in rows:
        good = sum(found[word] for word in GOOD)
        tried = sum(found.values()) - found['skip']
        lines.append('%-10s' % name + ''.join(
            '%9d' % found[word] for word in OUTCOMES) +
            '%7.1f %%' % (100 * good / max(1, tried)))
    return lines


def judge(tap, chip, results):
    """A point for each group, and one for the share."""
    by = {}
    for result in results:
        by.setdefault(result.group, []).append(result)
    for group, found in by.items():
        tried = [r for r in found if r.outcome != 'skip']
        bad = [r for r in tried if r.outcome not in GOOD]
        reasons = [piglit_known.reason(r, chip) for r in bad]
        text = '%s %s: %d of %d' % (chip, group, len(tried) - len(bad),
                                    len(tried))
        why = '\n'.join('%s: %s%s' % (r.outcome, r.name, x and ': ' + x)
                        for r, x in zip(bad, reasons))
        tap.point(all(reasons), text, why)
    found = counts(results)
    good = sum(found[word] for word in GOOD)
    tried = len(results) - found['skip']
    tap.point(good >= SHARE * tried, '%s: %d of %d tests that software Mesa '
              'passes and the driver has' % (chip, good, tried))


def of_tests(tests, results):
    return [results.of[test[:2]] for test in tests if results.has(test)]


def check(args, wanted):
    reference, tests = software(args, args.chips[0], wanted)
    rows = [('software', counts(of_tests(tests, reference)))]
    tests = [test for test in tests
             if reference.of[test[:2]].outcome in GOOD]
    tap = Tap(len(args.chips) * (len({test.group for test in tests}) + 1))
    for chip in args.chips:
        found = of_tests(tests, on_card(args, chip, tests))
        rows.append((chip, counts(found)))
        judge(tap, chip, found)
    print('# ' + '\n# '.join(table(rows)))
    with open(os.path.join(args.results, 'table.txt'), 'w') as f:
        f.write('\n'.join(table(rows)) + '\n')
    print(tap.summary())
    return 1 if tap.failed else 0


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('chips', nargs='*', metavar='CHIP',
                        help='nv30, nv34, nv35, nv40')
    parser.add_argument('--tests', default='', metavar='REGEX',
                        help='those alone whose "GROUP NAME" has it')
    parser.add_argument('--list', action='store_true',
                        help='say what tests there are, and end')
    parser.add_argument('--results', metavar='FOLDER',
                        default='build/guest-piglit',
                        help='where results go (%(default)s)')
    parser.add_argument('--resume', action='store_true',
                        help='keep what cards have there')
    parser.add_argument('--fresh', action='store_true',
                        help='run software Mesa again, too')
    parser.add_argument('--seconds', type=int, default=60,
                        help='for each test (%(default)s)')
    add_options(parser)
    return parser.parse_args()


def main():
    args = arguments()
    if args.list:
        for group, lines in piglit_tests.groups().items():
            for line in lines:
                print('%-28s %s' % (group, line))
        return 0
    if not args.chips:
        raise SystemExit('check-guest-piglit: say which cards: nv34, nv40')
    if not guest_of(args, args.chips[0], PACKAGES):
        print('1..0 # SKIP %s' % debian_guest.NO_GUEST)
        return 0
    try:
        return check(args, re.compile(args.tests))
    except Trouble as trouble:
        raise SystemExit('check-guest-piglit: %s' % trouble) from None


if __name__ == '__main__':
    sys.exit(main())
