import Channels
import Expressions
import FlowEngine
import MessageModel
import Traces

/// An event in a conversation before it is passed to the engine.
struct IncomingEvent {
    var kind: Event.Kind
    /// Text in the form of a reaction; treated as one unless it answers an open question.
    var reaction: String?
    var conversation: ConversationKey
    /// The arrival, when the event came from outside.
    var arrival: Arrival?
    /// The id by which a repeated report is recognised: its result may have been saved although the commit appeared to
    /// fail. `nil` for events that can be reported only once.
    var arrivalID: String?
    /// The id of the arrival that caused it; without one, the request identifier of the question it is about.
    var cause: String?
    /// The span that caused it, where the running task has none.
    var trace: TraceParent?
    /// The call that has finished.
    var answeredCall: String?
    /// The message that was given up, and its dead letter.
    var givenUp: DeliveryID?
    /// The lane in which this server held that message, where several servers send.
    var heldLane: HeldLane?
    var deadLetter: DeadLetter?
    /// The sender, and the dead letter whose event is answered again.
    var sender: Event.Sender?
    var reopened: DeadLetterID?
    /// The timer that is due.
    var timer: DueTimer?
    /// The name of the agent who acts.
    var by: String?
    /// The request of people whose event it is, if it has an id.
    private(set) var deskRequest: DeskRequestKey?
    /// The request of the system that reports an event from outside.
    var request: EventRequest?
    /// The entry in the audit log of the operator whose act it is.
    var audit: AuditEntry?

    init(_ kind: Event.Kind, in conversation: ConversationKey) {
        self.kind = kind
        self.conversation = conversation
        cause = kind.question
    }

    init(_ kind: Event.Kind, from arrival: Arrival) {
        self.init(kind, in: arrival.conversation)
        self.arrival = arrival
        arrivalID = arrival.id
        cause = arrival.id
    }

    /// Lets a repeated request of people be recognised.
    mutating func recognise(by key: DeskRequestKey?) {
        deskRequest = key
        arrivalID = key?.id
    }
}

extension Event.Kind {
    /// The request identifier of the question that the event is about, if it names one.
    fileprivate var question: String? {
        switch self {
        case .heard(let heard, _): heard.question
        case .silent(let question), .sheetChanged(let question, _): question
        case .opened, .undelivered, .called, .slow, .personSaid, .agent, .givenBack, .reminded, .unanswered, .closed,
            .reset, .moved, .outside:
            nil
        }
    }
}

extension Arrival {
    /// The sender as the arrival describes them.
    ///
    /// - Parameter known: what is known of the customer; device properties missing from the message are taken from it.
    func sender(known: KnownCustomer?) -> Event.Sender {
        var device = known?.device ?? .unknown(on: conversation.channel)
        if let capabilities { device.capabilities = capabilities }
        return Event.Sender(
            customer: conversation.customer, device: device, locale: locale, region: RegionCode(locale: locale),
            intent: intent, group: group)
    }
}

extension Event.Sender {
    /// Takes over what a new conversation needs to know, so that its history can be replayed.
    mutating func recall(_ known: KnownCustomer?) {
        guard let known else { return }
        facts = known.facts
        privateFacts = known.privateFacts
        locale = locale ?? known.language
    }
}
