# SPDX-License-Identifier: GPL-2.0-or-later
"""What of piglit's does not pass by no fault of the card's, with the reason;
docs/piglit.rst has them with their sources."""

import re

NV30 = ['nv30', 'nv34', 'nv35']
LATE = NV30 + ['nv40']

# A pattern of "GROUP NAME", cards, the reason.
KNOWN = [
]


def reason(result, chip):
    """'' if none is known."""
    name = '%s %s' % (result.group, result.name)
    for pattern, chips, why in KNOWN:
        if chip in chips and re.search(pattern, name):
            return why
    return ''
