/* Written by a test: UPDATE_GOLDEN=1 adds files that are new in ChatPage/Assets. */
#include "CChatAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../ChatPage/Assets/answers.js"
};
static const unsigned char file_1[] = {
#embed "../ChatPage/Assets/api.js"
};
static const unsigned char file_2[] = {
#embed "../ChatPage/Assets/calendar.js"
};
static const unsigned char file_3[] = {
#embed "../ChatPage/Assets/carousel.js"
};
static const unsigned char file_4[] = {
#embed "../ChatPage/Assets/composer.js"
};
static const unsigned char file_5[] = {
#embed "../ChatPage/Assets/content.js"
};
static const unsigned char file_6[] = {
#embed "../ChatPage/Assets/dom.js"
};
static const unsigned char file_7[] = {
#embed "../ChatPage/Assets/events.js"
};
static const unsigned char file_8[] = {
#embed "../ChatPage/Assets/forms.js"
};
static const unsigned char file_9[] = {
#embed "../ChatPage/Assets/history.js"
};
static const unsigned char file_10[] = {
#embed "../ChatPage/Assets/host.js"
};
static const unsigned char file_11[] = {
#embed "../ChatPage/Assets/main.js"
};
static const unsigned char file_12[] = {
#embed "../ChatPage/Assets/media.js"
};
static const unsigned char file_13[] = {
#embed "../ChatPage/Assets/messages.css"
};
static const unsigned char file_14[] = {
#embed "../ChatPage/Assets/notices.js"
};
static const unsigned char file_15[] = {
#embed "../ChatPage/Assets/numbers.js"
};
static const unsigned char file_16[] = {
#embed "../ChatPage/Assets/outbox.js"
};
static const unsigned char file_17[] = {
#embed "../ChatPage/Assets/page.css"
};
static const unsigned char file_18[] = {
#embed "../ChatPage/Assets/page.html"
};
static const unsigned char file_19[] = {
#embed "../ChatPage/Assets/status.js"
};
static const unsigned char file_20[] = {
#embed "../ChatPage/Assets/store.js"
};
static const unsigned char file_21[] = {
#embed "../ChatPage/Assets/upload.js"
};
static const unsigned char file_22[] = {
#embed "../ChatPage/Assets/widget.js"
};
static const unsigned char file_23[] = {
#embed "../ChatPage/Assets/words.js"
};

static const struct chat_asset files[] = {
    {"answers.js", file_0, sizeof file_0},
    {"api.js", file_1, sizeof file_1},
    {"calendar.js", file_2, sizeof file_2},
    {"carousel.js", file_3, sizeof file_3},
    {"composer.js", file_4, sizeof file_4},
    {"content.js", file_5, sizeof file_5},
    {"dom.js", file_6, sizeof file_6},
    {"events.js", file_7, sizeof file_7},
    {"forms.js", file_8, sizeof file_8},
    {"history.js", file_9, sizeof file_9},
    {"host.js", file_10, sizeof file_10},
    {"main.js", file_11, sizeof file_11},
    {"media.js", file_12, sizeof file_12},
    {"messages.css", file_13, sizeof file_13},
    {"notices.js", file_14, sizeof file_14},
    {"numbers.js", file_15, sizeof file_15},
    {"outbox.js", file_16, sizeof file_16},
    {"page.css", file_17, sizeof file_17},
    {"page.html", file_18, sizeof file_18},
    {"status.js", file_19, sizeof file_19},
    {"store.js", file_20, sizeof file_20},
    {"upload.js", file_21, sizeof file_21},
    {"widget.js", file_22, sizeof file_22},
    {"words.js", file_23, sizeof file_23},
};

const struct chat_asset *chat_assets(void) { return files; }

size_t chat_asset_count(void) { return sizeof files / sizeof files[0]; }
