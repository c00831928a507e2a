/* Written by a test: UPDATE_GOLDEN=1 adds files that are new in StudioPage/Assets. */
#include "CStudioAssets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../StudioPage/Assets/background.js"
};
static const unsigned char file_1[] = {
#embed "../StudioPage/Assets/difference.js"
};
static const unsigned char file_2[] = {
#embed "../StudioPage/Assets/documents.js"
};
static const unsigned char file_3[] = {
#embed "../StudioPage/Assets/drawer.js"
};
static const unsigned char file_4[] = {
#embed "../StudioPage/Assets/editor.js"
};
static const unsigned char file_5[] = {
#embed "../StudioPage/Assets/findings.js"
};
static const unsigned char file_6[] = {
#embed "../StudioPage/Assets/language.js"
};
static const unsigned char file_7[] = {
#embed "../StudioPage/Assets/licences.txt"
};
static const unsigned char file_8[] = {
#embed "../StudioPage/Assets/map.js"
};
static const unsigned char file_9[] = {
#embed "../StudioPage/Assets/phones.js"
};
static const unsigned char file_10[] = {
#embed "../StudioPage/Assets/plain.js"
};
static const unsigned char file_11[] = {
#embed "../StudioPage/Assets/positions.js"
};
static const unsigned char file_12[] = {
#embed "../StudioPage/Assets/publish.css"
};
static const unsigned char file_13[] = {
#embed "../StudioPage/Assets/publish.html"
};
static const unsigned char file_14[] = {
#embed "../StudioPage/Assets/publish.js"
};
static const unsigned char file_15[] = {
#embed "../StudioPage/Assets/sentences.js"
};
static const unsigned char file_16[] = {
#embed "../StudioPage/Assets/server.js"
};
static const unsigned char file_17[] = {
#embed "../StudioPage/Assets/starting.js"
};
static const unsigned char file_18[] = {
#embed "../StudioPage/Assets/studio.css"
};
static const unsigned char file_19[] = {
#embed "../StudioPage/Assets/studio.html"
};
static const unsigned char file_20[] = {
#embed "../StudioPage/Assets/studio.js"
};
static const unsigned char file_21[] = {
#embed "../StudioPage/Assets/tests.js"
};
static const unsigned char file_22[] = {
#embed "../StudioPage/Assets/texts.js"
};
static const unsigned char file_23[] = {
#embed "../StudioPage/Assets/traffic.js"
};
static const unsigned char file_24[] = {
#embed "../StudioPage/Assets/wire.js"
};
static const unsigned char file_25[] = {
#embed "../StudioPage/Assets/words.js"
};

/* What .ci/fetch-editor fetches before a build. */
#if __has_embed("../StudioPage/Assets/fetched/codemirror.js")
static const unsigned char fetched_0[] = {
#embed "../StudioPage/Assets/fetched/bundle-licence.txt"
};
static const unsigned char fetched_1[] = {
#embed "../StudioPage/Assets/fetched/codemirror-core.js"
};
static const unsigned char fetched_2[] = {
#embed "../StudioPage/Assets/fetched/codemirror.js"
};
#endif

static const struct studio_asset files[] = {
    {"background.js", file_0, sizeof file_0},
    {"difference.js", file_1, sizeof file_1},
    {"documents.js", file_2, sizeof file_2},
    {"drawer.js", file_3, sizeof file_3},
    {"editor.js", file_4, sizeof file_4},
    {"findings.js", file_5, sizeof file_5},
    {"language.js", file_6, sizeof file_6},
    {"licences.txt", file_7, sizeof file_7},
    {"map.js", file_8, sizeof file_8},
    {"phones.js", file_9, sizeof file_9},
    {"plain.js", file_10, sizeof file_10},
    {"positions.js", file_11, sizeof file_11},
    {"publish.css", file_12, sizeof file_12},
    {"publish.html", file_13, sizeof file_13},
    {"publish.js", file_14, sizeof file_14},
    {"sentences.js", file_15, sizeof file_15},
    {"server.js", file_16, sizeof file_16},
    {"starting.js", file_17, sizeof file_17},
    {"studio.css", file_18, sizeof file_18},
    {"studio.html", file_19, sizeof file_19},
    {"studio.js", file_20, sizeof file_20},
    {"tests.js", file_21, sizeof file_21},
    {"texts.js", file_22, sizeof file_22},
    {"traffic.js", file_23, sizeof file_23},
    {"wire.js", file_24, sizeof file_24},
    {"words.js", file_25, sizeof file_25},
#if __has_embed("../StudioPage/Assets/fetched/codemirror.js")
    {"bundle-licence.txt", fetched_0, sizeof fetched_0},
    {"codemirror-core.js", fetched_1, sizeof fetched_1},
    {"codemirror.js", fetched_2, sizeof fetched_2},
#endif
};

const struct studio_asset *studio_assets(void) { return files; }

size_t studio_asset_count(void) { return sizeof files / sizeof files[0]; }
