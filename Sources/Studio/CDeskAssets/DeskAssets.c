/* Written by a test: UPDATE_GOLDEN=1 adds files that are new in DeskPage/Assets. */
#include "CDeskAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../DeskPage/Assets/conversation.js"
};
static const unsigned char file_1[] = {
#embed "../DeskPage/Assets/desk-words.js"
};
static const unsigned char file_2[] = {
#embed "../DeskPage/Assets/desk.css"
};
static const unsigned char file_3[] = {
#embed "../DeskPage/Assets/desk.html"
};
static const unsigned char file_4[] = {
#embed "../DeskPage/Assets/desk.js"
};
static const unsigned char file_5[] = {
#embed "../DeskPage/Assets/inbox.js"
};
static const unsigned char file_6[] = {
#embed "../DeskPage/Assets/requests.js"
};
static const unsigned char file_7[] = {
#embed "../DeskPage/Assets/results.js"
};
static const unsigned char file_8[] = {
#embed "../DeskPage/Assets/sound.js"
};
static const unsigned char file_9[] = {
#embed "../DeskPage/Assets/transcript.js"
};

static const struct desk_asset files[] = {
    {"conversation.js", file_0, sizeof file_0},
    {"desk-words.js", file_1, sizeof file_1},
    {"desk.css", file_2, sizeof file_2},
    {"desk.html", file_3, sizeof file_3},
    {"desk.js", file_4, sizeof file_4},
    {"inbox.js", file_5, sizeof file_5},
    {"requests.js", file_6, sizeof file_6},
    {"results.js", file_7, sizeof file_7},
    {"sound.js", file_8, sizeof file_8},
    {"transcript.js", file_9, sizeof file_9},
};

const struct desk_asset *desk_assets(void) { return files; }

size_t desk_asset_count(void) { return sizeof files / sizeof files[0]; }
