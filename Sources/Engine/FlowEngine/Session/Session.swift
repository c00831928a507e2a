public import Expressions
public import MessageModel

/// One customer's place in a bot: all that has to survive a restart.
public struct Session: Sendable, Hashable {
    public enum Status: String, Sendable, CaseIterable {
        /// A question is open.
        case waiting
        /// A call is under way.
        case calling
        /// People have taken over.
        case withPerson = "with-person"
        /// What the customer writes next starts afresh.
        case ended
        /// The customer has closed the conversation: nothing is sent until they write.
        case closed
    }

    /// The customer's opaque id on their channel.
    public var customer: String
    public var status: Status
    /// The device last written from.
    public var device: Device
    /// The language in which the customer is answered.
    public var language: String
    /// The region that decides how dates and money are read and shown; `nil` as long as no event has recorded one.
    public var region: RegionCode?
    /// From the entry link.
    public var intent: String?
    public var group: String?
    /// The flow and the step where the conversation stands, by name, so that an edit can move them.
    public var flow: String
    public var step: String
    /// What the names of the flow hold.
    public var answers: Fields
    /// The open question, while waiting.
    public var open: OpenQuestion?
    /// The call that is under way, while calling.
    public var call: OpenCall?
    /// How often each step has tried again since it last succeeded.
    public var failures: [String: Int]
    /// The steps of the questions that were left in this flow, the last at the end; what `back` goes back to.
    public var trail: [Passed]
    /// The flows that wait for one they run, the outermost first; the innermost waits for `flow`.
    public var frames: [Frame]
    /// Questions that anywhere words interrupted, the last at the end.
    public var interrupted: [Interruption]
    /// The last tap taken from each bubble, so that a repeated one is recognised.
    public var taps: [Tap]
    /// What the customer typed last that answered nothing: it fitted nothing, or was an anywhere word.
    public var said: String?
    /// The names, and the paths to fields, that hold something private: answers, what was made of them, results of calls.
    public var privateNames: Set<String>
    /// What is known of the customer beyond this conversation, by the names behind `customer.`.
    public var facts: Fields
    /// In the order in which they were set.
    public var reminders: [WaitingReminder]
    /// How many events have been answered.
    public var turn: Int
    /// When the last of them happened; `nil` in sessions that were stored before this was kept.
    public var lastAt: Moment?
    /// The turn in which the conversation began, and the last one that called something which happens only once, while
    /// old bubbles lead back.
    var began: Int?
    var onceTurn: Int?

    init(customer: String, device: Device, language: String, region: RegionCode? = nil, taps: [Tap], turn: Int) {
        self.customer = customer
        self.status = .ended
        self.device = device
        self.language = language
        self.region = region
        self.flow = ""
        self.step = ""
        self.answers = Fields()
        self.failures = [:]
        self.trail = []
        self.frames = []
        self.interrupted = []
        self.taps = taps
        self.privateNames = []
        self.facts = Fields()
        self.reminders = []
        self.turn = turn
    }

    /// The call that reckons the open pay sheet anew; `nil` when none is under way.
    public var pendingSheetCall: String? { open?.changedSheet?.pending?.call }

    /// The pay sheet that is open, as it stands; `nil` while none is.
    public var openSheet: PaySheet? {
        guard status == .waiting, let open, case .pay(let pay) = open.asked.kind else { return nil }
        return open.changedSheet ?? pay.sheet
    }
}

/// A call whose answer is awaited.
public struct OpenCall: Sendable, Hashable {
    /// A UUID, which is the idempotency key too: every visit of a step has its own.
    public var id: String
    /// When the customer is told that it takes long; `nil` when there is nothing to say, or no longer.
    public var meanwhileAt: Moment?
}

/// A question that waits for its answer.
public struct OpenQuestion: Sendable, Hashable {
    public var asked: AskedQuestion
    /// The name under which the answer is remembered.
    public var name: String
    /// The version of the bot that asked it.
    public var version: String
    /// The request identifiers under which it was asked before, after misfits.
    public var earlierIDs: [String]
    public var misfits: Int
    public var silences: Int
    /// When silence is noticed; `nil` waits for ever.
    public var silentAt: Moment?
    /// The turn in which it was asked last.
    public var turn: Int
    /// The pay sheet as the customer has changed it; `nil` while it is as it was asked.
    public var changedSheet: PaySheet?
    /// What has come of an answer of several messages.
    public var gathered: GatheredFiles? = nil
    /// Whether the answer is private.
    public var isPrivate = false
    /// The form whose page this is, where pages are asked one after another.
    @Boxed public var form: FormProgress? = nil
    /// The days of which one is meant, when the date that was typed may mean two.
    @Boxed public var which: AskedQuestion? = nil

    public var ids: [String] { earlierIDs + [asked.id] }
}

/// A place in a flow that an anywhere word interrupted.
public struct Interruption: Sendable, Hashable {
    public var flow: String
    public var step: String
    /// The answers of its flow, kept when that flow is left; `nil` while the conversation is still in it.
    public var answers: Fields?
    public var trail: [Passed]
    /// How many flows wait for its flow, while the conversation is still in it.
    public var depth = 0
    /// Those flows, kept with the answers.
    public var frames: [Frame] = []
    /// The form that was half answered there, page by page.
    @Boxed public var form: FormProgress? = nil
}

/// A question that was left on the way here.
public struct Passed: Sendable, Hashable {
    public var step: String
    /// What has happened since, while old bubbles lead back.
    var undo: Undo?
}

/// What changed between one question and the next.
struct Undo: Sendable, Hashable {
    /// The turn in which the question was asked last.
    var turn: Int
    /// Names that were empty before.
    var filled: [String] = []
    /// What other names held before.
    var replaced = Fields()
}

/// A tap that was taken.
public struct Tap: Sendable, Hashable {
    /// The request identifier of the bubble, or what the channel calls it.
    public var bubble: String
    public var fingerprint: String
    public var at: Moment
    /// What was chosen, in whichever form the device wrote it; `nil` when the question was not open.
    var chosen: ChosenOffer? = nil
}
