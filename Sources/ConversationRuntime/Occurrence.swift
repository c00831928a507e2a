import Channels
import FlowEngine
import MessageModel

/// Something that has happened in a conversation, before the engine has been asked about it.
struct Occurrence {
    var kind: Event.Kind
    var conversation: ConversationKey
    /// What came in, when it came from outside.
    var arrival: Arrival?
    /// The id of the arrival that it goes back to; `nil` when there was none.
    var cause: String?
    /// The call that has come to its end.
    var answeredCall: String?
    /// The message that was given up, and what is kept of it.
    var givenUp: DeliveryID?
    var deadLetter: DeadLetter?
    /// Who wrote, and the dead letter whose event is answered once more.
    var sender: Event.Sender?
    var reopened: LetterID?
    /// The session whose timer has come due.
    var timer: SessionID?

    init(_ kind: Event.Kind, in conversation: ConversationKey) {
        self.kind = kind
        self.conversation = conversation
    }

    init(_ kind: Event.Kind, from arrival: Arrival) {
        self.init(kind, in: arrival.conversation)
        self.arrival = arrival
        cause = arrival.id
    }
}

extension Arrival {
    /// What it says of its customer.
    ///
    /// - Parameter known: the device last written from; what the message does not say still holds.
    func sender(known: Device?) -> Event.Sender {
        var device = known ?? .unknown
        if let capabilities { device.capabilities = capabilities }
        return Event.Sender(
            customer: conversation.customer, device: device, locale: locale, intent: intent, group: group)
    }
}
