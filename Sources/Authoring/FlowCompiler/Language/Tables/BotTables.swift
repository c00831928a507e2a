import FlowModel

/// The outermost keys of bot.yaml, and the blocks below them.
enum BotTables {
    static let bot = KeyTable(
        "bot.yaml",
        [
            LanguageKey("bot", .text, isRequired: true, about: "The name of the bot."),
            LanguageKey("business", .text, about: "The name on calendar events; that of the bot, if left out."),
            LanguageKey(
                "zone", .zone, isRequired: true, about: "The time zone of the business, such as `Europe/Dublin`."),
            LanguageKey("currency", .currency, about: "The currency of money that is written without one."),
            LanguageKey(
                "region", .country, about: "How dates and money are written for customers whose region is unknown."),
            LanguageKey(
                "languages", ValueForm.oneOrMore(.language),
                about: "The languages of the bot, that of the flow files first; `[en]`, if left out."),
            LanguageKey("start", .name(.start), isRequired: true, about: "The default flow."),
            LanguageKey("notice", .text, about: "A text that is sent first when a conversation begins."),
            LanguageKey(
                "entries", .block(.entries),
                about:
                    "Where conversations begin, by the link that customers came from, their first words, or an event."),
            LanguageKey(
                "expires", .duration,
                about: "The quiet time after which a conversation is forgotten; `30 days`, if left out."),
            LanguageKey(
                "old_taps", .words(of: OldTapsWord.self),
                about: "What a tap on an earlier question does; `explain`, if left out."),
            LanguageKey("anywhere", .block(.anywhere), about: "Words that work at every question of all flows."),
        ] + ExitTables.inherited + [
            LanguageKey("hours", .block(.hours), about: "Opening hours, by their names."),
            LanguageKey("people", .block(.people), about: "The queues that conversations are handed over to."),
            LanguageKey(
                "replies", .block(.replies), about: "Texts that people at the desk choose instead of typing them."),
            ResultTables.key,
            EventTables.key,
            LanguageKey(
                "records", .block(.records), about: "Records with their fields, to be used as types of flows and facts."
            ),
            LanguageKey(
                "customer", .block(.customer), about: "What is kept of customers beyond a conversation, with its types."
            ),
            LanguageKey("web", .block(.botWeb), about: "How the bot behaves in the web chat."),
            LanguageKey("texts", .block(.botTexts), about: "The short texts that the bot writes by itself."),
        ])

    static let entries = KeyTable(
        "`entries`",
        chosen: ChosenKeys(
            "an intent or a group of the entry link, the first words, `contains` and words inside them, or an event",
            example: "intent repair", .name(.start)))

    static let hours = KeyTable(
        "`hours`", chosen: ChosenKeys("the name of a week", example: "opening hours", .block(.week)))

    static let week = KeyTable(
        "a week of `hours`",
        [LanguageKey("zone", .zone, about: "Where the clock of these hours is; that of the bot, if left out.")],
        chosen: ChosenKeys("days", example: "Monday to Friday", .hours))

    static let people = KeyTable(
        "`people`", chosen: ChosenKeys("the name of a queue", example: "front desk", .block(.queue), .nothing))

    static let queue = KeyTable(
        "a queue of people",
        [
            LanguageKey("hours", .name(.week), about: "The hours in which the queue is staffed."),
            LanguageKey("address", .word, about: "The name of the queue in the system of the agents."),
        ])

    static let replies = KeyTable(
        "`replies`", chosen: ChosenKeys("the name of a reply", example: "opening hours", .block(.reply)))

    static let reply = KeyTable(
        "a reply of people",
        [
            LanguageKey("say", .prose, isRequired: true, about: "The text, in which people may change anything."),
            LanguageKey("shortcut", .word, about: "What people type after `/` to find it."),
            LanguageKey("queue", .name(.queue), about: "The only queue in which it is offered; all, if left out."),
        ])

    static let customer = KeyTable(
        "`customer`", chosen: ChosenKeys("the name of a fact", example: "visits", .type))

    static let web = KeyTable(
        "`web` of bot.yaml",
        [
            LanguageKey(
                "greets", .yesNo,
                about: "Whether the bot begins the conversation when the page opens; `no`, if left out.")
        ])

    static let texts = KeyTable(
        "`texts`", BotTexts.Key.allCases.map { LanguageKey($0.rawValue, .text, about: about($0)) })

    private static func about(_ text: BotTexts.Key) -> String {
        switch text {
        case .chooseHint: "Below the title of a bubble with answers or times."
        case .formHint: "Below the title of the bubble of a form."
        case .signInHint: "Below the title of the bubble for signing in."
        case .payHint: "Below the title of the bubble of a payment."
        case .appHint: "Below the title of the bubble of an app."
        case .skipWord: "The word with which customers skip an optional question."
        case .skipHint: "Before that word, where a page of a form that may be left out is asked as a question."
        case .numberHint: "Below numbered answers of which several may be chosen."
        case .oldTap: "The reply to a tap on a question that is no longer open."
        case .signInLink: "Before the link to the page for signing in, on devices that cannot sign in by themselves."
        case .signInDigits: "Before the six digits of a second proof."
        case .payLink: "Before the link to the page for paying, on devices without a pay sheet."
        case .goodbye: "The reply to `stop` and the other words that end the conversation."
        case .sendWord: "The answer that sends a form whose pages were asked one after another."
        case .changeWord: "The answer that begins such a form again."
        case .whichDay: "The question which of two days a typed date means."
        case .whichAnswer: "The question which of several answers a typed text means."
        case .whichTime: "The question which of several times a typed text means."
        case .understood: "Before an answer that was understood from other words, where it sets something in motion."
        case .yesWord: "The answer that confirms what was understood."
        case .noWord: "The answer that refuses it, so that the question is asked again."
        case .replyTitle: "The title on the customer's side of an answered bubble."
        case .orElse: "Before the answers beside times."
        case .slotTaken: "The reply when somebody else was faster to take a time."
        case .badAnswer: "Before a page of a form that is asked again, with the answer that is not valid."
        }
    }
}
