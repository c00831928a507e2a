/* Written by a test: UPDATE_GOLDEN=1 adds files that are new in AccountPage/Assets. */
#include "CAccountAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../AccountPage/Assets/account-words.js"
};
static const unsigned char file_1[] = {
#embed "../AccountPage/Assets/account.css"
};
static const unsigned char file_2[] = {
#embed "../AccountPage/Assets/account.html"
};
static const unsigned char file_3[] = {
#embed "../AccountPage/Assets/account.js"
};
static const unsigned char file_4[] = {
#embed "../AccountPage/Assets/signed-out.js"
};

static const struct account_asset files[] = {
    {"account-words.js", file_0, sizeof file_0},
    {"account.css", file_1, sizeof file_1},
    {"account.html", file_2, sizeof file_2},
    {"account.js", file_3, sizeof file_3},
    {"signed-out.js", file_4, sizeof file_4},
};

const struct account_asset *account_assets(void) { return files; }

size_t account_asset_count(void) { return sizeof files / sizeof files[0]; }
