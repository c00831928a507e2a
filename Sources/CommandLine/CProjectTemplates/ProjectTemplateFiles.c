/* Written by a test: UPDATE_GOLDEN=1 adds files that are new in ProjectTemplates/Templates. */
#include "CProjectTemplates.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../ProjectTemplates/Templates/barber/Config/actions.yaml"
};
static const unsigned char file_1[] = {
#embed "../ProjectTemplates/Templates/barber/Config/usher.yaml"
};
static const unsigned char file_2[] = {
#embed "../ProjectTemplates/Templates/barber/Flows/barber.de.transcript"
};
static const unsigned char file_3[] = {
#embed "../ProjectTemplates/Templates/barber/Flows/barber.de.yaml"
};
static const unsigned char file_4[] = {
#embed "../ProjectTemplates/Templates/barber/Flows/barber.transcript"
};
static const unsigned char file_5[] = {
#embed "../ProjectTemplates/Templates/barber/Flows/barber.yaml"
};
static const unsigned char file_6[] = {
#embed "../ProjectTemplates/Templates/barber/Flows/bot.de.yaml"
};
static const unsigned char file_7[] = {
#embed "../ProjectTemplates/Templates/barber/Flows/bot.yaml"
};
static const unsigned char file_8[] = {
#embed "../ProjectTemplates/Templates/barber/README.md"
};
static const unsigned char file_9[] = {
#embed "../ProjectTemplates/Templates/barber/editorconfig"
};
static const unsigned char file_10[] = {
#embed "../ProjectTemplates/Templates/barber/gitignore"
};
static const unsigned char file_11[] = {
#embed "../ProjectTemplates/Templates/barber/vscode/settings.json"
};
static const unsigned char file_12[] = {
#embed "../ProjectTemplates/Templates/clinic/Config/actions.yaml"
};
static const unsigned char file_13[] = {
#embed "../ProjectTemplates/Templates/clinic/Config/usher.yaml"
};
static const unsigned char file_14[] = {
#embed "../ProjectTemplates/Templates/clinic/Flows/bot.de.yaml"
};
static const unsigned char file_15[] = {
#embed "../ProjectTemplates/Templates/clinic/Flows/bot.yaml"
};
static const unsigned char file_16[] = {
#embed "../ProjectTemplates/Templates/clinic/Flows/clinic.de.transcript"
};
static const unsigned char file_17[] = {
#embed "../ProjectTemplates/Templates/clinic/Flows/clinic.de.yaml"
};
static const unsigned char file_18[] = {
#embed "../ProjectTemplates/Templates/clinic/Flows/clinic.transcript"
};
static const unsigned char file_19[] = {
#embed "../ProjectTemplates/Templates/clinic/Flows/clinic.yaml"
};
static const unsigned char file_20[] = {
#embed "../ProjectTemplates/Templates/clinic/Flows/sign-up.de.yaml"
};
static const unsigned char file_21[] = {
#embed "../ProjectTemplates/Templates/clinic/Flows/sign-up.yaml"
};
static const unsigned char file_22[] = {
#embed "../ProjectTemplates/Templates/clinic/README.md"
};
static const unsigned char file_23[] = {
#embed "../ProjectTemplates/Templates/clinic/editorconfig"
};
static const unsigned char file_24[] = {
#embed "../ProjectTemplates/Templates/clinic/gitignore"
};
static const unsigned char file_25[] = {
#embed "../ProjectTemplates/Templates/clinic/vscode/settings.json"
};
static const unsigned char file_26[] = {
#embed "../ProjectTemplates/Templates/empty/Config/usher.yaml"
};
static const unsigned char file_27[] = {
#embed "../ProjectTemplates/Templates/empty/Flows/bot.de.yaml"
};
static const unsigned char file_28[] = {
#embed "../ProjectTemplates/Templates/empty/Flows/bot.yaml"
};
static const unsigned char file_29[] = {
#embed "../ProjectTemplates/Templates/empty/Flows/hello.de.transcript"
};
static const unsigned char file_30[] = {
#embed "../ProjectTemplates/Templates/empty/Flows/hello.de.yaml"
};
static const unsigned char file_31[] = {
#embed "../ProjectTemplates/Templates/empty/Flows/hello.transcript"
};
static const unsigned char file_32[] = {
#embed "../ProjectTemplates/Templates/empty/Flows/hello.yaml"
};
static const unsigned char file_33[] = {
#embed "../ProjectTemplates/Templates/empty/README.md"
};
static const unsigned char file_34[] = {
#embed "../ProjectTemplates/Templates/empty/editorconfig"
};
static const unsigned char file_35[] = {
#embed "../ProjectTemplates/Templates/empty/gitignore"
};
static const unsigned char file_36[] = {
#embed "../ProjectTemplates/Templates/empty/vscode/settings.json"
};
static const unsigned char file_37[] = {
#embed "../ProjectTemplates/Templates/restaurant/Config/actions.yaml"
};
static const unsigned char file_38[] = {
#embed "../ProjectTemplates/Templates/restaurant/Config/usher.yaml"
};
static const unsigned char file_39[] = {
#embed "../ProjectTemplates/Templates/restaurant/Flows/bot.de.yaml"
};
static const unsigned char file_40[] = {
#embed "../ProjectTemplates/Templates/restaurant/Flows/bot.yaml"
};
static const unsigned char file_41[] = {
#embed "../ProjectTemplates/Templates/restaurant/Flows/images/chocolate-cake.png"
};
static const unsigned char file_42[] = {
#embed "../ProjectTemplates/Templates/restaurant/Flows/images/garden-salad.png"
};
static const unsigned char file_43[] = {
#embed "../ProjectTemplates/Templates/restaurant/Flows/images/mushroom-risotto.png"
};
static const unsigned char file_44[] = {
#embed "../ProjectTemplates/Templates/restaurant/Flows/images/sea-bream.png"
};
static const unsigned char file_45[] = {
#embed "../ProjectTemplates/Templates/restaurant/Flows/images/sorbet.png"
};
static const unsigned char file_46[] = {
#embed "../ProjectTemplates/Templates/restaurant/Flows/images/tomato-soup.png"
};
static const unsigned char file_47[] = {
#embed "../ProjectTemplates/Templates/restaurant/Flows/menu.de.yaml"
};
static const unsigned char file_48[] = {
#embed "../ProjectTemplates/Templates/restaurant/Flows/menu.transcript"
};
static const unsigned char file_49[] = {
#embed "../ProjectTemplates/Templates/restaurant/Flows/menu.yaml"
};
static const unsigned char file_50[] = {
#embed "../ProjectTemplates/Templates/restaurant/Flows/restaurant.de.transcript"
};
static const unsigned char file_51[] = {
#embed "../ProjectTemplates/Templates/restaurant/Flows/restaurant.de.yaml"
};
static const unsigned char file_52[] = {
#embed "../ProjectTemplates/Templates/restaurant/Flows/restaurant.transcript"
};
static const unsigned char file_53[] = {
#embed "../ProjectTemplates/Templates/restaurant/Flows/restaurant.yaml"
};
static const unsigned char file_54[] = {
#embed "../ProjectTemplates/Templates/restaurant/README.md"
};
static const unsigned char file_55[] = {
#embed "../ProjectTemplates/Templates/restaurant/editorconfig"
};
static const unsigned char file_56[] = {
#embed "../ProjectTemplates/Templates/restaurant/gitignore"
};
static const unsigned char file_57[] = {
#embed "../ProjectTemplates/Templates/restaurant/vscode/settings.json"
};
static const unsigned char file_58[] = {
#embed "../ProjectTemplates/Templates/support/Config/actions.yaml"
};
static const unsigned char file_59[] = {
#embed "../ProjectTemplates/Templates/support/Config/usher.yaml"
};
static const unsigned char file_60[] = {
#embed "../ProjectTemplates/Templates/support/Flows/bot.de.yaml"
};
static const unsigned char file_61[] = {
#embed "../ProjectTemplates/Templates/support/Flows/bot.yaml"
};
static const unsigned char file_62[] = {
#embed "../ProjectTemplates/Templates/support/Flows/requests.de.yaml"
};
static const unsigned char file_63[] = {
#embed "../ProjectTemplates/Templates/support/Flows/requests.transcript"
};
static const unsigned char file_64[] = {
#embed "../ProjectTemplates/Templates/support/Flows/requests.yaml"
};
static const unsigned char file_65[] = {
#embed "../ProjectTemplates/Templates/support/Flows/support.de.transcript"
};
static const unsigned char file_66[] = {
#embed "../ProjectTemplates/Templates/support/Flows/support.de.yaml"
};
static const unsigned char file_67[] = {
#embed "../ProjectTemplates/Templates/support/Flows/support.transcript"
};
static const unsigned char file_68[] = {
#embed "../ProjectTemplates/Templates/support/Flows/support.yaml"
};
static const unsigned char file_69[] = {
#embed "../ProjectTemplates/Templates/support/README.md"
};
static const unsigned char file_70[] = {
#embed "../ProjectTemplates/Templates/support/editorconfig"
};
static const unsigned char file_71[] = {
#embed "../ProjectTemplates/Templates/support/gitignore"
};
static const unsigned char file_72[] = {
#embed "../ProjectTemplates/Templates/support/vscode/settings.json"
};
static const unsigned char file_73[] = {
#embed "../ProjectTemplates/Templates/web-shop/Config/actions.yaml"
};
static const unsigned char file_74[] = {
#embed "../ProjectTemplates/Templates/web-shop/Config/services.yaml"
};
static const unsigned char file_75[] = {
#embed "../ProjectTemplates/Templates/web-shop/Config/usher.yaml"
};
static const unsigned char file_76[] = {
#embed "../ProjectTemplates/Templates/web-shop/Flows/bot.de.yaml"
};
static const unsigned char file_77[] = {
#embed "../ProjectTemplates/Templates/web-shop/Flows/bot.yaml"
};
static const unsigned char file_78[] = {
#embed "../ProjectTemplates/Templates/web-shop/Flows/images/decaf.png"
};
static const unsigned char file_79[] = {
#embed "../ProjectTemplates/Templates/web-shop/Flows/images/espresso.png"
};
static const unsigned char file_80[] = {
#embed "../ProjectTemplates/Templates/web-shop/Flows/images/house-blend.png"
};
static const unsigned char file_81[] = {
#embed "../ProjectTemplates/Templates/web-shop/Flows/images/parcel.png"
};
static const unsigned char file_82[] = {
#embed "../ProjectTemplates/Templates/web-shop/Flows/orders.de.yaml"
};
static const unsigned char file_83[] = {
#embed "../ProjectTemplates/Templates/web-shop/Flows/orders.transcript"
};
static const unsigned char file_84[] = {
#embed "../ProjectTemplates/Templates/web-shop/Flows/orders.yaml"
};
static const unsigned char file_85[] = {
#embed "../ProjectTemplates/Templates/web-shop/Flows/shop.de.transcript"
};
static const unsigned char file_86[] = {
#embed "../ProjectTemplates/Templates/web-shop/Flows/shop.de.yaml"
};
static const unsigned char file_87[] = {
#embed "../ProjectTemplates/Templates/web-shop/Flows/shop.transcript"
};
static const unsigned char file_88[] = {
#embed "../ProjectTemplates/Templates/web-shop/Flows/shop.yaml"
};
static const unsigned char file_89[] = {
#embed "../ProjectTemplates/Templates/web-shop/README.md"
};
static const unsigned char file_90[] = {
#embed "../ProjectTemplates/Templates/web-shop/editorconfig"
};
static const unsigned char file_91[] = {
#embed "../ProjectTemplates/Templates/web-shop/gitignore"
};
static const unsigned char file_92[] = {
#embed "../ProjectTemplates/Templates/web-shop/vscode/settings.json"
};

