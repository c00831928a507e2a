#ifndef C_DESK_ASSETS_H
#define C_DESK_ASSETS_H

#include <stddef.h>

/* A file of the desk's page, embedded in the program. */
struct desk_asset {
    const char *name;
    const unsigned char *bytes;
    size_t size;
};

/* The files in the order of their names. They are never released. */
const struct desk_asset *desk_assets(void);
size_t desk_asset_count(void);

#endif
