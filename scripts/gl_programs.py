# SPDX-License-Identifier: GPL-2.0-or-later
"""The OpenGL programs that scripts/check-guest-gl.py runs, as one table."""

import re

from collections import namedtuple

# A name, the frame that is compared, the most seconds it may take on the card
# (TCG, a busy host), a shell command.
Program = namedtuple('Program', 'name frame seconds command')

# Debian's packages that have them, beside those of every guest, and what the
# script needs: a compiler for what is preloaded, a server for software Mesa.
PACKAGES = '''
gcc libc6-dev xvfb
glmark2-x11 xscreensaver-gl xscreensaver-gl-extra
gltron chromium-bsu billard-gl neverball neverputt extremetuxracer
openarena trackballs crack-attack stormbaancoureur
armagetronad briquolo criticalmass torus-trooper tumiki-fighters
parsec47 rrootage titanion mu-cade a7xpg val-and-rick brutalchess
dreamchess
'''.split()

SAVERS = '''
antinspect antspotlight atlantis atunnel blocktube boing bouncingcow cage
dangerball endgame engine extrusion flurry gears
gleidescope glhanoi glknots glmatrix glplanet glschool hypnowheel jigglypuff
klein lament lavalite menger mirrorblob moebius molecule morph3d pipes
polyhedra quasicrystal sballs sierpinski3d skytentacles sproingies
starwars stonerview superquadrics surfaces timetunnel tronbit voronoi
'''.split()

# These are black at first.
SLOW_SAVERS = ['flyingtoasters', 'queens']

# Of glmark2, which wants OpenGL 2.0.
SCENES = ['build', 'texture', 'shading:shading=phong',
          'bump:bump-render=normals', 'effect2d', 'pulsar', 'buffer',
          'jellyfish', 'conditionals', 'function', 'loop']

PROGRAMS = [
    Program('glxgears', 30, 60, 'glxgears -geometry 300x300'),
    Program('glxheads', 5, 60, 'glxheads'),
    Program('es2gears', 30, 60, 'es2gears_x11'),
    Program('es2tri', 1, 60, 'es2tri'),
] + [
    Program(name, 20, 90, name + ' -geometry 400x300') for name in SAVERS
] + [
    Program(name, 80, 120, name + ' -geometry 400x300') for name in SLOW_SAVERS
] + [
    Program('glmark2-' + name.split(':')[0], 5, 90,
            'glmark2 -s 400x300 -b %s:duration=100' % name)
    for name in SCENES
] + [
    Program('gltron', 20, 120, 'gltron -w'),
    Program('chromium-bsu', 20, 120, 'chromium-bsu -w -v 0'),
    Program('billard-gl', 20, 120, 'billard-gl'),
    Program('neverball', 20, 180, 'neverball'),
    Program('neverputt', 20, 180, 'neverputt'),
    Program('extremetuxracer', 20, 180, 'etr'),
    Program('openarena', 20, 240, 'openarena +set cl_renderer opengl1 '
            '+set r_mode 3 +set r_fullscreen 0'),
    Program('trackballs', 20, 120, 'trackballs -w'),
    Program('crack-attack', 20, 120, 'crack-attack --solo'),
    Program('stormbaancoureur', 20, 120, 'stormbaancoureur'),
    Program('armagetronad', 20, 120, 'armagetronad'),
    Program('briquolo', 20, 120, 'briquolo'),
    Program('criticalmass', 20, 120, 'critter'),
    Program('torus-trooper', 20, 120, 'torus-trooper -window'),
    Program('tumiki-fighters', 20, 120, 'tumiki-fighters -window'),
    Program('parsec47', 20, 120, 'parsec47 -window'),
    Program('rrootage', 20, 120, 'rrootage -window'),
    Program('titanion', 20, 120, 'titanion -window'),
    Program('mu-cade', 20, 120, 'mu-cade -window'),
    Program('a7xpg', 20, 120, 'a7xpg -window'),
    Program('val-and-rick', 20, 120, 'val-and-rick -window'),
    Program('brutalchess', 300, 240, 'brutalchess'),
    Program('dreamchess', 20, 120, 'dreamchess'),
]

# What is off by no fault of the card's: program, cards (or none: all), the most
# that may be off for it in hundredths (or None: it ends), reason.
NV20 = ['nv20', 'nv25']
NV30 = ['nv30', 'nv34', 'nv35']
LATE = NV30 + ['nv40']
NO_LENGTH = ('normals of length 0, which the driver\'s lighting program makes '
             'NaN of and software Mesa 0')
UNLIT = 'normals of length 0, dark on the chip and bright in software Mesa'
NO_ROOM = ('the driver writes a fence where it has no push buffer yet, address '
           '0 (read in nouveau_dri.so where it ended)')
