import Channels
import Concurrency
import ConversationRuntime
import Expressions
import MessageModel

extension Play {
    /// Performs a step, or nothing when that is not possible at present.
    mutating func act(_ step: Story.Step) async {
        outside.tell("> \(step)")
        goOn()
        switch step {
        case .say(let customer, let words): send(.heard(.text(words)), from: customer)
        case .tellPlate(let customer): tellPlate(customer)
        case .tap(let customer, let place, let before): tap(customer, place, before)
        case .tapAgain(let customer):
            if let tap = phone(of: customer).lastTap { send(.heard(.choice(tap)), from: customer) }
        case .repeatLast(let customer): repeatLast(customer)
        case .close(let customer): send(.closed, from: customer)
        case .chat(let customer, let words): chat(customer, words)
        case .choose(let customer, let place): choose(customer, place)
        case .chatAgain(let customer): chatAgain(customer)
        case .look(let customer, let back): look(customer, back: back)
        case .readAll(let customer): readAll(customer)
        case .signIn(let customer): signIn(customer)
        case .signInAgain(let customer): comeBackAgain(customer)
        case .refuseSignIn(let customer): refuseSignIn(customer)
        case .authorize(let customer, let card): authorize(customer, card)
        case .authorizeAgain(let customer): authorizeAgain(customer)
        case .chooseShipping(let customer, let method): chooseShipping(customer, method)
        case .shut(let customer, let ending): shut(customer, ending)
        case .write(let customer, let words): atDesk(of: customer) { try await $0.answer($1, with: words) }
        case .giveBack(let customer): atDesk(of: customer) { try await $0.giveBack($1) }
        case .move(let customer, let step): await move(customer, to: step)
        case .commandWrite(let customer, let words):
            await command(on: customer) { "\(try await $0.answer($1, with: words))" }
        case .commandGiveBack(let customer): await commandGiveBack(customer)
        case .retry: await retry()
        case .pass(let length): await pass(length)
        case .setBack(let length): outside.clock.turn(by: length * -1)
        case .edit(let version): edit(version)
        case .stop: await stop()
        case .kill: kill()
        }
    }

    func phone(of customer: String) -> Phone { outside.now.phones[customer] ?? Phone() }

    mutating func send(_ content: Arrival.Content, from customer: String) {
        let number = outside.send(content, from: customer)
        // Occasionally Apple is slow, and later messages overtake this one.
        if story.isOrderly || !chance.happens(1, in: 10) { hand(number) }
    }

    private static let plateQuestion = "Which number plate?"

    private mutating func tellPlate(_ customer: String) {
        let isAsked = phone(of: customer).isAsked(Self.plateQuestion)
        send(.heard(.text(isAsked ? Story.plate(of: customer) : "no plate")), from: customer)
    }

    private mutating func tap(_ customer: String, _ place: Int, _ before: Int) {
        // In random stories customers mostly answer what they are asked.
        if !story.isOrderly, before == 0, phone(of: customer).isAsked(Self.plateQuestion) { return tellPlate(customer) }
        let bubbles = phone(of: customer).bubbles
        guard bubbles.count > before else { return send(.heard(.text("nothing to tap")), from: customer) }
        let bubble = bubbles[bubbles.count - 1 - before]
        let choice = bubble[place % bubble.count]
        outside.change { $0.phones[customer]?.lastTap = choice }
        send(.heard(.choice(choice)), from: customer)
    }

    private mutating func repeatLast(_ customer: String) {
        let sent = outside.now.sent
        if let number = sent.lastIndex(where: { $0.arrival.conversation.customer == customer }) { hand(number) }
    }

    /// Performs an action of a person at the desk, once.
    private mutating func atDesk(
        of customer: String, _ work: @escaping @Sendable (Conversations, ConversationKey) async throws -> Receipt
    ) {
        guard let life, !life.pulse.isOver else { return }
        let outside = outside
        handing.append(
            Task(executorPreference: conductor) {
                let receipt = try? await work(life.conversations, Outside.conversation(with: customer))
                if let receipt, !life.pulse.isOver { outside.tell("the desk hears \(receipt)") }
            })
    }

    /// Lets time pass in steps: work that becomes due is done before the clock continues.
    private mutating func pass(_ length: TimeLength) async {
        let end = outside.clock.now + length
        while outside.clock.now < end, !(life?.pulse.isOver ?? true) {
            outside.clock.turn(by: min(end - outside.clock.now, .seconds(61)))
            await conductor.untilIdle()
        }
        if outside.clock.now < end { outside.clock.turn(by: end - outside.clock.now) }
    }

    private mutating func edit(_ version: String) {
        guard let engine = engines[version] else { return }
        self.version = version
        life?.engine.change { $0 = engine }
    }

    private func stop() async { await life?.stop(outside.clock, conductor) }

    /// A second process survives when only the server is killed, but not a power failure.
    private mutating func kill() {
        isPowerCut = commander == nil || plan.survival != .killed
        if isPowerCut { life?.pulse.disk.crashNow() }
        life?.pulse.end()
    }
}
