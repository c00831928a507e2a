public import Expressions
public import MessageModel

/// The state of one customer in a bot: everything that must survive a restart.
public struct Session: Sendable, Hashable {
    public enum Status: String, Sendable, CaseIterable {
        /// A question is open.
        case waiting
        /// A call is in progress.
        case calling
        /// Human agents have taken over.
        case withPerson = "with-person"
        /// The customer's next message starts a new conversation.
        case ended
        /// The customer has closed the conversation: nothing is sent until they write again.
        case closed
    }

    /// The customer's opaque id on their channel.
    public var customer: String
    public var status: Status
    /// The device of the last message.
    public var device: Device
    /// The language of the conversation.
    public var language: String
    /// The region that determines how dates and money are read and formatted; `nil` while no event has recorded one.
    public var region: RegionCode?
    /// From the entry link.
    public var intent: String?
    public var group: String?
    /// The current flow and step, by name, so that they can be migrated after an edit.
    public var flow: String
    public var step: String
    /// The values of the names of the flow.
    public var answers: Fields
    /// The open question, while waiting.
    public var open: OpenQuestion?
    /// The call in progress, while calling.
    public var call: OpenCall?
    /// The handover that no agent has answered so far, where the flow says what happens then.
    public var handover: OpenHandover?
    /// What agents have done, while the conversation is with people; `nil` when they have done nothing.
    @Boxed public var people: PeopleState? = nil
    /// The retries of the steps of the flow.
    public var retries: Retries
    /// The path through the flow.
    public var trail: Trail
    /// The flows that wait for a nested one; the innermost waits for `flow`.
    public var frames: FlowStack
    /// The questions to which `resume` returns.
    public var interrupted: Interruptions
    /// The flows that were left for others, to which `back` returns.
    public var left: LeftFlows
    public var taps: Taps
    /// The last typed text that did not answer anything: it did not match, or was an anywhere word.
    public var said: String?
    public var privateNames: PrivateNames
    /// The facts about the customer beyond this conversation, by the names after `customer.`.
    public var facts: Fields
    public var reminders: WaitingReminders
    /// The events from outside that wait for the end of the conversation.
    public var heldEvents = HeldEvents()
    /// The slots that the customer has taken.
    public var bookings: [SlotBooking] = []
    /// The number of processed events.
    public var turn: Int
    /// The time of the last of them; `nil` in sessions that were stored before this field existed.
    public var lastAt: Moment?
    /// The turn in which the conversation began, and the last one that called an action that runs only once; recorded
    /// while taps on old bubbles lead back.
    var began: Int?
    var onceTurn: Int?

    init(customer: String, device: Device, language: String, region: RegionCode? = nil, turn: Int) {
        self.customer = customer
        self.status = .ended
        self.device = device
        self.language = language
        self.region = region
        self.flow = ""
        self.step = ""
        self.answers = Fields()
        self.retries = Retries()
        self.trail = Trail()
        self.frames = FlowStack()
        self.interrupted = Interruptions()
        self.left = LeftFlows()
        self.taps = Taps()
        self.privateNames = PrivateNames()
        self.facts = Fields()
        self.reminders = WaitingReminders()
        self.turn = turn
    }

    /// The call that recalculates the open payment sheet; `nil` when none is in progress.
    public var pendingSheetCall: String? { open?.changedSheet?.pending?.call }

    /// The open payment sheet in its current state; `nil` while none is open.
    public var openSheet: PaySheet? {
        guard status == .waiting, let open, case .pay(let pay) = open.asked.kind else { return nil }
        return open.changedSheet ?? pay.sheet
    }
}

/// A call in progress.
public struct OpenCall: Sendable, Hashable {
    /// A UUID, which is also the idempotency key: every visit of a step has its own.
    public var id: String
    /// When the customer is informed that the call takes long; `nil` when there is no message for this, or it has been
    /// sent.
    public var meanwhileAt: Moment?
}

/// A question that waits for its answer.
public struct OpenQuestion: Sendable, Hashable {
    public var asked: AskedQuestion
    /// The name that holds the answer.
    public var name: String
    /// The version of the bot that asked it.
    public var version: String
    /// The request identifiers under which it was asked before, after replies that did not match.
    public var earlierIDs: [String]
    public var misfits: Int
    public var silences: Int
    /// The time limit for an answer; `nil` waits indefinitely.
    public var silentAt: Moment?
    /// The turn in which it was last asked.
    public var turn: Int
    /// The payment sheet with the customer's changes; `nil` while there are none.
    public var changedSheet: PaySheet?
    /// The parts so far of an answer that consists of several messages.
    public var gathered: GatheredFiles? = nil
    /// Whether the answer is private.
    public var isPrivate = false
    /// The form of this page, where pages are asked one after another.
    @Boxed public var form: FormProgress? = nil
    /// The question about a typed answer that was ambiguous, or that has to be confirmed.
    @Boxed public var which: AskedQuestion? = nil
    /// The answer that was understood and has to be confirmed.
    @Boxed public var meant: Value? = nil

    public var ids: [String] { earlierIDs + [asked.id] }
}