static const struct project_template_file files[] = {
    {"barber/Config/actions.yaml", file_0, sizeof file_0},
    {"barber/Config/usher.yaml", file_1, sizeof file_1},
    {"barber/Flows/barber.de.transcript", file_2, sizeof file_2},
    {"barber/Flows/barber.de.yaml", file_3, sizeof file_3},
    {"barber/Flows/barber.transcript", file_4, sizeof file_4},
    {"barber/Flows/barber.yaml", file_5, sizeof file_5},
    {"barber/Flows/bot.de.yaml", file_6, sizeof file_6},
    {"barber/Flows/bot.yaml", file_7, sizeof file_7},
    {"barber/README.md", file_8, sizeof file_8},
    {"barber/editorconfig", file_9, sizeof file_9},
    {"barber/gitignore", file_10, sizeof file_10},
    {"barber/vscode/settings.json", file_11, sizeof file_11},
    {"clinic/Config/actions.yaml", file_12, sizeof file_12},
    {"clinic/Config/usher.yaml", file_13, sizeof file_13},
    {"clinic/Flows/bot.de.yaml", file_14, sizeof file_14},
    {"clinic/Flows/bot.yaml", file_15, sizeof file_15},
    {"clinic/Flows/clinic.de.transcript", file_16, sizeof file_16},
    {"clinic/Flows/clinic.de.yaml", file_17, sizeof file_17},
    {"clinic/Flows/clinic.transcript", file_18, sizeof file_18},
    {"clinic/Flows/clinic.yaml", file_19, sizeof file_19},
    {"clinic/Flows/sign-up.de.yaml", file_20, sizeof file_20},
    {"clinic/Flows/sign-up.yaml", file_21, sizeof file_21},
    {"clinic/README.md", file_22, sizeof file_22},
    {"clinic/editorconfig", file_23, sizeof file_23},
    {"clinic/gitignore", file_24, sizeof file_24},
    {"clinic/vscode/settings.json", file_25, sizeof file_25},
    {"empty/Config/usher.yaml", file_26, sizeof file_26},
    {"empty/Flows/bot.de.yaml", file_27, sizeof file_27},
    {"empty/Flows/bot.yaml", file_28, sizeof file_28},
    {"empty/Flows/hello.de.transcript", file_29, sizeof file_29},
    {"empty/Flows/hello.de.yaml", file_30, sizeof file_30},
    {"empty/Flows/hello.transcript", file_31, sizeof file_31},
    {"empty/Flows/hello.yaml", file_32, sizeof file_32},
    {"empty/README.md", file_33, sizeof file_33},
    {"empty/editorconfig", file_34, sizeof file_34},
    {"empty/gitignore", file_35, sizeof file_35},
    {"empty/vscode/settings.json", file_36, sizeof file_36},
    {"restaurant/Config/actions.yaml", file_37, sizeof file_37},
    {"restaurant/Config/usher.yaml", file_38, sizeof file_38},
    {"restaurant/Flows/bot.de.yaml", file_39, sizeof file_39},
    {"restaurant/Flows/bot.yaml", file_40, sizeof file_40},
    {"restaurant/Flows/images/chocolate-cake.png", file_41, sizeof file_41},
    {"restaurant/Flows/images/garden-salad.png", file_42, sizeof file_42},
    {"restaurant/Flows/images/mushroom-risotto.png", file_43, sizeof file_43},
    {"restaurant/Flows/images/sea-bream.png", file_44, sizeof file_44},
    {"restaurant/Flows/images/sorbet.png", file_45, sizeof file_45},
    {"restaurant/Flows/images/tomato-soup.png", file_46, sizeof file_46},
    {"restaurant/Flows/menu.de.yaml", file_47, sizeof file_47},
    {"restaurant/Flows/menu.transcript", file_48, sizeof file_48},
    {"restaurant/Flows/menu.yaml", file_49, sizeof file_49},
    {"restaurant/Flows/restaurant.de.transcript", file_50, sizeof file_50},
    {"restaurant/Flows/restaurant.de.yaml", file_51, sizeof file_51},
    {"restaurant/Flows/restaurant.transcript", file_52, sizeof file_52},
    {"restaurant/Flows/restaurant.yaml", file_53, sizeof file_53},
    {"restaurant/README.md", file_54, sizeof file_54},
    {"restaurant/editorconfig", file_55, sizeof file_55},
    {"restaurant/gitignore", file_56, sizeof file_56},
    {"restaurant/vscode/settings.json", file_57, sizeof file_57},
    {"support/Config/actions.yaml", file_58, sizeof file_58},
    {"support/Config/usher.yaml", file_59, sizeof file_59},
    {"support/Flows/bot.de.yaml", file_60, sizeof file_60},
    {"support/Flows/bot.yaml", file_61, sizeof file_61},
    {"support/Flows/requests.de.yaml", file_62, sizeof file_62},
    {"support/Flows/requests.transcript", file_63, sizeof file_63},
    {"support/Flows/requests.yaml", file_64, sizeof file_64},
    {"support/Flows/support.de.transcript", file_65, sizeof file_65},
    {"support/Flows/support.de.yaml", file_66, sizeof file_66},
    {"support/Flows/support.transcript", file_67, sizeof file_67},
    {"support/Flows/support.yaml", file_68, sizeof file_68},
    {"support/README.md", file_69, sizeof file_69},
    {"support/editorconfig", file_70, sizeof file_70},
    {"support/gitignore", file_71, sizeof file_71},
    {"support/vscode/settings.json", file_72, sizeof file_72},
    {"web-shop/Config/actions.yaml", file_73, sizeof file_73},
    {"web-shop/Config/services.yaml", file_74, sizeof file_74},
    {"web-shop/Config/usher.yaml", file_75, sizeof file_75},
    {"web-shop/Flows/bot.de.yaml", file_76, sizeof file_76},
    {"web-shop/Flows/bot.yaml", file_77, sizeof file_77},
    {"web-shop/Flows/images/decaf.png", file_78, sizeof file_78},
    {"web-shop/Flows/images/espresso.png", file_79, sizeof file_79},
    {"web-shop/Flows/images/house-blend.png", file_80, sizeof file_80},
    {"web-shop/Flows/images/parcel.png", file_81, sizeof file_81},
    {"web-shop/Flows/orders.de.yaml", file_82, sizeof file_82},
    {"web-shop/Flows/orders.transcript", file_83, sizeof file_83},
    {"web-shop/Flows/orders.yaml", file_84, sizeof file_84},
    {"web-shop/Flows/shop.de.transcript", file_85, sizeof file_85},
    {"web-shop/Flows/shop.de.yaml", file_86, sizeof file_86},
    {"web-shop/Flows/shop.transcript", file_87, sizeof file_87},
    {"web-shop/Flows/shop.yaml", file_88, sizeof file_88},
    {"web-shop/README.md", file_89, sizeof file_89},
    {"web-shop/editorconfig", file_90, sizeof file_90},
    {"web-shop/gitignore", file_91, sizeof file_91},
    {"web-shop/vscode/settings.json", file_92, sizeof file_92},
};

const struct project_template_file *project_template_files(void) { return files; }

size_t project_template_file_count(void) { return sizeof files / sizeof files[0]; }
