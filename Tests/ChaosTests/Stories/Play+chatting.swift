import JSON
import WebChat

/// Actions of customers in the web chat. Their browsers resend unacknowledged messages, and resume reading where they
/// were.
extension Play {
    private func device(of customer: String) -> WebDevice { outside.now.devices[customer] ?? WebDevice() }

    mutating func chat(_ customer: String, _ words: String) {
        send(WebDevice.text(words, id: outside.chance.uuid()), by: customer)
    }

    mutating func choose(_ customer: String, _ place: Int) {
        guard let (message, answers) = device(of: customer).question, !answers.isEmpty else {
            return chat(customer, "nothing to choose")
        }
        send(
            WebDevice.choice(
                answers[place % answers.count], of: message, id: outside.chance.uuid(),
                operation: outside.chance.uuid()), by: customer)
    }

    /// Sends the last message again, under its id.
    mutating func chatAgain(_ customer: String) {
        guard let last = device(of: customer).last else { return }
        outside.change { $0.devices[customer]?.waiting.append(last) }
        go(on: customer)
    }

    private mutating func send(_ sending: WebDevice.Sending, by customer: String) {
        outside.change { state in
            state.devices[customer, default: WebDevice()].waiting.append(sending)
            state.devices[customer]?.last = sending
        }
        go(on: customer)
    }

    /// Reads again, beginning some revisions earlier.
    mutating func look(_ customer: String, back: Int) {
        outside.change { state in
            guard var device = state.devices[customer] else { return }
            device.revision = max(0, device.revision - back)
            device.listensTo = nil
            state.devices[customer] = device
        }
        go(on: customer)
    }

    /// Marks everything received as read.
    mutating func readAll(_ customer: String) {
        guard let life, let room = life.room, let sequence = device(of: customer).messages.keys.max() else { return }
        let (outside, device) = (outside, device(of: customer))
        handing.append(
            Task(executorPreference: conductor) {
                guard let token = device.token, let conversation = device.conversation,
                    let caller = try? await room.chats.caller(of: token),
                    (try? await room.chats.noteReceipt(
                        ["type": "read", "up_to": .int(sequence)], in: conversation, by: caller)) != nil,
                    life.pulse.touchWorld()
                else { return }
                outside.change { $0.devices[customer]?.hasReadUpTo = sequence }
            })
    }

    /// Lets all browsers perform their pending work.
    mutating func goOn() {
        for customer in outside.now.devices.keys.sorted() { go(on: customer) }
    }

    /// Lets a browser send its queue and listen to events.
    private mutating func go(on customer: String) {
        guard let life, !life.pulse.isOver, let room = life.room else { return }
        let browser = Browser(customer: customer, room: room, pulse: life.pulse, outside: outside, process: lives)
        handing.append(Task(executorPreference: conductor) { await browser.send() })
        handing.append(Task(executorPreference: conductor) { await browser.listen() })
    }
}
