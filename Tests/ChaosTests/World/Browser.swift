import ConversationRuntime
import JSON
import WebChat

/// A browser connected to one process.
struct Browser: Sendable {
    let customer: String
    let room: ChatRoom
    let pulse: Pulse
    let outside: Outside
    let process: Int

    private var device: WebDevice { outside.now.devices[customer] ?? WebDevice() }

    private func note(_ change: (inout WebDevice) -> Void) {
        outside.change { state in
            var device = state.devices[customer] ?? WebDevice()
            change(&device)
            state.devices[customer] = device
        }
    }

    /// Sends the queue in order, until a request fails.
    func send() async {
        guard device.sendsTo != process else { return }
        note { $0.sendsTo = process }
        defer { note { $0.sendsTo = nil } }
        do {
            while let sending = device.waiting.first {
                let caller = try await caller()
                let conversation = try await conversation(caller)
                let (message, isNew) = try await take(sending, conversation, caller)
                guard pulse.touchWorld() else { return }
                hear(WebDevice.Seen(json: message), isNew, of: sending)
            }
        } catch {
            if !pulse.isOver { outside.tell("the browser of \(customer) is refused") }
        }
    }

    private func take(
        _ sending: WebDevice.Sending, _ conversation: String, _ caller: ChatCaller
    ) async throws -> (message: JSONValue, isNew: Bool) {
        guard let target = sending.target else {
            return try await room.chats.send(sending.body, to: conversation, by: caller)
        }
        return try await room.chats.respond(sending.body, to: target, in: conversation, by: caller)
    }

    /// Handles a response of the server, which may still be lost on the way to the browser.
    private func hear(_ message: WebDevice.Seen, _ isNew: Bool, of sending: WebDevice.Sending) {
        let known = device.taken[sending.id]
        if let known, isNew || known != message.sequence {
            outside.complain("\(customer) was told that the same message is new, or another one")
        }
        if message.id != sending.id { outside.complain("\(customer) was told of another message than they sent") }
        note { $0.taken[sending.id] = message.sequence }
        let isHeard = !outside.behaviour.losesAnswer(outside.chance)
        if isHeard { note { $0.waiting.removeFirst() } }
        outside.tell(
            "\(customer) has sent message \(message.sequence)\(isNew ? "" : " before")"
                + (isHeard ? "" : ", and does not hear it"))
    }

    /// Returns the caller of the session, which begins if there is none.
    private func caller() async throws -> ChatCaller {
        if let token = device.token { return try await room.chats.admit(token) }
        let session = try await room.chats.beginSession(
            SessionRequest(name: customer, language: "en"), shown: nil, from: "192.0.2.1")
        guard pulse.touchWorld() else { throw OrderlyStore.Gone() }
        note { device in
            device.token = session.token
            device.customer = session.caller.id
        }
        return session.caller
    }

    private func conversation(_ caller: ChatCaller) async throws -> String {
        if let known = device.conversation { return known }
        let begun = try await room.chats.beginConversation([:], by: caller)
        guard pulse.touchWorld(), let id = begun.conversation["id"]?.string else { throw OrderlyStore.Gone() }
        note { $0.conversation = id }
        return id
    }

    /// Listens until the connection breaks, beginning at the last known event.
    func listen() async {
        guard device.listensTo != process, let token = device.token else { return }
        note { device in
            device.listensTo = process
            device.line += 1
        }
        let line = device.line
        do {
            let caller = try await room.chats.caller(of: token)
            var listening = try await room.chats.listen(caller, after: device.revision)
            defer { room.chats.stopListening(listening.stream) }
            while let text = try await listening.next() {
                let event = WebEvent(text)
                guard event.name.isEmpty || pulse.touchWorld() else { return }
                guard device.line == line else { return }
                var wrong: String?
                note { wrong = $0.take(event) }
                if let wrong { outside.complain("the browser of \(customer) \(wrong)") }
            }
        } catch {
            if !pulse.isOver { outside.tell("the browser of \(customer) cannot listen: \(error)") }
        }
        note { if $0.line == line { $0.listensTo = nil } }
    }
}
