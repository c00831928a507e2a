#ifndef C_STUDIO_ASSETS_H
#define C_STUDIO_ASSETS_H

#include <stddef.h>

/* A file of the studio's page, embedded in the program. */
struct studio_asset {
    const char *name;
    const unsigned char *bytes;
    size_t size;
};

/* The files, our own in the order of their names and then those of the editor, if it was fetched before the build. They
   are never released. */
const struct studio_asset *studio_assets(void);
size_t studio_asset_count(void);

#endif
