#ifndef C_ACCOUNT_ASSETS_H
#define C_ACCOUNT_ASSETS_H

#include <stddef.h>

/* A file of the page on which operators sign in, embedded in the program. */
struct account_asset {
    const char *name;
    const unsigned char *bytes;
    size_t size;
};

/* The files in the order of their names. They are never released. */
const struct account_asset *account_assets(void);
size_t account_asset_count(void);

#endif
