public import Expressions

/// A bot that has been checked and is ready to run: its flows and what they share.
public struct Bot: Sendable {
    public var name: String
    /// The name on pay sheets and calendar events.
    public var business: String
    public var zone: Zone
    public var currency: Currency?
    /// Where customers are of whom no region is known.
    public var region: RegionCode? = nil
    /// Language codes; the first is the language of the flow files.
    public var languages: [String]
    /// Sent before anything else when a conversation starts.
    public var notice: Phrase?
    public var flows: [Flow]
    /// Where a conversation begins.
    public var start: StepReference
    /// Ways in beside `start`; the first that fits is taken.
    public var entries: [BotEntry] = []
    /// What is kept of customers beyond their conversations, by the names behind `customer.`.
    public var facts: [ValueType.RecordField] = []
    /// Quiet time after which a conversation is forgotten.
    public var expires = TimeLength.days(30)
    public var oldTaps = OldTaps.explain
    /// Words, in small letters, that lead somewhere from every question of every flow.
    public var anywhere: [String: Destination]
    /// The same in other languages than that of the flow files, by the language.
    public var anywhereByLanguage: [String: [String: Destination]] = [:]
    public var weeks: [Week]
    public var queues: [Queue]
    public var texts: BotTexts
    /// What flows call, and the hosts on which that may lie.
    public var actions: [Action] = []
    public var actionHosts: [ActionHost] = []
    /// What `Config/services.yaml` declares, in the order written.
    public var providers: [SignInProvider] = []
    public var merchants: [Merchant] = []
    public var apps: [MessageApp] = []
    public var cards: [CustomCard] = []
    /// Steps that ask to pay, that customers of the web chat can come to, and that have no exit for them.
    public var paymentsOnWeb: [StepReference] = []
    /// Tells this bot from every other one: a hash of its files.
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

    /// The language in which a customer is answered: their own when the bot speaks it, else its first.
    public func language(for wanted: String?) -> String {
        guard let wanted else { return languages[0] }
        let normal = String(wanted.map { $0 == "_" ? "-" : $0 }).lowercased()
        return languages.first { $0.lowercased() == normal }
            ?? languages.first { $0.lowercased() == normal.prefix { $0 != "-" } } ?? languages[0]
    }

    /// The region that decides how dates and money are read and shown: the customer's, else the bot's.
    public func region(for customer: RegionCode) -> RegionCode { customer.isKnown ? customer : region ?? .unknown }

    public func step(_ reference: StepReference) -> Step { flows[reference.flow].steps[reference.step] }

    /// The step that the names stand for, now or formerly; `nil` when an edit has taken it away.
    public func reference(flow: String, step: String) -> StepReference? {
        guard let index = flowIndex[flow] else { return nil }
        let place = flows[index].stepIndex[step] ?? flows[index].oldIndex[step]
        return place.map { StepReference(flow: index, step: $0) }
    }

    /// Where a flow starts; `nil` when there is none of this name.
    public func start(of flow: String) -> StepReference? {
        flowIndex[flow].map { StepReference(flow: $0, step: flows[$0].start) }
    }

    /// What needs a key to be stored: steps whose answers are private or that take payments, and actions with private names.
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

/// What a tap on the bubble of a question does that is not open any more.
public enum OldTaps: String, Sendable {
    /// Says so, and asks the open question again.
    case explain
    /// Takes the new answer and goes on from there.
    case goBack = "go back"
}

/// A step by the places of its flow and of itself, so that nothing is looked up by name while a flow runs.
public struct StepReference: Sendable, Hashable {
    public var flow: Int
    public var step: Int

    public init(flow: Int, step: Int) {
        self.flow = flow
        self.step = step
    }
}

/// Where to go next.
public enum Destination: Sendable, Hashable {
    case step(StepReference)
    /// The end of the flow: one that ran it goes on, else the conversation ends.
    case end
    /// The end of the conversation, whatever runs what: `end` in bot.yaml.
    case conversationEnd
    /// The previous question, its answer forgotten.
    case back
    /// The question that an anywhere word interrupted.
    case resume
}

/// People who can be reached.
public struct Queue: Sendable, Hashable {
    public var name: String
    /// The week in which they answer, by its place in the bot; `nil` is always.
    public var week: Int?
    /// What engineers call it.
    public var address: String?

    public init(name: String, week: Int?, address: String?) {
        self.name = name
        self.week = week
        self.address = address
    }
}
