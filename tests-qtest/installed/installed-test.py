#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What others get: the build is installed into a folder of its own and used
from there.  Manual pages render, completion completes, programs that were
compiled with what pkg-config says run, the library has no other names than
those of its map, nv2a-qemu finds its plugin.  Results are TAP points.

Usage: installed-test.py BUILDDIR
"""

import fnmatch
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
TOOLS = ('nv-cap', 'nv-fatx', 'nv-png', 'nv-record', 'nv-state', 'nv-xbe',
         'nv-xf')
EXAMPLES = {
    'transform': '12 20 30 2\n10 22 30 2\n10 20 32 2\n',
    'card': 'PMC_BOOT_0 020200a5\nPRAMIN[0] 12345678\n',
}


class Skip(Exception):
    pass


def run(*words, **kwargs):
    done = subprocess.run(words, stdin=subprocess.DEVNULL, timeout=120,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          universal_newlines=True, **kwargs)
    if done.returncode:
        raise AssertionError('%s: status %d: %s' % (
            ' '.join(words), done.returncode, done.stdout[-2000:]))
    return done.stdout


def expect(ok, text):
    if not ok:
        raise AssertionError(text)


class Installed:
    def __init__(self, build, folder):
        run('meson', 'install', '-C', build, '--no-rebuild', '--quiet',
            '--destdir', folder)
        found = glob.glob(folder + '/**/pkgconfig/nv2a.pc', recursive=True)
        expect(len(found) == 1, 'nv2a.pc: %s' % found)
        self.folder = folder
        self.libraries = os.path.dirname(os.path.dirname(found[0]))
        with open(found[0]) as f:
            text = f.read()
        prefix = re.search(r'^prefix=(.*)$', text, re.M).group(1)
        self.prefix = folder + prefix
        with open(found[0], 'w') as f:
            f.write(text.replace('prefix=' + prefix, 'prefix=' + self.prefix))
        self.env = dict(os.environ, PKG_CONFIG_PATH=os.path.dirname(found[0]),
                        LD_LIBRARY_PATH=self.libraries,
                        PATH=self.prefix + '/bin:' + os.environ['PATH'])
        self.env.pop('NV2A_PLUGIN', None)


def tools(at):
    for name in TOOLS:
        said = run(at.prefix + '/bin/' + name, '--version', env=at.env)
        expect(re.fullmatch(name + r' \d+\.\d+\n', said), said)


def plugin(at):
    if not glob.glob(at.libraries + '/nv2a/nv2a.so'):
        raise Skip('built without QEMU')
    said = run(at.prefix + '/bin/nv2a-qemu', '--version', env=at.env)
    expect(re.match(r'nv2a.so \d+\.\d+ for QEMU \d+\.\d+\n', said), said)


def demo(at):
    if not glob.glob(at.libraries + '/nv2a/nv2a.so'):
        raise Skip('built without QEMU')
    if not os.path.exists(at.prefix + '/share/nv2a/guest.elf'):
        raise Skip('the compiler makes no i386 programs')
    # QEMU's status is the guest's, times two and one.
    done = subprocess.run(
        [at.prefix + '/bin/nv2a-qemu', '--demo=nv25', '-display', 'none',
         '-serial', 'stdio', '-append', 'scenes=a exit=1', '-nodefaults',
         '-device', 'isa-debug-exit,iobase=0xf4,iosize=4'], env=at.env,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=200,
        universal_newlines=True)
    expect('SCENE a' in done.stdout and 'FAIL' not in done.stdout and
           'PASS' in done.stdout, done.stdout[-1000:])


FAKE = """#!/bin/sh
if [ "$1" = --version ]; then
    echo "QEMU emulator version %s.3 (Debian)"
else
    echo "$@"
fi
"""


def messages(at):
    """What QEMU says in words of its own, nv2a-qemu says before it."""
    found = glob.glob(at.libraries + '/nv2a/nv2a.so')
    if not found:
        raise Skip('built without QEMU')
    with open(found[0], 'rb') as f:
        built = re.search(rb'nv2a-built-for-qemu=([\d.]+)', f.read())
    fake = os.path.join(at.folder, 'qemu')
    env = {k: v for k, v in at.env.items()
           if k not in ('DISPLAY', 'WAYLAND_DISPLAY')}
    env['NV2A_QEMU'] = fake
    command = [at.prefix + '/bin/nv2a-qemu', '-device', 'nv20']

    def say(version, *more, **variables):
        with open(fake, 'w') as f:
            f.write(FAKE % version)
        os.chmod(fake, 0o755)
        return subprocess.run(command + list(more), env=dict(env, **variables),
                              stdin=subprocess.DEVNULL, timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              universal_newlines=True)

    series = built.group(1).decode()
    done = say('99.1')
    expect(done.returncode == 1 and not done.stdout and
           re.search('was built for QEMU %s, and .* is 99.1: run make'
                     % re.escape(series), done.stderr), done.stderr)
    done = say(series)
    expect('no window system' in done.stderr and '-vnc' in done.stdout,
           done.stderr)
    for more, variables in ((('-display', 'none'), {}),
                            ((), {'DISPLAY': ':0'})):
        done = say(series, *more, **variables)
        expect(not done.stderr and '-vnc' not in done.stdout and
               '-plugin' in done.stdout, done.stderr)


def complaints(at):
    """QEMU's own words, as docs/nv2a.rst has them in "When QEMU complains"."""
    qemu = shutil.which(at.env.get('NV2A_QEMU', 'qemu-system-i386'))
    if not qemu:
        raise Skip('no QEMU here')
    with open(ROOT + '/docs/nv2a.rst') as f:
        page = f.read()
    for words in (('-plugin', 'nv2a.so'), ('-device', 'nv20')):
        done = subprocess.run((qemu, '-display', 'none') + words, timeout=60,
                              cwd=at.folder, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              universal_newlines=True)
        told = [t for t in re.findall(r'^``(.*)``$', page, re.M)
                if t in done.stdout]
        expect(done.returncode and len(told) == 1, done.stdout)


