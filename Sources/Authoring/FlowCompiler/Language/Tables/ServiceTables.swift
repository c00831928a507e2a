/// The keys of `Config/services.yaml`.
enum ServiceTables {
    static let file = KeyTable(
        "services.yaml",
        [
            LanguageKey("sign_in", .block(.providers), about: "The sign-in providers, by their names."),
            LanguageKey("merchants", .block(.merchants), about: "The merchants of Apple Pay, by their names."),
            LanguageKey("apps", .block(.apps), about: "The iMessage apps, by their names."),
            LanguageKey("cards", .block(.customCards), about: "The cards of your own, by their names."),
        ])

    static let providers = KeyTable(
        "`sign_in`", chosen: ChosenKeys("the name of a provider", example: "shop", .block(.provider)))

    static let provider = KeyTable(
        "a sign-in provider",
        [
            LanguageKey("authorize", .address, about: "Where the customer signs in; required without `discovery`."),
            LanguageKey("token", .address, about: "Where the server fetches the token; required without `discovery`."),
            LanguageKey("userinfo", .address, about: "The address that returns the claims, if nothing is discovered."),
            LanguageKey("discovery", .address, about: "The base address of the provider (OpenID Connect Discovery)."),
            LanguageKey("client", .word, isRequired: true, about: "The client id that the provider assigned."),
            LanguageKey("secret", .word, about: "The setting or the file that holds the secret of the client."),
            LanguageKey(
                "scope", ValueForm.oneOrMore(.word), about: "The scopes to ask for, unless a step has its own."),
            LanguageKey(
                "proof", .words(of: ProofWord.self),
                about: "`code` asks every customer for six digits that only the conversation shows; `none`."),
            LanguageKey("claims", .block(.fields), about: "The claims that the provider returns, with their types."),
            about,
        ])

    static let merchants = KeyTable(
        "`merchants`", chosen: ChosenKeys("the name of a merchant", example: "shop", .block(.merchant)))

    static let merchant = KeyTable(
        "a merchant",
        [
            LanguageKey("identifier", .word, isRequired: true, about: "The merchant identifier registered with Apple."),
            LanguageKey("display_name", .word, about: "The name on the sheet; the `business` of the bot, if left out."),
            LanguageKey("country", .country, isRequired: true, about: "The country of the merchant."),
            LanguageKey(
                "networks", ValueForm.oneOrMore(.oneOf(networks)), isRequired: true,
                about: "The card networks that are accepted."),
            LanguageKey(
                "capabilities", ValueForm.oneOrMore(.oneOf(capabilities)),
                about: "What the merchant supports; `supports3DS`, if left out."),
            LanguageKey("domain", .word, about: "The domain that is registered for the merchant."),
            LanguageKey("certificate", .word, about: "The file of the merchant identity certificate, or its setting."),
            LanguageKey("key", .word, about: "The file of the private key of the certificate, or its setting."),
            LanguageKey("gateway", .address, about: "The base address for payment sessions; Apple's, if left out."),
            LanguageKey("processor", .name(.action), about: "The action that takes the payment."),
            about,
        ])

    /// PKPaymentNetwork, in the notation of the web (Apple Pay on the Web, ApplePayPaymentRequest, supportedNetworks).
    static let networks = [
        "amex", "bancomat", "bancontact", "cartesBancaires", "chinaUnionPay", "dankort", "discover", "eftpos",
        "electron", "elo", "girocard", "interac", "jcb", "mada", "maestro", "masterCard", "meeza", "mir", "nanaco",
        "napas", "pagoBancomat", "postFinance", "privateLabel", "tmoney", "visa", "vPay", "waon",
    ]

    /// ApplePayMerchantCapability.
    static let capabilities = ["supports3DS", "supportsCredit", "supportsDebit", "supportsEMV"]

    static let apps = KeyTable("`apps`", chosen: ChosenKeys("the name of an app", example: "seats", .block(.app)))

    static let app = KeyTable(
        "an app",
        [
            LanguageKey("bid", .word, isRequired: true, about: "The id of the message extension."),
            LanguageKey("app_id", .word, isRequired: true, about: "The number of the app in the App Store."),
            LanguageKey("name", .word, isRequired: true, about: "The name of the app as customers know it."),
            LanguageKey("icon", .asset, about: "The icon of the app, less than 15 KB; Apple requires one."),
            LanguageKey("web", .address, about: "The address that opens on devices without the app."),
            LanguageKey("gives", .block(.fields), about: "The fields of the answer, with their types."),
            about,
        ])

    static let cards = KeyTable(
        "`cards`", chosen: ChosenKeys("the name of a card", example: "map", .block(.customCard)))

    static let card = KeyTable(
        "a card of one's own",
        [
            LanguageKey("type", .word, isRequired: true, about: "The MIME type of the card."),
            LanguageKey("takes", .block(.fields), about: "The inputs of the card, with their types."),
            LanguageKey("apple", .text, about: "The text that is sent where the type is not known."),
            about,
        ])

    private static let about = LanguageKey("about", .prose, about: "What it is for: a note for authors.")
}
