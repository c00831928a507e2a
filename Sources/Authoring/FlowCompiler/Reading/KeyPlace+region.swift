extension KeyPlace {
    /// How the lines of the place are read.
    var region: Region {
        switch self {
        case .flow: .flow
        case .bot: .bot
        case .steps: .steps
        case .people, .replies, .form, .results, .events: .named
        case .anywhere, .entries, .shortAnswers, .ifEvent: .labelled
        case .when: .conditions
        case .set, .recordValues, .gives, .appData, .cardData: .assignments
        case .inputs: .inputs
        case .hours: .weeks
        case .needs, .customer, .botTexts, .week, .payLines, .signInExtra, .cardOptions, .cardDiscounts: .table
        case .translation: .translation
        case .translatedTexts: .translations
        case .translatedText: .translated
        case .card, .cardOf, .listedCard, .cardButton, .intro: .card
        case .step, .resultTable, .event, .whenClosed, .queue, .reply, .botWeb, .sayForEach, .ifSilent, .ifOther,
            .ifFailed,
            .ifUnanswered, .plainExit, .answer, .section, .timesRule, .venue, .text, .number, .money, .date, .bubble,
            .appBubble, .page, .payLine, .shippingMethod:
            .language
        case .actionsFile, .records, .fields, .actions, .action, .requestTexts, .resultPaths, .problems, .examples,
            .example, .examplePlace, .services, .providers, .provider, .merchants, .merchant, .apps, .app, .customCards,
            .customCard:
            .config
        }
    }

    /// Whether it is a card.
    var isCard: Bool {
        switch self {
        case .card, .cardOf, .listedCard: true
        default: false
        }
    }

    /// The place of the block below a key; `nil` when it may be one of several, or none.
    func below(_ key: String) -> KeyPlace? {
        let forms = table[key]?.forms ?? table.chosen?.forms ?? []
        let places = forms.flatMap(\.places)
        return places.count == 1 ? places[0] : nil
    }
}
