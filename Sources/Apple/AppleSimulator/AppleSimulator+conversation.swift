import Channels
import Concurrency
import JSON

/// The actions of customers. Each returns when the business has answered, or will not, and throws `SimulatorRefusal`
/// when the action is impossible; then nothing has been posted.
extension AppleSimulator {
    /// The customer sends a text, together with the files attached to the draft. A typing signal precedes it unless the
    /// settings disable that.
    @discardableResult
    public func send(text: String, from id: DeviceID) async throws -> WebhookOutcome {
        guard !text.isEmpty else { throw SimulatorRefusal.invalid("text: an empty message cannot be sent") }
        let device = try world.device(id)
        if settings.typesBeforeText { _ = try await post(.typing(starts: true, id: identifiers.uuid()), from: device) }
        return try await send(text, device.draft.take(), from: device)
    }

    /// The customer answers a quick reply or a list picker.
    ///
    /// - Parameter items: identifiers, or titles that are unique in the bubble.
    @discardableResult
    public func tap(
        _ items: [String], on choice: BubbleChoice = .newestUnanswered, from id: DeviceID
    ) async throws -> WebhookOutcome {
        let device = try world.device(id)
        return try await choose(choice, on: device) {
            $0 is QuickReply || $0 is ListPicker
        } choosing: { message throws(SimulatorRefusal) in
            guard !items.isEmpty else { throw .invalid("items: at least one item has to be tapped") }
            var options: [Option] = []
            for item in items { options.append(try message.option(item)) }
            guard Set(options).count == options.count else { throw .invalid("items: the same item occurs twice") }
            return options
        }
    }

    /// The customer chooses a slot of a time picker.
    @discardableResult
    public func pick(
        _ slot: SlotChoice, on choice: BubbleChoice = .newestUnanswered, from id: DeviceID
    ) async throws -> WebhookOutcome {
        let device = try world.device(id)
        return try await choose(choice, on: device) {
            $0 is TimePicker
        } choosing: { message throws(SimulatorRefusal) in
            [try slot.option(among: message.feature.options)]
        }
    }

    /// The customer begins to type, or clears the input field.
    @discardableResult
    public func type(starts: Bool = true, from id: DeviceID) async throws -> WebhookOutcome {
        let device = try world.device(id)
        return try await send(
            .typing(starts: starts, id: identifiers.uuid()), as: starts ? .typingStart : .typingEnd, from: device)
    }

    /// The customer reacts to a message; without an id, to the newest one shown.
    @discardableResult
    public func react(
        _ reaction: Reaction, to message: String? = nil, from id: DeviceID
    ) async throws -> WebhookOutcome {
        let device = try world.device(id)
        let text = reaction.text(to: try device.entry(ofMessage: message), in: device.description.locale)
        return try await send(.text(text, id: identifiers.uuid()), as: .text(text), from: device)
    }

    /// The customer deletes the conversation. Until they write again, the gateway refuses the business's messages.
    @discardableResult
    public func close(from id: DeviceID) async throws -> WebhookOutcome {
        let device = try world.device(id)
        device.customer.close()
        return try await send(.close(id: identifiers.uuid()), as: .close, from: device)
    }
}

extension AppleSimulator {
    /// Answers a bubble by choosing among its options.
    private func choose(
        _ choice: BubbleChoice, on device: Device, _ fits: (any InteractiveFeature) -> Bool,
        choosing: (InteractiveMessage) throws(SimulatorRefusal) -> [Option]
    ) async throws -> WebhookOutcome {
        try await answer(choice, on: device, fits) { bubble throws(SimulatorRefusal) in
            let options = try choosing(bubble.message)
            let data = try bubble.message.answer(
                options, layout: device.description.listReplies, session: bubble.session)
            return (data, .choice(request: bubble.message.requestIdentifier, options))
        }
    }

    /// Answers a bubble with the interactive data that `answering` returns.
    func answer(
        _ choice: BubbleChoice, on device: Device, _ fits: (any InteractiveFeature) -> Bool,
        _ answering: (Device.OpenBubble) throws(SimulatorRefusal) -> (JSONValue, TranscriptEntry.Sent)
    ) async throws -> WebhookOutcome {
        let bubble = try device.openBubble(choice, fits) { identifiers.uuid() }
        let (data, sent) = try answering(bubble)
        let reply = try await reply(data, from: device)
        return try await marking(bubble.number, wasAnswered: bubble.wasAnswered, on: device) {
            try await send(reply, as: sent, from: device)
        }
    }

    /// Marks a bubble as answered while the answer is posted, and removes the mark if the business did not accept it.
    func marking(
        _ number: Int, wasAnswered: Bool, on device: Device, _ post: () async throws -> WebhookOutcome
    ) async throws -> WebhookOutcome {
        var isAnswered = wasAnswered
        device.markBubble(number, answered: true)
        defer { device.markBubble(number, answered: isAnswered) }
        let outcome = try await post()
        if outcome.isDelivered { isAnswered = true }
        return outcome
    }

    /// Records the customer's action, posts it, and records whether it was delivered.
    func send(
        _ message: WebhookMessage, as sent: TranscriptEntry.Sent, files: [TranscriptFile] = [], from device: Device
    ) async throws -> WebhookOutcome {
        switch sent {
        case .text, .choice, .form, .signIn, .payment, .app: device.customer.reopen()
        case .typingStart, .typingEnd, .close: break
        }
        let payload = message.json(from: device.description).bytes
        let number = device.record(sent, id: message.id, files: files, payload: payload, at: clock.now)
        let outcome = try await post(message, from: device)
        device.transcript.change { $0.change(number) { $0.isDelivered = outcome.isDelivered } }
        return outcome
    }

    private func post(_ message: WebhookMessage, from device: Device) async throws -> WebhookOutcome {
        let posts = try await webhooks.post(message, from: device, newID: identifiers.uuid)
        return WebhookOutcome(messageID: message.id, posts: posts)
    }
}
