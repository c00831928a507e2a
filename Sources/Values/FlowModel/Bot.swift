public import Expressions

/// A checked bot, ready to run: its flows and what they share.
public struct Bot: Sendable {
    public var name: String
    /// The name on payment sheets and calendar events.
    public var business: String
    public var zone: Zone
    public var currency: Currency?
    /// The region of customers whose own region is not known.
    public var region: RegionCode? = nil
    /// Language codes; the first is the language of the flow files.
    public var languages: [String]
    /// Sent before anything else when a conversation starts.
    public var notice: Phrase?
    public var flows: [Flow]
    /// Where a conversation begins.
    public var start: StepReference
    /// Entry points in addition to `start`; the first match applies.
    public var entries: [BotEntry] = []
    /// What is stored about customers beyond their conversations, by the names after `customer.`.
    public var facts: [ValueType.RecordField] = []
    /// The events from outside that flows listen to.
    public var events: [EventDeclaration] = []
    /// The tables of rows that flows keep for the people of the business.
    public var results: [ResultTable] = []
    /// The period of inactivity after which a conversation is deleted.
    public var expires = TimeLength.days(30)
    public var oldTaps = OldTaps.explain
    /// Whether a text, a value or a condition uses the customer's place in a queue of people, or how long it takes.
    public var readsQueues = false
    /// The roots of the names for which a text has other words where they hold no value: `{service, or nothing yet}`.
    public var namesWithAlternatives: Set<String> = []
    /// Whether the bot begins the conversation when the page of the web chat opens.
    public var greetsOnWeb = false
    /// Words, in lower case, that lead to a destination from every question of every flow.
    public var anywhere: [String: Destination]
    /// The same in languages other than that of the flow files, by language.
    public var anywhereByLanguage: [String: [String: Destination]] = [:]
    /// Words inside free text that lead to a destination from every question of every flow, in the order written.
    public var contained: [ContainedWords] = []
    public var weeks: [Week]
    public var queues: [Queue]
    /// The texts that people at the desk choose from, in the order written.
    public var replies: [CannedReply] = []
    public var texts: BotTexts
    /// The actions that flows call, and the hosts on which they may be.
    public var actions: [Action] = []
    public var actionHosts: [ActionHost] = []
    /// The declarations of `Config/services.yaml`, in the order written.
    public var providers: [SignInProvider] = []
    public var merchants: [Merchant] = []
    public var apps: [MessageApp] = []
    public var cards: [CustomCard] = []
    /// Steps that request a payment, that customers of the web chat can reach, and that have no exit for them.
    public var paymentsOnWeb: [StepReference] = []
    /// The version of this bot: a hash of its files.
    public var version: String
    private let flowIndex: [String: Int]

    public init(
        name: String, business: String, zone: Zone, currency: Currency?, languages: [String], notice: Phrase?,
        flows: [Flow], start: StepReference, anywhere: [String: Destination], weeks: [Week], queues: [Queue],
        texts: BotTexts, version: String
    ) {
        self.name = name
        self.business = business
        self.zone = zone
        self.currency = currency
        self.languages = languages
        self.notice = notice
        self.flows = flows
        self.start = start
        self.anywhere = anywhere
        self.weeks = weeks
        self.queues = queues
        self.texts = texts
        self.version = version
        flowIndex = Dictionary(flows.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in first }
    }

    /// The language of the conversation with a customer: their own when the bot supports it, otherwise the bot's first.
    public func language(for wanted: String?) -> String {
        guard let wanted else { return languages[0] }
        let hyphen = UInt8(ascii: "-")
        let normal = wanted.utf8.map { $0 == UInt8(ascii: "_") ? hyphen : $0.lowercased }
        func language(_ code: ArraySlice<UInt8>) -> String? {
            languages.first { $0.utf8.lazy.map(\.lowercased).elementsEqual(code) }
        }
        return language(normal[...]) ?? language(normal.prefix { $0 != hyphen }) ?? languages[0]
    }

    /// The region that determines how dates and money are read and formatted: the customer's, otherwise the bot's.
    public func region(for customer: RegionCode) -> RegionCode { customer.isKnown ? customer : region ?? .unknown }

    public func step(_ reference: StepReference) -> Step { flows[reference.flow].steps[reference.step] }

    /// The step with these current or former names; `nil` when an edit has removed it.
    public func reference(flow: String, step: String) -> StepReference? {
        guard let index = flowIndex[flow] else { return nil }
        let place = flows[index].stepIndex[step] ?? flows[index].oldIndex[step]
        return place.map { StepReference(flow: index, step: $0) }
    }

    /// The first step of a flow; `nil` when no flow has this name.
    public func start(of flow: String) -> StepReference? {
        flowIndex[flow].map { StepReference(flow: $0, step: flows[$0].start) }
    }

    /// What requires an encryption key: steps whose answers are private or that take payments, and actions with private
    /// names.
    public var privateSources: [String] {
        let steps = flows.flatMap { flow in
            flow.steps.compactMap { step -> String? in
                guard case .ask(let question) = step.thing, question.isPrivate || question.takesPayment else {
                    return nil
                }
                return "\(flow.name)/\(step.name)"
            }
        }
        return steps + actions.filter { !$0.privateNames.isEmpty }.map(\.name)
    }

    public func queue(named name: String) -> Queue? { queues.first { $0.name == name } }
}

/// What a tap on the bubble of a question that is no longer open does.
public enum OldTaps: String, Sendable {
    /// Explains this, and asks the open question again.
    case explain
    /// Accepts the new answer and continues from there.
    case goBack = "go back"
}

/// A step by the indexes of its flow and of the step itself, so that a running flow never looks anything up by name.
public struct StepReference: Sendable, Hashable {
    public var flow: Int
    public var step: Int

    public init(flow: Int, step: Int) {
        self.flow = flow
        self.step = step
    }
}

/// The destination of a transition.
public enum Destination: Sendable, Hashable {
    case step(StepReference)
    /// The end of the flow: the flow that runs it continues; otherwise the conversation ends.
    case end
    /// The end of the conversation, however deeply flows are nested: `end` in bot.yaml.
    case conversationEnd
    /// The previous question, with its answer discarded.
    case back
    /// The question that an anywhere word interrupted.
    case resume
}

/// A text that people at the desk choose instead of typing it.
public struct CannedReply: Sendable, Hashable {
    public var name: String
    public var text: Phrase
    /// What is typed after `/` to find it.
    public var shortcut: String?
    /// The only queue in which it is offered.
    public var queue: String?

    public init(name: String, text: Phrase, shortcut: String? = nil, queue: String? = nil) {
        self.name = name
        self.text = text
        self.shortcut = shortcut
        self.queue = queue
    }
}

/// A queue of human agents.
public struct Queue: Sendable, Hashable {
    public var name: String
    /// The opening hours, by index in the bot; `nil` is always open.
    public var week: Int?
    /// The engineers' name for the queue.
    public var address: String?

    public init(name: String, week: Int?, address: String?) {
        self.name = name
        self.week = week
        self.address = address
    }
}

extension UInt8 {
    /// The byte, with a capital of ASCII converted to lower case: codes of languages have no others.
    fileprivate var lowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }
}
