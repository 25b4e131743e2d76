/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every kind of line that a card says of its guest: name, what it is told as,
 * and the words a line begins with.  Sorted by unit.
 *
 * GUEST_ERROR: what the hardware refuses or what makes no sense to it.
 * UNIMP: what hardware does and this card does not.
 */
#define NV_ERROR_ROWS(X) \
    /* pgraph: NSOURCE and INTR, see raised[] in pgraph/errors.c */ \
    X(VALUE, GUEST_ERROR, "invalid value") \
    X(WARNING, GUEST_ERROR, "refused value") \
    X(METHOD, GUEST_ERROR, "illegal method") \
    X(OBJECT_CLASS, GUEST_ERROR, "object of a wrong class") \
    X(OBJECT_BOUNDS, GUEST_ERROR, "object with wrong bounds") \
    X(NOTIFY_IN_USE, GUEST_ERROR, "notifier in use") \
    X(NOTIFY_TWICE, GUEST_ERROR, "notification asked for twice") \
    X(STATE, GUEST_ERROR, "invalid state") \
    X(METHODS_MISSING, GUEST_ERROR, "methods missing before") \
    X(RANGE, GUEST_ERROR, "coordinate out of range") \
    X(READ_FAULT, GUEST_ERROR, "read fault") \
    X(WRITE_FAULT, GUEST_ERROR, "write fault") \
    X(INSIDE, GUEST_ERROR, "method between BEGIN and END") \
    X(BUSY, GUEST_ERROR, "method while busy") \
    X(SOFTWARE, GUEST_ERROR, "method left to software") \
    X(OWNER, GUEST_ERROR, "3D state of another owner") \
    X(VERTEX_OBJECT, GUEST_ERROR, "vertex object without access") \
    X(SWITCH, GUEST_ERROR, "channel switch left to software") \
    /* pgraph: no interrupt comes of these */ \
    X(LATCHED, GUEST_ERROR, "method while another waits") \
    X(REPORT, GUEST_ERROR, "no memory for a report") \
    X(IMAGE, GUEST_ERROR, "no memory for a context image") \
    X(OUTSIDE, GUEST_ERROR, "method outside BEGIN and END") \
    X(PIPE, GUEST_ERROR, "PIPE access") \
    X(CLASS, UNIMP, "class without a model") \
    X(METHOD_UNIMP, UNIMP, "method without a model") \
    X(WINDOW, UNIMP, "RDI or PIPE write without a model") \
    X(REGISTER, UNIMP, "unknown register") \
    /* card */ \
    X(TILE, UNIMP, "tiled region without a model") \
    /* twod */ \
    X(NO_SURFACE, GUEST_ERROR, "2D drawing without memory") \
    /* idx */ \
    X(VERTEX_DATA, GUEST_ERROR, "vertex data") \
    X(VERTEX_FETCH, GUEST_ERROR, "vertex array fault") \
    X(INDEX_FETCH, GUEST_ERROR, "index list fault") \
    /* xf */ \
    X(XF_COMMAND, UNIMP, "XF command without a model") \
    X(XF_PROGRAM, GUEST_ERROR, "vertex program") \
    X(XF_OPERATION, UNIMP, "vertex program operation") \
    X(LIGHTING, GUEST_ERROR, "lighting") \
    /* raster */ \
    X(TARGET, GUEST_ERROR, "drawing without a surface") \
    X(TEXTURE, GUEST_ERROR, "texture that cannot be read") \
    X(TEXTURE_UNIMP, UNIMP, "texture without a model") \
    X(SHADER, UNIMP, "texture shader operation") \
    X(FRAGMENT_PROGRAM, GUEST_ERROR, "fragment program") \
    X(RECORDING, UNIMP, "recording") \
    /* pfifo */ \
    X(PUSH, GUEST_ERROR, "push buffer") \
    X(HANDLE, GUEST_ERROR, "handle that is in no table") \
    X(ENGINE, GUEST_ERROR, "method for another engine") \
    X(SEMAPHORE, GUEST_ERROR, "semaphore") \
    X(RUNOUT, GUEST_ERROR, "USER write refused") \
    X(CHANNEL, GUEST_ERROR, "channel that does not exist") \
    /* card */ \
    X(PART, GUEST_ERROR, "part of a register")
