public import FlowModel

/// A place in a file where keys stand.
///
/// Together the tables of all places are the language: reading, decoding and its diagnostics take all keys from them.
public enum KeyPlace: Hashable, Sendable {
    // Flows and their translations.
    case flow, steps, needs, gives, whenClosed, anywhere, results, resultTable
    case translation, translatedTexts, translatedText

    // bot.yaml.
    case bot, entries, hours, week, people, queue, replies, reply, customer, botTexts, botWeb, events, event

    // Steps.
    case step, sayForEach, set, recordValues, when, inputs
    case ifSilent, ifOther, ifFailed, ifUnanswered, ifEvent, plainExit

    // Questions.
    case shortAnswers, answer, section, timesRule, venue, text, number, money, date, bubble, appBubble
    case form, page, intro
    case payLines, payLine, shippingMethod, signInExtra, appData

    // Cards.

    /// A card whose kind is not written yet.
    case card
    /// A card of `show`.
    case cardOf(CardTemplate.Kind)
    /// A card in the list of another card.
    case listedCard(CardTemplate.Kind)
    case cardData, cardButton, cardOptions, cardDiscounts

    // Config/actions.yaml.
    case actionsFile, records, fields, actions, action, requestTexts, resultPaths, problems
    case examples, example, examplePlace

    // Config/services.yaml.
    case services, providers, provider, merchants, merchant, apps, app, customCards, customCard

    /// The outermost keys of each kind of file.
    public static let files: [KeyPlace] = [.flow, .bot, .translation, .actionsFile, .services]

    /// All places, those of the files first, each before the places below it.
    public static let all = reached(from: files + [.card])

    /// These places and all below them, each once and before the places below it.
    public static func reached(from start: [KeyPlace]) -> [KeyPlace] {
        var places = start
        var known = Set(places)
        var next = 0
        while next < places.count {
            places += places[next].table.forms.flatMap(\.places).filter { known.insert($0).inserted }
            next += 1
        }
        return places
    }

    /// The keys of the place.
    public var table: KeyTable {
        switch self {
        case .flow: FlowTables.flow
        case .steps: FlowTables.steps
        case .needs: FlowTables.needs
        case .gives: FlowTables.gives
        case .whenClosed: FlowTables.whenClosed
        case .anywhere: FlowTables.anywhere
        case .results: ResultTables.results
        case .resultTable: ResultTables.table
        case .translation: TranslationTables.translation
        case .translatedTexts: TranslationTables.texts
        case .translatedText: TranslationTables.text
        case .bot: BotTables.bot
        case .entries: BotTables.entries
        case .hours: BotTables.hours
        case .week: BotTables.week
        case .people: BotTables.people
        case .queue: BotTables.queue
        case .replies: BotTables.replies
        case .reply: BotTables.reply
        case .customer: BotTables.customer
        case .botTexts: BotTables.texts
        case .botWeb: BotTables.web
        case .events: EventTables.events
        case .event: EventTables.event
        case .step: StepTables.step
        case .sayForEach: StepTables.sayForEach
        case .set: StepTables.set
        case .recordValues: StepTables.recordValues
        case .when: StepTables.when
        case .inputs: StepTables.inputs
        case .ifSilent: ExitTables.silent
        case .ifOther: ExitTables.other
        case .ifFailed: ExitTables.failed
        case .ifUnanswered: ExitTables.unanswered
        case .ifEvent: EventTables.exits
        case .plainExit: ExitTables.plain
        case .shortAnswers: AnswerTables.short
        case .answer: AnswerTables.answer
        case .section: AnswerTables.section
        case .timesRule: TimesTables.rule
        case .venue: TimesTables.venue
        case .text: FieldTables.text
        case .number: FieldTables.number
        case .money: FieldTables.money
        case .date: FieldTables.date
        case .bubble: BubbleTables.bubble
        case .appBubble: BubbleTables.ofApp
        case .form: FormTables.form
        case .page: FormTables.page
        case .intro: FormTables.intro
        case .payLines: PaymentTables.lines
        case .payLine: PaymentTables.line
        case .shippingMethod: PaymentTables.shippingMethod
        case .signInExtra: StepTables.signInExtra
        case .appData: StepTables.appData
        case .card: CardTables.unknown
        case .cardOf(let kind): CardTables.shown(kind)
        case .listedCard(let kind): CardTables.listed(kind)
        case .cardData: CardTables.data
        case .cardButton: CardTables.button
        case .cardOptions: CardTables.options
        case .cardDiscounts: CardTables.discounts
        case .actionsFile: ActionTables.file
        case .records: ActionTables.records
        case .fields: ActionTables.fields
        case .actions: ActionTables.actions
        case .action: ActionTables.action
        case .requestTexts: ActionTables.requestTexts
        case .resultPaths: ActionTables.resultPaths
        case .problems: ActionTables.problems
        case .examples: ActionTables.examples
        case .example: ActionTables.example
        case .examplePlace: ActionTables.examplePlace
        case .services: ServiceTables.file
        case .providers: ServiceTables.providers
        case .provider: ServiceTables.provider
        case .merchants: ServiceTables.merchants
        case .merchant: ServiceTables.merchant
        case .apps: ServiceTables.apps
        case .app: ServiceTables.app
        case .customCards: ServiceTables.cards
        case .customCard: ServiceTables.card
        }
    }
}
