#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""TAP test: what `nv-cap report` writes is read by a real browser.

  report-test.py CAPTURE

A copy of the page gets a script that counts what the browser made of it: draws,
pictures that it could decode, funnels, programs.  Skipped without chromium.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

NV_CAP = os.path.join(os.environ['NV2A_BUILD'], 'nv-cap')
BROWSERS = ('chromium', 'chromium-browser', 'google-chrome')
TIMEOUT = 120
SHOWN = 5                       # pictures that are asked for
COUNT = '''<script>
const many = what => document.querySelectorAll(what).length;
const good = [...document.images].filter(i => i.complete && i.naturalWidth > 1);
const wide = document.documentElement.scrollWidth <= window.innerWidth;
document.body.textContent = `draws ${many('section[id]')} pictures ` +
    `${many('img')} decoded ${good.length} funnels ${many('pre.funnel')} ` +
    `folded ${many('details > summary')} title ${document.title} ` +
    `mode ${document.compatMode} fits ${wide}`;
</script></body>'''


def run(*command):
    return subprocess.run(command, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True, timeout=TIMEOUT, check=False).stdout


def read(browser, page, folder):
    """What stands on the page, after its scripts."""
    dom = run(browser, '--headless', '--no-sandbox', '--disable-gpu',
              '--disable-dev-shm-usage', '--no-first-run',
              '--user-data-dir=' + os.path.join(folder, 'profile'),
              '--dump-dom', 'file://' + page)
    found = re.search(r'<body[^>]*>(.*?)</body>', dom, re.S)
    return found.group(1).strip() if found else ''


def main():
    browser = next((b for b in BROWSERS if shutil.which(b)), None)
    if not browser:
        print('1..0 # SKIP there is no chromium')
        return 0
    capture, failed = sys.argv[1], 0
    draws = len(run(NV_CAP, 'list', capture).splitlines()) - 1
    with tempfile.TemporaryDirectory() as folder:
        page = os.path.join(folder, 'report.html')
        run(NV_CAP, 'report', '--pictures', str(SHOWN), capture, page)
        with open(page) as f:
            text = f.read()
        with open(page, 'w') as f:
            f.write(text.replace('</body>', COUNT))
        said = read(browser, page, folder)
    pictures = min(SHOWN, draws)
    for number, want in enumerate((
            'draws %d ' % draws,
            'pictures %d decoded %d ' % (pictures, pictures),
            'funnels %d ' % draws, 'title ' + os.path.basename(capture),
            'mode CSS1Compat', 'fits true'), 1):
        failed += want not in said
        print('%sok %d the browser sees: %s' %
              ('' if want in said else 'not ', number, want))
    if failed:
        print('# ' + said[:500])
    print('1..6')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
