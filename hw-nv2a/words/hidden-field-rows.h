/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Other views of words whose fields words/bundle-field-rows.h and
 * words/register-field-rows.h name: several fields as one, a part of one, an
 * array of them.  Rows have the same shape; they have ids and places, but are
 * not printed, since the fields that are would come twice.
 */
#ifndef NV_WORDS_HIDDEN_FIELD_ROWS_H
#define NV_WORDS_HIDDEN_FIELD_ROWS_H

#define NV_HIDDEN_BUNDLE_FIELD_ROWS(X, ALSO) \
    /* raster */ \
    /* idx, vtx, xf */ \
    /* pgraph: methods */ \
    /* pgraph: core and 3D classes */ \
    /* pgraph: 2D and Direct3D */

#define NV_HIDDEN_REGISTER_FIELD_ROWS(X, ALSO) \
    /* idx, vtx, xf */ \
    /* pgraph: methods */ \
    /* pgraph: core and 3D classes */ \
    /* pgraph: 2D and Direct3D */

/*
 * Fields that lie in another word on some chips, where they have a name of
 * their own: X(word, name, chips, word and name there).
 */
#define NV_FIELD_MOVES(X)

#endif
