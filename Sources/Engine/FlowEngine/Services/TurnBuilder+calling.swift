import Expressions
import FlowModel
import MessageModel

extension TurnBuilder {
    /// How long a call may take before the customer is informed.
    private static let patience = TimeLength.seconds(3)

    /// Starts a call. Every visit of its step is a new call, with its own id.
    mutating func begin(_ call: Call) throws(EmptyName) -> Destination? {
        let action = bot.actions[call.action]
        let inputs = try inputs(call.inputs, of: action)
        let id = newID()
        effects.call(action, inputs, id: id, shown: shown(inputs, given: call.inputs, to: action))
        if action.isOnce, bot.oldTaps == .goBack { session.onceTurn = session.turn + 1 }
        session.status = .calling
        session.open = nil
        session.call = OpenCall(id: id, meanwhileAt: call.meanwhile == nil ? nil : now + Self.patience)
        return nil
    }

    private func inputs(_ given: [Call.Input], of action: Action) throws(EmptyName) -> Fields {
        var inputs = Fields()
        for input in given {
            let value = try value(of: input.value)
            // People read rows: an answer is kept as its label, not as its id.
            let fitted =
                if case .results = action.target { value?.kept(as: input.type, in: bot.zone) } else {
                    value?.fitted(to: input.type, in: bot.zone)
                }
            inputs[input.name] = bounded(fitted)
        }
        for input in action.takes where !input.isOptional && inputs[input.name] == nil {
            throw EmptyName(Name([input.name]))
        }
        return inputs
    }

    /// Makes the calls for a closed conversation: those of the flow, then of the flows that wait for it.
    mutating func makeClosingCalls() {
        makeClosingCall()
        while !session.frames.isEmpty {
            giveUpRuns(above: session.frames.depth - 1)
            makeClosingCall()
        }
    }

    /// Makes the call for a closed conversation, unless it is over already, or a required input is empty. No step waits
    /// for its result.
    private mutating func makeClosingCall() {
        guard session.status != .ended, session.status != .closed, let reference = bot.start(of: session.flow),
            let call = bot.flows[reference.flow].whenClosed
        else { return }
        let action = bot.actions[call.action]
        guard let inputs = try? inputs(call.inputs, of: action) else { return }
        effects.call(action, inputs, id: newID(), shown: shown(inputs, given: call.inputs, to: action))
    }

    /// Handles the end of a call: its step continues, or takes its exit for failures.
    mutating func hearBack(from id: String, _ outcome: ActionOutcome) throws(EngineError) -> Handling {
        if recalculates(id) {
            recalculate(outcome)
            return .handled
        }
        if fetchesAnswer(id) {
            try takeFetched(outcome)
            return .handled
        }
        guard session.status == .calling, session.call?.id == id else {
            return .ignored("the conversation has moved on")
        }
        session.call = nil
        session.status = .waiting
        guard let step = openStep.map(bot.step), case .call(let call) = step.thing else {
            try startOver()
            return .handled
        }
        switch outcome {
        case .gave(let fields):
            notePrivateResults(of: call)
            remember(.record(fields), as: call.name)
            session.retries.forget(step.name)
            mark(.answered)
            try go(to: call.then)
        case .failed(let problem):
            remember(.record(Fields([("problem", .text(problem))])), as: call.name)
            try go(to: fail(step))
        }
        return .handled
    }

    /// Handles a call that takes long.
    mutating func noticeSlowness(of id: String) -> Handling {
        guard session.status == .calling, session.call?.id == id else { return .ignored("the call has already ended") }
        sayMeanwhile()
        return .handled
    }

    /// While a call is in progress no question is open, so only anywhere words have an effect.
    mutating func hearWhileCalling(_ heard: Heard) throws(EngineError) -> Handling {
        if let text = heard.text {
            if isGoodbye(text) {
                sayGoodbye()
                return .handled
            }
            let flow = bot.start(of: session.flow)
            if let destination = anywhere(text, in: flow) ?? contained(text, in: flow) {
                keepSaid(text, isPrivate: false)
                try interrupt(destination)
                return .handled
            }
        }
        guard session.call?.meanwhileAt != nil else {
            return .ignored("a call is in progress, and no question is open")
        }
        sayMeanwhile()
        return .handled
    }

    private mutating func sayMeanwhile() {
        session.call?.meanwhileAt = nil
        guard let step = openStep.map(bot.step), case .call(let call) = step.thing, let phrase = call.meanwhile else {
            return
        }
        say(plainText(phrase))
    }
}
