import Channels
import Expressions
import FlowEngine
import MessageModel

/// Something that has happened in a conversation, before the engine has been asked about it.
struct Occurrence {
    var kind: Event.Kind
    /// Words in the form of a reaction, which are one unless they answer something.
    var reaction: String?
    var conversation: ConversationKey
    /// What came in, when it came from outside.
    var arrival: Arrival?
    /// The id by which it is recognised when it is reported again: its result may have been kept although the commit seemed to
    /// fail. `nil` for what can be reported only once.
    var arrivalID: String?
    /// The id of the arrival that it goes back to; without one, the request identifier of the question that it is about.
    var cause: String?
    /// The call that has come to its end.
    var answeredCall: String?
    /// The message that was given up, and what is kept of it.
    var givenUp: DeliveryID?
    var deadLetter: DeadLetter?
    /// Who wrote, and the dead letter whose event is answered once more.
    var sender: Event.Sender?
    var reopened: LetterID?
    /// The timer that has come due.
    var timer: DueTimer?

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
}

extension Event.Kind {
    /// The request identifier of the question that it is about, when it says so.
    fileprivate var question: String? {
        switch self {
        case .heard(let heard, _): heard.question
        case .silent(let question), .sheetChanged(let question, _): question
        case .undelivered, .called, .slow, .personSaid, .givenBack, .reminded, .closed, .reset, .moved: nil
        }
    }
}

extension Arrival {
    /// What it says of its customer.
    ///
    /// - Parameter known: what is known of them; what the message does not say of the device still holds.
    func sender(known: KnownCustomer?) -> Event.Sender {
        var device = known?.device ?? (conversation.channel == Device.Channel.web.rawValue ? .web : .unknown)
        if let capabilities { device.capabilities = capabilities }
        return Event.Sender(
            customer: conversation.customer, device: device, locale: locale, region: RegionCode(locale: locale),
            intent: intent, group: group)
    }
}

extension Event.Sender {
    /// Takes over what a conversation that begins with nothing has to know, so that its history can be played again.
    mutating func recall(_ known: KnownCustomer?) {
        guard let known else { return }
        facts = known.facts
        privateFacts = known.privateFacts
        locale = locale ?? known.language
    }
}
