/* The part of ICU's data that Usher needs, in place of the whole that Foundation brings. `.ci/icu-data` makes it for
   programs that contain Foundation; without it, and in debug builds, the whole is used. */
#include "CICUData.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#if !defined(DEBUG) && __has_embed("made/data")
#include "made/name.h"

_Alignas(16) const unsigned char ICU_DATA[] = {
#embed "made/data"
};
#endif
