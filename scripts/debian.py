# SPDX-License-Identifier: GPL-2.0-or-later
"""What apt is told on this machine, for private use: the same mirrors, for
sources of packages or for another release.  Nothing of the system's own
configuration is changed."""

import functools
import glob
import os
import re
import shutil
import subprocess
from typing import NamedTuple

POCKETS = ('', '-updates', '-security', '/updates', '-backports',
           '-proposed-updates')
ROLLING = ('stable', 'testing', 'unstable', 'sid', 'oldstable')
# What an entry says of keys, in both ways to write one.
KEYS = {'signed-by': 'Signed-By', 'trusted': 'Trusted'}
# Settings of the system's apt that others of its kind need as well.
SETTINGS = re.compile(r'Acquire::(?:https?|ftp|Check-|Retries)', re.I)


class Failure(Exception):
    pass


class Entry(NamedTuple):
    """One suite of one mirror, its component main."""
    uri: str
    suite: str
    keys: tuple = ()


def run(cmd, **kwargs):
    """Output of a command, or a Failure that carries its last words."""
    try:
        done = subprocess.run(cmd, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              universal_newlines=True, **kwargs)
    except FileNotFoundError:
        raise Failure('The command "%s" is missing.' % cmd[0])
    if done.returncode != 0:
        tail = (done.stderr.strip() or done.stdout.strip()).split('\n')[-1]
        raise Failure('"%s" failed: %s' % (' '.join(cmd[:2]), tail))
    return done.stdout


def codename():
    """'bookworm', or '' if the system does not say."""
    values = {}
    with open('/etc/os-release') as f:
        for line in f:
            key, _, value = line.strip().partition('=')
            values[key] = value.strip('"')
    return values.get('VERSION_CODENAME', '')


def from_one_line(text):
    """Entries of `deb [opts] uri suite comp...` lines."""
    for line in text.split('\n'):
        m = re.match(r'\s*deb\s+(?:\[([^]]*)\]\s+)?(\S+)\s+(\S+)\s+([^#]*)',
                     line)
        if not m or 'main' not in m.group(4).split():
            continue
        options = dict(o.split('=', 1) for o in (m.group(1) or '').split()
                       if '=' in o)
        yield Entry(m.group(2), m.group(3),
                    tuple((KEYS[k.lower()], v) for k, v in options.items()
                          if k.lower() in KEYS))


def fields_of(stanza):
    fields, last = {}, None
    for line in stanza.split('\n'):
        if line.startswith('#'):
            continue
        if line[:1] in (' ', '\t') and last:
            fields[last] += '\n' + line
        elif ':' in line:
            last, _, value = line.partition(':')
            last = last.strip().lower()
            fields[last] = value.strip()
    return fields


def from_deb822(text):
    """Entries of `Types: deb` stanzas."""
    for stanza in re.split(r'\n\s*\n', text):
        fields = fields_of(stanza)
        if ('deb' not in fields.get('types', '').split() or
                'main' not in fields.get('components', '').split() or
                fields.get('enabled', 'yes').lower() in ('no', 'false')):
            continue
        keys = tuple((KEYS[k], fields[k]) for k in KEYS if k in fields)
        for uri in fields.get('uris', '').split():
            for suite in fields.get('suites', '').split():
                yield Entry(uri, suite, keys)


def entries(etc='/etc/apt'):
    """What the machine's apt reads of component main."""
    found = []
    for path in [etc + '/sources.list'] + sorted(
            glob.glob(etc + '/sources.list.d/*')):
        if os.path.isfile(path) and path.endswith(('.list', '.sources')):
            with open(path, errors='replace') as f:
                read = from_one_line if path.endswith('.list') else from_deb822
                found += read(f.read())
    return list(dict.fromkeys(found))


def own(found, release):
    """Those of the distribution's release, and rolling ones."""
    return [e for e in found
            if e.suite.split('-')[0] in ROLLING or
            any(e.suite == release + pocket for pocket in POCKETS)]


def moved(found, release, suites):
    """The mirrors of the release itself, for other suites of theirs."""
    return [e._replace(suite=suite) for e in found
            if e.suite == release or e.suite in ROLLING for suite in suites]


def stanzas(kind, found):
    """Entries as apt and mmdebstrap read them; kind is deb or deb-src."""
    return '\n'.join('Types: %s\nURIs: %s\nSuites: %s\nComponents: main\n%s'
                     % (kind, e.uri, e.suite,
                        ''.join('%s: %s\n' % key for key in e.keys))
                     for e in dict.fromkeys(found))


def settings():
    """Proxies and the like, as lines of apt.conf."""
    text = run(['apt-config', 'dump'])
    return [line for line in text.split('\n') if SETTINGS.match(line)]


def private_apt(root, found, etc='/etc/apt'):
    """Make a private world of apt below @root, with sources of the packages
    of @found; returns its environment."""
    parts = os.path.join(root, 'sources.list.d')
    conf = os.path.join(root, 'apt.conf.d')
    shutil.rmtree(root, ignore_errors=True)
    for path in (parts, conf, os.path.join(root, 'lists/partial'),
                 os.path.join(root, 'cache/archives/partial')):
        os.makedirs(path)
    with open(os.path.join(parts, 'nv2a.sources'), 'w') as f:
        f.write(stanzas('deb-src', found))
    # The system's settings (proxies and so on) hold, its hooks do not run.
    for path in glob.glob(etc + '/apt.conf.d/*'):
        os.symlink(path, os.path.join(conf, os.path.basename(path)))
    with open(os.path.join(conf, 'zzzz-nv2a'), 'w') as f:
        f.write('#clear APT::Update::Post-Invoke;\n'
                '#clear APT::Update::Post-Invoke-Success;\n'
                '#clear APT::Update::Pre-Invoke;\n'
                'Dir::Etc::sourcelist "/dev/null";\n'
                'Dir::Etc::sourceparts "%s";\n'
                'Dir::State::lists "%s/lists";\n'
                'Dir::Cache "%s/cache";\n'
                'APT::Sandbox::User "root";\n'
                'Acquire::Languages "none";\n'
                'Acquire::Retries "3";\n' % (parts, root, root))
    first = os.path.join(root, 'apt.conf')
    with open(first, 'w') as f:
        f.write('Dir::Etc::parts "%s";\n' % conf)
    return dict(os.environ, APT_CONFIG=first, LC_ALL='C.UTF-8')


def compare(a, b):
    if a == b:
        return 0
    newer = subprocess.call(['dpkg', '--compare-versions', a, 'gt', b]) == 0
    return 1 if newer else -1


def newest_first(versions):
    return sorted(versions, key=functools.cmp_to_key(compare), reverse=True)


def cache():
    """The user's, ours below it."""
    return os.path.join(os.environ.get('XDG_CACHE_HOME') or
                        os.path.expanduser('~/.cache'), 'nv2a')
