# SPDX-License-Identifier: GPL-2.0-or-later
"""What of piglit's does not pass by no fault of the card's, with the reason;
docs/piglit.rst has them with their sources."""

import re

NV10 = ['nv15', 'nv17']     # on nv10 software Mesa draws
NV20 = ['nv20', 'nv25', 'nv2a']
EARLY = NV10 + NV20
NV30 = ['nv30', 'nv34', 'nv35']
CURIE = ['nv40']
LATE = NV30 + CURIE

LOOPS = 'loops: the driver takes their ends from labels that are not set'
DEPTH = ('the driver leaves the depth buffer out: swizzled, for its sides are '
         'powers of two, where the window is linear')
EDGES = 'the driver sends no edge flags'
NO_NUMBER = 'log2 0 times an exponent of 0 is NaN in the driver\'s program'
BORDER = 'the driver does not move a border along with a texture\'s channel'
SLICE = 'the driver draws into slices of a swizzled 3D texture as if 2D'
STIPPLE = 'the driver sends the pattern in another order than for Tesla'
EQUATIONS = 'the test wants an equation for alpha where none is offered'
NO_NPOT = 'the test wants sizes that are no powers of two, unasked'
ORIGIN = ('the driver\'s blit sends no origin, and that of a level of one texel '
          'is left')
BITS = 'the driver reads depth as 8 bits of 16'
LAST = ('a level of one texel of depth lands in the one before it: addresses '
        'of targets are multiples of 64')
STENCIL = 'the driver does not blit stencils'
SIZES = 'nobody switches POINT_PARAMETERS_ENABLE on'
EGL = 'the test wants contexts of OpenGL ES 3.2, unasked'

COND = 'the driver switches the condition off around what it blits'
ARRAYS = 'the test wants arrays of textures, unasked'
UB256 = 'the driver sends a type of arrays that cards refuse'
HALF = ('the driver reads depth of 24 bits as 16, and loses the absolute value '
        'that a second source asks for')
UNLIKE = 'the driver leaves out a depth buffer of 2 bytes beside 4 of colour'
FLOATS = 'the test wants depth of floats, unasked'
TYPES = 'the test asks for types of channels that come with ARB_texture_float'
STORAGE = 'the test wants another error of Mesa\'s for versions below 3.0'
NO_RECT = 'the driver sends DXT1, which has no unscaled kind, for a rectangle'
Z_RECT = 'the driver sends a swizzled format of depth for a rectangle'
SRGB = 'the test wants colours decoded before the filter, unlike the extension'

NO_PLANES = 'the driver sends no clip planes'
WINDOW = 'the driver lets the card draw in all of the window, not the viewport'
HITS = 'the driver has the card draw whatever the mode of rendering is'
SPANS = 'the driver maps textures of units that have none, for its software'
READ = 'the driver maps the buffer to read from where there is none'
ACCUM = 'the driver takes a buffer of its software\'s for one of the card\'s'
LONE = 'the driver clears stencil through a depth buffer that is not there'
APART = 'the driver takes stencil from the depth buffer alone'
BORDERS = 'the driver asserts sides that are powers of two, borders included'
PLACE = 'the driver copies to a texture\'s first texel, whatever the place'
FILTER = 'the driver makes room for levels by another filter than it draws with'
VOLUMES = 'the driver has no 3D textures: one texel is the largest'
LOD = 'the driver sends limits of the level without their fractions'
RESCALE = 'the driver sends normals as they are with GL_RESCALE_NORMAL'
EMISSION = 'the driver sends no emission between vertices'
TARGET = 'the driver leaves the colour format 0, with which cards do not draw'
FRONT = 'the driver gives the front buffer back before it is shown'
SINGLE = 'the driver draws into one colour buffer'
STENCILS = 'the driver leaves the stencil\'s mask to the clear, which has none'
PREVIOUS = 'the driver takes what the stage of a unit that is off left'
AT_INFINITY = 'the driver sends no position with a spot at infinity'
CONE = 'the driver\'s numbers for an exponent of 0 make the cosine itself'
TEXTURED = 'the driver draws pixels with its own texture, and no other'
FIVE_BITS = 'the test wants 8 bits of a format that the driver keeps in 5 and 6'
NO_BORDER = 'the driver sends no border colour'
ONE_SIDE = 'the driver lights the front side alone'
NO_DEPTH = 'the test asks for bits of depth that come with ARB_depth_texture'

