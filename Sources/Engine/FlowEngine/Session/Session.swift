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
    /// The number of retries of each step since it last succeeded.
    public var failures: [String: Int]
    /// The steps of the questions that were left in this flow, most recent last; the path that `back` follows.
    public var trail: [Passed]
    /// The flows that wait for a nested one, outermost first; the innermost waits for `flow`.
    public var frames: [Frame]
    /// Questions that anywhere words interrupted, most recent last.
    public var interrupted: [Interruption]
    /// The last accepted tap of each bubble, so that a repeated one is recognised.
    public var taps: [Tap]
    /// The last typed text that did not answer anything: it did not match, or was an anywhere word.
    public var said: String?
    /// The names, and the paths to fields, with private data: answers, values derived from them, results of calls.
    public var privateNames: Set<String>
    /// The facts about the customer beyond this conversation, by the names after `customer.`.
    public var facts: Fields
    /// In the order in which they were set.
    public var reminders: [WaitingReminder]
    /// The number of processed events.
    public var turn: Int
    /// The time of the last of them; `nil` in sessions that were stored before this field existed.
    public var lastAt: Moment?
    /// The turn in which the conversation began, and the last one that called an action that runs only once; recorded
    /// while taps on old bubbles lead back.
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
    /// The possible dates, when the typed date is ambiguous.
    @Boxed public var which: AskedQuestion? = nil

    public var ids: [String] { earlierIDs + [asked.id] }
}

/// A position in a flow that an anywhere word interrupted.
public struct Interruption: Sendable, Hashable {
    public var flow: String
    public var step: String
    /// The answers of its flow, stored when that flow is left; `nil` while the conversation is still in it.
    public var answers: Fields?
    public var trail: [Passed]
    /// The number of flows that wait for its flow, while the conversation is still in it.
    public var depth = 0
    /// The flows that wait for it, stored with the answers.
    public var frames: [Frame] = []
    /// The form that was partially answered there, page by page.
    @Boxed public var form: FormProgress? = nil
}

/// A question that the conversation has passed.
public struct Passed: Sendable, Hashable {
    public var step: String
    /// The changes since then, while taps on old bubbles lead back.
    var undo: Undo?
}

/// The changes between one question and the next.
struct Undo: Sendable, Hashable {
    /// The turn in which the question was last asked.
    var turn: Int
    /// Names that were empty before.
    var filled: [String] = []
    /// The earlier values of other names.
    var replaced = Fields()
}

/// An accepted tap.
public struct Tap: Sendable, Hashable {
    /// The request identifier of the bubble, or the channel's own identifier.
    public var bubble: String
    public var fingerprint: String
    public var at: Moment
    /// The choice, independent of the form in which the device sent it; `nil` when the question was not open.
    var chosen: ChosenOffer? = nil
}