SMOOTH = ('the driver smooths lines with the hint GL_NICEST alone, software '
          'Mesa all')
MATRIX = ('the driver looks at a texture\'s matrix when it changes, not when '
          'the texture is switched on')
SIDES = 'the driver leaves two sides on without lighting: the back is black'
NO_FBO = 'the program wants GL_ARB_framebuffer_object'
CORNERS = 'corners are cut to sixteenths (hw), software Mesa has 256ths'
QUADS = CORNERS + ' and cuts quads along the other diagonal'
LAYERS = 'a multiplied contrast of 17 layers, each rounded'
EDGES = 'edges through the middle of pixels'
TEXELS = 'the nearest texel to where four meet'
ANISOTROPY = ('eight samples along a pixel, where llvmpipe differs from softpipe, '
              'too')
STARS = 'the driver leaves POINT_PARAMETERS_ENABLE off: stars of one size'
KNOWN = [
    ('antinspect', NV20, 1, UNLIT),
    ('antinspect', LATE, 6, NO_LENGTH),
    ('antspotlight', NV20, 1, SMOOTH),
    ('antspotlight', LATE, 1, NO_LENGTH),
    ('blocktube', [], 1, QUADS),
    ('hypnowheel', [], 3, QUADS),
    ('klein', [], 2, CORNERS),
    ('lament', [], 1, CORNERS),
    ('stormbaancoureur', NV20, 1.5, EDGES),
    ('quasicrystal', [], 8, LAYERS),
    ('glmark2-conditionals', [], 1, CORNERS),
    ('glmark2-function', [], 1, CORNERS),
    ('glmark2-effect2d', [], 2, TEXELS),
    ('neverball', ['nv40'], 2, ANISOTROPY),
    ('neverball', NV30, 8, STARS),
    ('neverputt', LATE, 1, ANISOTROPY),
    ('mu-cade', LATE, 1, EDGES),
    ('a7xpg', NV20, 20, SMOOTH),
    ('mu-cade', NV20, 2, SMOOTH),
    ('parsec47', NV20, 8, SMOOTH),
    ('rrootage', NV20, 6, SMOOTH),
    ('titanion', NV20, 2, SMOOTH),
    ('torus-trooper', NV20, 6, SMOOTH),
    ('glplanet', NV20, 9, MATRIX),
    ('mirrorblob', NV20, 90, MATRIX),
    ('criticalmass', NV20, 90, SIDES),
    ('crack-attack', NV20, 1, 'the driver copies parts of a texture to its '
     'first texel'),
    ('neverball', NV20, None, 'the program calls glPointParameterfvARB, which it '
     'has not found: the driver is without ARB_point_parameters'),
    ('neverputt', NV20, None, 'the driver asserts that arrays are of floats or '
     'unsigned (get_hw_format)'),
    ('dreamchess', [], None, NO_FBO),
    ('es2gears', NV30, None, 'the driver has no OpenGL ES 2'),
    ('es2tri', NV30, None, 'the driver has no OpenGL ES 2'),
    ('extremetuxracer', LATE, None, NO_ROOM),
    ('stormbaancoureur', LATE, None, NO_ROOM),
    ('glmark2-loop', ['nv40'], 50, 'the driver\'s BRK jumps to before its loop, '
     'which never ends (traced)'),
]

# With these software Mesa hides no extensions: it would draw less, and the card
# does not (ARB_shader_subroutine and ARB_texture_cube_map_array together).
ALL_EXTENSIONS = [('criticalmass', LATE)]

# Debian 11, which these cards have, lacks it; their driver is without OpenGL
# 2.0 and OpenGL ES 2.
CLASSIC = ['nv10', 'nv15', 'nv17', 'nv20', 'nv25', 'nv2a']
NO_CLASSIC = 'glmark2-x11'


def packages(chip):
    return [name for name in PACKAGES
            if name != NO_CLASSIC or chip not in CLASSIC]


def runnable(programs, chip):
    """Those of them that the card's driver has the version for."""
    return [p for p in programs if chip not in CLASSIC or
            not re.match(r'glmark2|es2', p.name)]


def hides(name, chip):
    """Whether software Mesa hides the extensions that the driver lacks."""
    return not any(program == name and chip in chips
                   for program, chips in ALL_EXTENSIONS)


def known(name, chip, off):
    """The reason, if it is known, and is one for so large a part that is off;
    None: nothing was drawn."""
    for program, chips, most, reason in KNOWN:
        if program == name and (not chips or chip in chips) and \
                (off is None if most is None else
                 off is not None and off <= most / 100):
            return reason
    return ''
