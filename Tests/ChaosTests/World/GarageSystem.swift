import Channels
import Concurrency
import ConversationRuntime
import Expressions
import FlowEngine

/// The garage's own system, as one process calls it: a repeated key gives the same result, and the work is done once.
struct GarageSystem: ActionCaller {
    let pulse: Pulse
    let outside: Outside

    private static let attempts = 3

    func call(_ call: ActionCall) async -> ActionOutcome {
        for _ in 0..<Self.attempts {
            let (after, fate) = outside.behaviour.calling(outside.chance)
            if let after { try? await outside.clock.sleep(until: outside.clock.now + after) }
            if fate == .failed || call.isOfDeadBank { return .failed("refused") }
            guard pulse.touchWorld() else { return .failed("unreachable") }
            perform(call)
            if fate == .done { return answer(to: call) }
            outside.tell("and the answer is lost")
            try? await outside.clock.sleep(until: outside.clock.now + .seconds(1))
        }
        return .failed("timeout")
    }

    private func perform(_ call: ActionCall) {
        let first = outside.change { state in
            state.performed[call.key, default: Outside.Performed(call: call)].times += 1
            return state.performed[call.key]?.call
        }
        outside.tell("\(call.action) for \(outside.name(of: call.conversation)) (\(call.key.prefix(4)))")
        if first?.action != call.action || first?.inputs != call.inputs || first?.conversation != call.conversation {
            outside.complain("the key \(call.key) came with something else")
        }
    }

    private func answer(to call: ActionCall) -> ActionOutcome {
        switch call.action {
        case "book": .gave(Fields([("code", .text("G-\(call.key.prefix(4))"))]))
        case "take" where call.isRefusedCard: .failed("card declined")
        case "take": .gave(Fields([("reference", .text(Shop.reference(of: call.key)))]))
        default: .gave(Fields())
        }
    }
}

extension ActionCall {
    /// Cards with this number get no response from their bank.
    fileprivate var isOfDeadBank: Bool {
        if case .text(let token)? = inputs["token"] { token.contains("0500") } else { false }
    }

    /// Cards with this number are refused.
    fileprivate var isRefusedCard: Bool {
        if case .text(let token)? = inputs["token"] { token.contains("0002") } else { false }
    }

    /// The question whose payment it charges; `nil` when it charges nothing.
    var charged: String? {
        guard action == "take", !isRefusedCard, case .text(let question)? = inputs["request"] else { return nil }
        return question
    }
}
