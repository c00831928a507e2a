public import Expressions
public import JSON
public import MessageModel

/// Something that happened, with its time and the randomness needed to process it.
public struct Event: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        /// The customer sent a message or a reply.
        ///
        /// `bubble` is the origin of the bubble of a choice that does not belong to the open question; `nil` when the
        /// customer was never sent it. The engine trusts no other information about a bubble.
        case heard(Heard, bubble: BubbleOrigin?)
        /// The customer has opened the web chat, and has written nothing yet.
        case opened
        /// The time limit for an answer to a question has passed; the question is given by its request identifier.
        case silent(question: String)
        /// A message of a turn could not be delivered, and delivery has been abandoned.
        case undelivered(turn: Int)
        /// A call has ended.
        case called(id: String, ActionOutcome)
        /// A call takes long, so that the customer should be informed.
        case slow(call: String)
        /// The customer has changed something on an open payment sheet, given by its request identifier.
        case sheetChanged(question: String, PayChange)
        /// An agent has sent a message to the customer.
        case personSaid(String)
        /// An agent has done something else with the conversation.
        case agent(AgentAct)
        /// The agents have returned the conversation.
        case givenBack
        /// A reminder is due.
        case reminded(id: String)
        /// No agent has answered a handover in time.
        case unanswered(handover: String)
        /// The customer has deleted the conversation.
        case closed
        /// An operator has ended the conversation.
        case reset
        /// An operator has moved the conversation to a step, given by its current or former name.
        case moved(flow: String, step: String)
        /// Something has happened outside that flows listen to.
        case outside(OutsideEvent)
    }

    public var kind: Kind
    public var at: Moment
    /// Randomness: new identifiers are derived from it, so that the same event always gives the same ones.
    public var seed: Seed
    /// The data about the customer that accompanies their message.
    public var sender: Sender?
    /// The request identifier of the open question, when its message can no longer be answered: its payment sheet has
    /// expired, which a tap on it does not reveal.
    public var lapsed: String?
    /// What is known of other conversations; `nil` when the flows do not use it.
    public var shared: SharedState?
    /// The edition of the engine's rules under which the event was first processed. A replay applies the same rules, so
    /// that it gives the same conversation.
    public var rules = Event.newestRules
    /// The name of the agent who acts; `nil` for events that no agent causes, and where the name is not known.
    public var by: String?
    /// Whether it is a reaction to a message, which does not match the open question and changes nothing.
    public var isReaction = false

    public init(_ kind: Kind, at: Moment, seed: Seed, sender: Sender? = nil) {
        self.kind = kind
        self.at = at
        self.seed = seed
        self.sender = sender
    }

    /// 1: typed text is compared as a whole, and `said` is never the first message. 2: typed text is read more freely,
    /// `said` is the first message too, and `back` finds its way out of other flows. 3: typed days and times are looked
    /// for among all that are offered, answers beside times and words with a question mark are understood more freely,
    /// names of reminders may be private, and `give_back` means the newest slot of a name. 4: lengths of time, days of the
    /// month, alternatives and polite words are understood, who gets the pages of a form as questions reads which may be
    /// skipped, hours with a clock of their own are written with its place, dates in words follow the language, and ten
    /// reminders wait at most. 5: a question that offers private data is asked like one that is private. 6: identifiers
    /// begin with the time. 7: a reply of a service that no question takes, also while people have the conversation, is
    /// ignored.
    public static let newestRules = 7

    /// Whether the event was first processed under the second edition of the rules, or a later one.
    var readsFreely: Bool { rules >= 2 }

    /// Whether the event was first processed under the third edition of the rules, or a later one.
    var readsClosely: Bool { rules >= 3 }

    /// Whether the event was first processed under the fourth edition of the rules, or a later one.
    var usesFourthRules: Bool { rules >= 4 }

    /// Whether the event was first processed under the fifth edition of the rules, or a later one.
    var usesFifthRules: Bool { rules >= 5 }

    /// Whether the event was first processed under the sixth edition of the rules, or a later one.
    var usesSixthRules: Bool { rules >= 6 }

    /// Whether the event was first processed under the seventh edition of the rules, or a later one.
    var usesSeventhRules: Bool { rules >= 7 }

    /// How typed words are compared with labels.
    var labelRules: OfferedLabels.Rules { usesFourthRules ? .newest : readsClosely ? .second : .first }

    /// Whether the event is still processed after its conversation has expired; events for a question or a call of that
    /// conversation are not.
    var outlivesConversation: Bool {
        switch kind {
        case .heard, .opened, .closed, .reset, .personSaid, .agent, .givenBack, .moved, .outside: true
        case .silent, .undelivered, .called, .slow, .sheetChanged, .reminded, .unanswered: false
        }
    }

    /// The data that accompanies a customer's message.
    public struct Sender: Sendable, Hashable {
        /// The customer's opaque id.
        public var customer: String
        public var device: Device
        /// The customer's language and region, such as `de_DE`.
        public var locale: String?
        /// The customer's region, as far as it is known; `nil` in events from before regions determined dates and
        /// money, which are processed as they were then.
        public var region: RegionCode?
        public var intent: String?
        public var group: String?
        /// The stored facts about the customer, for a conversation that starts without a session, or with an expired
        /// one.
        public var facts = Fields()
        /// The names of the private facts.
        public var privateFacts: Set<String> = []

        public init(
            customer: String, device: Device, locale: String? = nil, region: RegionCode? = nil, intent: String? = nil,
            group: String? = nil
        ) {
            self.customer = customer
            self.device = device
            self.locale = locale
            self.region = region
            self.intent = intent
            self.group = group
        }
    }
}

