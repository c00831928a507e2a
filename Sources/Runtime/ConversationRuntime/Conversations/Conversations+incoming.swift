public import Channels
import Expressions
public import FlowEngine
public import MessageModel

/// What happens to a conversation other than by an arrival: people and operators act on it, timers fire, calls end, messages are
/// given up.
extension Conversations {
    /// Sends what the person handling the conversation writes to the customer.
    ///
    /// - Parameters:
    ///   - agent: the name of the person; `nil` when it is not known.
    ///   - key: identifies the request, so that repetitions are handled once; `nil` when it has no id.
    ///   - entry: is added to the audit log when the message is accepted; so with the following changes.
    public func answer(
        _ conversation: ConversationKey, with text: String, by agent: String? = nil, under key: DeskRequestKey? = nil,
        recording entry: AuditEntry? = nil
    ) async throws -> Receipt {
        var occurrence = IncomingEvent(.personSaid(text), in: conversation)
        occurrence.by = agent
        occurrence.recognise(by: key)
        occurrence.audit = entry
        return try await handle(occurrence)
    }

    /// Performs what an agent does with a conversation beside writing a text. Ignored, with the reason, when it is refused.
    ///
    /// - Parameters:
    ///   - agent: the name of the agent.
    ///   - key: identifies the request, so that repetitions are handled once; `nil` when it has no id.
    public func perform(
        _ act: AgentAct, by agent: String?, in conversation: ConversationKey, under key: DeskRequestKey? = nil,
        recording entry: AuditEntry? = nil
    ) async throws -> Receipt {
        var occurrence = IncomingEvent(.agent(act), in: conversation)
        occurrence.by = agent
        occurrence.recognise(by: key)
        occurrence.audit = entry
        return try await handle(occurrence)
    }

    /// Applies a customer's change to an open pay sheet. When this returns, the session's sheet includes the change, or
    /// waits for the action that calculates it.
    ///
    /// - Parameter question: the request identifier of the payment.
    public func changeSheet(
        of question: String, in conversation: ConversationKey, _ change: PayChange
    ) async throws -> Receipt {
        try await handle(IncomingEvent(.sheetChanged(question: question, change), in: conversation))
    }

    /// Records that a pay sheet was closed, by the payment processor or by the device. The first report about a sheet
    /// counts.
    public func closeSheet(_ reply: PayReply, in conversation: ConversationKey) async throws -> Receipt {
        try await tell(.pay(reply), in: conversation)
    }

    /// Handles an answer to an open question that did not arrive through the channel.
    ///
    /// - Parameter id: recognises duplicates; `nil` where the store can determine by other means that the answer was already
    ///   handled.
    func tell(_ heard: Heard, in conversation: ConversationKey, id: String? = nil) async throws -> Receipt {
        var occurrence = IncomingEvent(.heard(heard, bubble: nil), in: conversation)
        occurrence.arrivalID = id
        return try await handle(occurrence)
    }

    /// Returns a conversation from a person to the bot.
    ///
    /// - Parameter key: identifies the request, so that repetitions are handled once; `nil` when it has no id.
    public func giveBack(
        _ conversation: ConversationKey, by agent: String? = nil, under key: DeskRequestKey? = nil,
        recording entry: AuditEntry? = nil
    ) async throws -> Receipt {
        var occurrence = IncomingEvent(.givenBack, in: conversation)
        occurrence.by = agent
        occurrence.recognise(by: key)
        occurrence.audit = entry
        return try await handle(occurrence)
    }

    /// Reports an event from outside to a conversation, once for each key.
    public func report(
        _ request: EventRequest, to conversation: ConversationKey, recording entry: AuditEntry? = nil
    ) async throws -> EventReceipt {
        if let receipt = try await store.receipt(of: request) { return receipt }
        var occurrence = IncomingEvent(.outside(request.event), in: conversation)
        occurrence.request = request
        occurrence.arrivalID = request.arrivalID
        occurrence.audit = entry
        switch try await handle(occurrence) {
        case .accepted: return try await store.receipt(after: request, isRepeated: false)
        case .repeated: return try await store.receipt(after: request, isRepeated: true)
        // A request with the same key may have been faster.
        case .ignored(let reason): return try await store.receipt(of: request) ?? .refused(reason)
        }
    }

    /// Ends a conversation for an operator: pending messages are dropped, and the next message starts over.
    public func reset(_ conversation: ConversationKey, recording entry: AuditEntry? = nil) async throws -> Receipt {
        var occurrence = IncomingEvent(.reset, in: conversation)
        occurrence.audit = entry
        return try await handle(occurrence)
    }

    /// Moves a conversation to another step for an operator. Ignored, with the reason, when that is impossible.
    public func move(
        _ conversation: ConversationKey, to step: String, of flow: String, recording entry: AuditEntry? = nil
    ) async throws -> Receipt {
        var occurrence = IncomingEvent(.moved(flow: flow, step: step), in: conversation)
        occurrence.audit = entry
        return try await handle(occurrence)
    }

    /// Wakes a session whose customer has been silent or is due a reminder.
    func wake(_ timer: DueTimer) async throws {
        var occurrence = IncomingEvent(timer.purpose.event, in: timer.conversation)
        occurrence.timer = timer
        _ = try await handle(occurrence)
    }

    /// Handles the end of a call.
    func hearBack(from call: StoredCall, _ outcome: ActionOutcome) async throws {
        var occurrence = IncomingEvent(.called(id: call.request.id, outcome), in: call.conversation)
        occurrence.answeredCall = call.request.id
        occurrence.cause = call.cause
        occurrence.trace = call.trace
        occurrence.deadLetter = DeadLetter(deskNotice: call, outcome, at: clock.now)
        _ = try await handle(occurrence)
    }

    /// Handles a message that was given up: it becomes a dead letter, and the conversation takes its exit for failures.
    ///
    /// - Parameter lane: the lane in which this server held the message, where several servers send.
    func giveUp(_ delivery: StoredDelivery, in lane: HeldLane? = nil, because reason: String) async throws {
        var occurrence = IncomingEvent(.undelivered(turn: delivery.turn), in: delivery.delivery.conversation)
        occurrence.givenUp = delivery.id
        occurrence.heldLane = lane
        occurrence.cause = delivery.delivery.cause
        occurrence.trace = delivery.trace
        occurrence.deadLetter = DeadLetter(delivery, at: clock.now, because: reason)
        _ = try await handle(occurrence)
    }

    /// Answers the event of a dead letter again at an operator's request; the outcome replaces the letter.
    func answerAgain(_ letter: DeadLetter, _ id: DeadLetterID) async throws {
        let event = try Event(json: letter.content)
        var occurrence = IncomingEvent(event.kind, in: letter.conversation)
        occurrence.sender = event.sender
        occurrence.reopened = id
        _ = try await handle(occurrence)
    }
}
