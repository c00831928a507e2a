/* Written by a test: UPDATE_GOLDEN=1 adds files that are new in DeskPage/Assets. */
#include "CDeskAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../DeskPage/Assets/assignment.js"
};
static const unsigned char file_1[] = {
#embed "../DeskPage/Assets/conversation.js"
};
static const unsigned char file_2[] = {
#embed "../DeskPage/Assets/desk-words.js"
};
static const unsigned char file_3[] = {
#embed "../DeskPage/Assets/desk.css"
};
static const unsigned char file_4[] = {
#embed "../DeskPage/Assets/desk.html"
};
static const unsigned char file_5[] = {
#embed "../DeskPage/Assets/desk.js"
};
static const unsigned char file_6[] = {
#embed "../DeskPage/Assets/dialog.js"
};
static const unsigned char file_7[] = {
#embed "../DeskPage/Assets/inbox.js"
};
static const unsigned char file_8[] = {
#embed "../DeskPage/Assets/requests.js"
};
static const unsigned char file_9[] = {
#embed "../DeskPage/Assets/results.js"
};
static const unsigned char file_10[] = {
#embed "../DeskPage/Assets/sound.js"
};
static const unsigned char file_11[] = {
#embed "../DeskPage/Assets/tools.js"
};
static const unsigned char file_12[] = {
#embed "../DeskPage/Assets/transcript.js"
};

static const struct desk_asset files[] = {
    {"assignment.js", file_0, sizeof file_0},
    {"conversation.js", file_1, sizeof file_1},
    {"desk-words.js", file_2, sizeof file_2},
    {"desk.css", file_3, sizeof file_3},
    {"desk.html", file_4, sizeof file_4},
    {"desk.js", file_5, sizeof file_5},
    {"dialog.js", file_6, sizeof file_6},
    {"inbox.js", file_7, sizeof file_7},
    {"requests.js", file_8, sizeof file_8},
    {"results.js", file_9, sizeof file_9},
    {"sound.js", file_10, sizeof file_10},
    {"tools.js", file_11, sizeof file_11},
    {"transcript.js", file_12, sizeof file_12},
};

const struct desk_asset *desk_assets(void) { return files; }

size_t desk_asset_count(void) { return sizeof files / sizeof files[0]; }