/// The result of a call.
public enum ActionOutcome: Sendable, Hashable {
    /// It returned all declared results.
    case gave(Fields)
    /// It failed, with a name that the action declares, or `timeout`, `refused`, `unreachable`, `bad answer`.
    case failed(String)
}

/// 128 random bits.
public struct Seed: Sendable, Hashable {
    public var high: UInt64
    public var low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// As 32 hexadecimal digits.
    var text: String { Self.hex(high) + Self.hex(low) }

    init?(text: String) {
        guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
            let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    static func hex(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension Event: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            kind.write(to: &json)
            json.set("at", at.milliseconds)
            json.set("seed", seed.text)
            json.set("sender", sender)
            json.set("lapsed", lapsed)
            json.set("shared", shared)
            json.set("by", by)
            if isReaction { json.set("reaction", true) }
            if rules > 1 { json.set("rules", rules) }
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        guard let seed = Seed(text: try json.string("seed")) else { throw JSONError("`seed` is not 32 digits") }
        self.init(
            try Kind(json: json), at: Moment(milliseconds: try json.int("at")), seed: seed,
            sender: try json.optional("sender"))
        lapsed = json["lapsed"]?.string
        shared = try json.optional("shared")
        by = json["by"]?.string
        isReaction = json["reaction"]?.bool ?? false
        rules = json["rules"]?.int ?? 1
    }
}

extension Event.Kind {
    /// Writes its members of the event's object.
    fileprivate func write(to json: inout JSONOutput) {
        switch self {
        case .heard(let heard, let bubble):
            json.set("heard", heard)
            if bubble == .unknown { json.set("known", true) } else { json.set("bubble", bubble) }
        case .opened: json.set("opened", true)
        case .silent(let question): json.set("silent", question)
        case .undelivered(let turn): json.set("undelivered", turn)
        case .called(let id, let outcome):
            json.set("called", id)
            switch outcome {
            case .gave(let fields): json.set("gave", fields)
            case .failed(let problem): json.set("problem", problem)
            }
        case .slow(let call): json.set("slow", call)
        case .sheetChanged(let question, let change):
            json.set("sheet", question)
            json.set("change", change)
        case .personSaid(let text): json.set("person_said", text)
        case .agent(let act): json.set("agent", act)
        case .givenBack: json.set("given_back", true)
        case .reminded(let id): json.set("reminded", id)
        case .unanswered(let handover): json.set("unanswered", handover)
        case .closed: json.set("closed", true)
        case .reset: json.set("reset", true)
        case .moved(let flow, let step):
            json.begin("moved")
            json.object { json in
                json.set("flow", flow)
                json.set("step", step)
            }
        case .outside(let event): json.set("outside", event)
        }
    }

    fileprivate init(json: JSONValue) throws(JSONError) {
        if let heard = json["heard"] {
            let known = json["known"]?.bool ?? false ? BubbleOrigin.unknown : nil
            self = .heard(try Heard(json: heard), bubble: try json.optional("bubble") ?? known)
        } else if json["opened"] != nil {
            self = .opened
        } else if let question = json["silent"]?.string {
            self = .silent(question: question)
        } else if let turn = json["undelivered"]?.int {
            self = .undelivered(turn: turn)
        } else if let call = json["called"]?.string {
            self = .called(id: call, try ActionOutcome(json: json))
        } else if let call = json["slow"]?.string {
            self = .slow(call: call)
        } else if let question = json["sheet"]?.string {
            self = .sheetChanged(question: question, try PayChange(json: try json.required("change")))
        } else if let text = json["person_said"]?.string {
            self = .personSaid(text)
        } else if let act = json["agent"] {
            self = .agent(try AgentAct(json: act))
        } else if json["given_back"] != nil {
            self = .givenBack
        } else if let id = json["reminded"]?.string {
            self = .reminded(id: id)
        } else if let handover = json["unanswered"]?.string {
            self = .unanswered(handover: handover)
        } else if json["closed"] != nil {
            self = .closed
        } else if json["reset"] != nil {
            self = .reset
        } else if let place = json["moved"] {
            self = .moved(flow: try place.string("flow"), step: try place.string("step"))
        } else if let event = json["outside"] {
            self = .outside(try OutsideEvent(json: event))
        } else {
            throw JSONError("`\(json.text)` is not an event")
        }
    }
}

extension ActionOutcome {
    fileprivate init(json: JSONValue) throws(JSONError) {
        if let fields = json["gave"] {
            self = .gave(try Fields(json: fields))
        } else {
            self = .failed(try json.string("problem"))
        }
    }
}

extension Event.Sender: JSONWritable {
    public func write(to json: inout JSONOutput) {
        json.object { json in
            json.set("customer", customer)
            json.set("device", device)
            json.set("locale", locale)
            json.set("region", region?.code)
            json.set("intent", intent)
            json.set("group", group)
            if !facts.isEmpty { json.set("facts", facts) }
            if !privateFacts.isEmpty { json.set("private", texts: privateFacts.sorted()) }
        }
    }

    public init(json: JSONValue) throws(JSONError) {
        self.init(
            customer: try json.string("customer"), device: try Device(json: try json.required("device")),
            locale: json["locale"]?.string, region: json["region"]?.string.map { RegionCode($0) ?? .unknown },
            intent: json["intent"]?.string, group: json["group"]?.string)
        facts = try json.optional("facts") ?? Fields()
        privateFacts = Set(json["private"]?.array?.compactMap(\.string) ?? [])
    }
}
