#ifndef C_CHAT_ASSETS_H
#define C_CHAT_ASSETS_H

#include <stddef.h>

/* A file of the chat page, embedded in the program. */
struct chat_asset {
    const char *name;
    const unsigned char *bytes;
    size_t size;
};

/* The files in the order of their names. They are never released. */
const struct chat_asset *chat_assets(void);
size_t chat_asset_count(void);

#endif