def manuals(at):
    pages = glob.glob(at.prefix + '/share/man/man1/*.1')
    if not pages:
        raise Skip('docutils is not there')
    names = {os.path.basename(p)[:-2] for p in pages}
    expect(names == set(TOOLS) | {'nv2a-qemu'}, sorted(names))
    for path in pages:
        with open(path) as f:
            text = f.read()
        # "NAME \- what": what makes a page be found.
        expect(re.search(r'^\.SH NAME\n\S.* \\- \S.*$', text, re.M), path)
        expect('System Message' not in text, path)
        if shutil.which('groff'):
            # As man has it: tables, and one long page.
            done = subprocess.run(
                ('groff', '-t', '-man', '-rcR=1', '-rLL=78n', '-Tutf8', '-ww',
                 path), stdin=subprocess.DEVNULL, timeout=60,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                universal_newlines=True)
            expect(not done.returncode and not done.stderr, done.stderr)


def completion(at):
    script = at.prefix + '/share/bash-completion/completions/nv-xf'
    cases = (('nv-xf a', {'arith', 'asm'}), ('nv-xf run --th', {'--threads'}),
             ('nv-xf --v', {'--version'}))
    for line, want in cases:
        words = line.split()
        said = run('bash', '-c', 'source "$0"; COMP_WORDS=("$@"); '
                   'COMP_CWORD=$(($# - 1)); _nv2a_tool; '
                   'printf "%s\\n" "${COMPREPLY[@]}"', script, *words,
                   env=at.env)
        expect(set(said.split()) == want, '%s: %s' % (line, said))


def names(at):
    with open(ROOT + '/hw-nv2a/nv2a.map') as f:
        text = f.read()
    promised = re.findall(r'^    (nv_\S+);$', text, re.M)
    said = run('nm', '-D', '--defined-only', at.libraries + '/libnv2a.so')
    given = {line.split()[-1].partition('@')[0] for line in said.splitlines()}
    given.discard('NV2A_0')
    for name in given:
        expect(any(fnmatch.fnmatch(name, p) for p in promised), name)
    headers = ''
    for path in glob.glob(at.prefix + '/include/nv2a/*.h'):
        with open(path) as f:
            headers += f.read()
    functions = set(re.findall(r'\b(nv_(?:card|xf|trace)_\w+)\(', headers))
    functions = {f for f in functions if not f.endswith('_error_quark')}
    expect(functions <= given, sorted(functions - given))
    said = run('nm', '-D', '--defined-only',
               at.libraries + '/nv2a/nv2a.so') if glob.glob(
                   at.libraries + '/nv2a/nv2a.so') else ''
    expect('nv_card' not in said, said)


def example(at, name, expected):
    flags = run('pkg-config', '--cflags', '--libs', 'nv2a', env=at.env).split()
    program = os.path.join(at.folder, name)
    run(os.environ.get('NV2A_CC', 'cc'), '-std=c11', '-Wall', '-Wextra',
        '-Werror', '-o', program,
        os.path.join(ROOT, 'docs/examples', name + '.c'), *flags, env=at.env)
    said = run(program, env=at.env)
    expect(said == expected, said)


def main():
    points = [(f.__name__, f) for f in (tools, plugin, demo, messages, complaints,
                                        manuals, completion, names)]
    points += [('example-' + n, lambda at, n=n: example(at, n, EXAMPLES[n]))
               for n in EXAMPLES]
    print('1..%d' % len(points))
    bad = 0
    with tempfile.TemporaryDirectory(prefix='nv2a-') as folder:
        at = Installed(sys.argv[1], folder)
        for i, (name, point) in enumerate(points, 1):
            try:
                point(at)
            except Skip as why:
                print('ok %d %s # SKIP %s' % (i, name, why))
            except (AssertionError, OSError) as why:
                print('not ok %d %s' % (i, name))
                print('# ' + str(why).replace('\n', '\n# '))
                bad += 1
            else:
                print('ok %d %s' % (i, name))
    return bad != 0


if __name__ == '__main__':
    sys.exit(main())