# A pattern of "GROUP NAME", cards, the reason.
KNOWN = [
    (r'glsl-[fv]s-loop|glsl-fs-discard-04', CURIE, LOOPS),
    (r'glsl-fs-fragcoord-zw', CURIE, DEPTH),
    (r'edgeflag', EARLY + LATE, EDGES),
    (r'user-clip|clip-plane-transformation fixed$', EARLY, NO_PLANES),
    (r'triangle-guardband-viewport$', EARLY, WINDOW),
    (r'gl-1\.1 select |rendermode-feedback$', EARLY, HITS),
    (r'arb_texture_rectangle 1-1-linear-texture$', EARLY + NV30, NO_NPOT),
    (r'ext_packed_depth_stencil-depth-stencil-texture$', EARLY, STORAGE),
    (r'gl-1\.0-drawpixels-(color-index|stencil-test)$', EARLY, SPANS),
    (r'drawpix-z$|stencil-drawpixels$|gl-1\.1 draw-pixels$', EARLY, SPANS),
    (r'gl-1\.4 copy-pixels$|depth_stencil-readdrawpixels$', EARLY, SPANS),
    (r'fbo-depthstencil (draw|copy)pixels ', EARLY, READ),
    (r'clear-accum$', EARLY, ACCUM),
    (r'fbo-stencil ', NV20, LONE),
    (r'fbo-stencil (clear|readpixels|blit) ', NV10, APART),
    (r'fbo-stencil (draw|copy)pixels ', NV10, READ),
    (r'texwrap (2D GL_RGBA8 |GL_\w*s3tc )?bordercolor$', NV10, NO_BORDER),
    (r'two-sided-lighting', NV10, ONE_SIDE),
    (r'copyteximage-border$', EARLY, BORDERS),
    (r'copytexsubimage$|gl-1\.1 texsubimage$', EARLY, PLACE),
    (r'fbo-generatemipmap-filtering$|getteximage-formats$', EARLY, FILTER),
    (r'tex3d$|(copyteximage|texwrap) 3D|fbo-3d$', EARLY, VOLUMES),
    (r'texture-packed-formats$', EARLY, VOLUMES),
    (r'lodclamp-between', EARLY, LOD),
    (r'rescale-normal$', EARLY, RESCALE),
    (r'dlist-materials$', EARLY, EMISSION),
    (r'fbo-readpixels-depth-formats$|fbo-blit-d24s8$', EARLY, TARGET),
    (r'readpixels-24_8$|fbo-depthstencil readpixels ', EARLY, TARGET),
    (r'fbo-sys-(sub-)?blit$', EARLY, FRONT),
    (r'drawbuffer-modes$|fbo-blending-format-quirks$', EARLY, SINGLE),
    (r'masked-clear$', NV20, STENCILS),
    (r'tex-skipped-unit$|gen-nonzero-unit$', EARLY, PREVIOUS),
    (r'infinite-spot-light$', EARLY, AT_INFINITY),
    (r'gl-1\.0-spot-light$', NV20, CONE),
    (r'draw-pixel-with-texture$', EARLY, TEXTURED),
    (r'texsubimage-unpack$', EARLY, FIVE_BITS),
    (r'sized-texture-format-channels$', EARLY, NO_DEPTH),
    (r'gl-1\.0-spot-light$', LATE, NO_NUMBER),
    (r'gl-1\.1 texwrap bordercolor$', LATE, BORDER),
    (r'texwrap GL_(ARB_depth_texture|EXT_packed_depth_stencil) bordercolor$',
     LATE, BORDER),
    (r'nv_conditional_render-(blitframebuffer|copypixels)$', CURIE, COND),
    (r'pbo-getteximage$', LATE, ARRAYS),
    (r'gl-2\.0-vertexattribpointer$', CURIE, UB256),
    (r'cubemap-mismatch$', NV30, NO_NPOT),
    (r'fbo-cubemap$', CURIE, ORIGIN),
    (r'((copyteximage|getteximage-targets) 3D|fbo-3d)$', LATE, SLICE),
    (r'polygon-stipple', LATE, STIPPLE),
    (r'gl-1\.0-blend-func', EARLY + NV30, EQUATIONS),
    (r'texsubimage-depth-formats', NV30, NO_NPOT),
    (r'gl-1\.4 copy-pixels$', NV30, NO_NPOT),
    (r'point-attenuation$', NV30, SIZES),
    (r'fbo-depth (draw|copy)pixels GL_DEPTH_COMPONENT16$', LATE, BITS),
    (r'fbo-(clear|generatemipmap)-formats GL_(ARB_depth|EXT_packed_depth)',
     LATE, LAST),
    (r'fbo-stencil blit', LATE, STENCIL),
    (r'glsl-bug-110796$', LATE, EGL),
    (r'fbo-depth-sample-compare$', CURIE, HALF),
    (r'fbo-depth-tex1d GL_DEPTH_COMPONENT16$', LATE, UNLIKE),
    (r'texdepth$', CURIE, DEPTH),
    (r'fbo-pbo-readpixels-small$', LATE, FLOATS),
    (r'fbo-blending-formats$', LATE, TYPES),
    (r'ext_packed_depth_stencil-depth-stencil-texture$', LATE, STORAGE),
    (r'copyteximage RECT$', NV30, NO_RECT),
    (r'(tex|txp)-shadow2drect', NV30, Z_RECT),
    (r'texwrap GL_EXT_texture_sRGB( bordercolor)?$', LATE, SRGB),
]


def reason(result, chip):
    """'' if none is known."""
    name = '%s %s' % (result.group, result.name)
    for pattern, chips, why in KNOWN:
        if chip in chips and re.search(pattern, name):
            return why
    return ''
