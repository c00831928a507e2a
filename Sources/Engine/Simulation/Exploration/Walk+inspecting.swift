import ChannelRules
import Diagnostics
import Expressions
import FlowEngine
import FlowModel
import MessageModel

/// What is found where a move leads.
extension Walk {
    /// Looks at what a move has done.
    ///
    /// - Parameters:
    ///   - calls: the outcomes of the calls that it has led to.
    ///   - before: the world in which it was made.
    mutating func inspect(
        _ move: ExplorationMove, _ calls: [CallChoice], at index: Int, before: World, after: World
    ) {
        guard let session = after.session else { return }
        let silent = after.sent.isEmpty && before.session?.isOver != true
        if silent, session.isOver, move.isByCustomer, before.session != nil {
            note(.silentEnd, move, calls, at: index, reason: nil)
        }
        let made = effective(calls, in: after)
        let earlier = move.kind == .answer ? [] : nodes[index].recentCalls
        for (place, call) in made.enumerated() {
            let others = earlier + made[..<place]
            guard others.contains(where: { $0.action == call.action && $0.inputs == call.inputs }) else { continue }
            let count = (self.calls(before: index) + calls).count { $0.action == call.action }
            note(
                .calledTwice, move, calls, at: index, reason: call.action, step: after.bot.step(calling: call.action),
                expected: ["expect: called \(call.action) \(count == 2 ? "twice" : "\(count) times")"])
        }
        inspectTexts(move, calls, at: index, before: before, after: after)
        for message in after.sent where after.sender.device.channel == .apple {
            guard let text = message.longText else { continue }
            note(.overLimit, move, calls, at: index, reason: text, step: PlayStep(session))
        }
    }

    /// Adds a finding with the conversation that shows it.
    ///
    /// - Parameters:
    ///   - move: the move in a state that shows it; `nil` when the state itself does.
    ///   - reason: what the message names.
    ///   - step: the step that it is about; by default that of the state.
    ///   - expected: the last lines of the conversation, which no longer hold once the flow is fixed; by default those that
    ///     belong to the code.
    mutating func note(
        _ code: DiagnosticCode, _ move: ExplorationMove?, _ calls: [CallChoice], at index: Int, reason: String?,
        step: PlayStep? = nil, expected: [String]? = nil
    ) {
        guard let step = step ?? nodes[index].step,
            !findings.contains(where: { $0.code == code && $0.step == step })
        else { return }
        let last = move.map { [ExploredNode.Edge(kind: $0.kind, lines: $0.lines, calls: calls, target: nil)] } ?? []
        let words = FindingWords(code, step, reason ?? "")
        add(
            ExplorationFinding(
                code: code, step: step, message: words.message, label: words.label, help: words.help,
                transcript: transcript(words.name, to: index, then: last, expected ?? words.expected), scene: scene.name
            ))
    }
}

extension Bot {
    /// The first step that calls an action.
    func step(calling action: String) -> PlayStep? {
        for flow in flows {
            for step in flow.steps {
                if case .call(let call) = step.thing, actions[call.action].name == action {
                    return PlayStep(flow: flow.name, step: step.name)
                }
            }
        }
        return nil
    }
}

extension Message {
    /// A title, a label or a button that is longer than Apple's devices accept (`AppleLimits.strict`).
    fileprivate var longText: String? {
        switch self {
        case .buttons(let message): message.items.map(\.title).first { $0.count > AppleLimits.buttonLabel }
        case .list(let message): message.bubble.title.tooLong
        case .times(let message): message.bubble.title.tooLong
        case .signIn(let message): message.bubble.title.tooLong
        case .pay(let message): message.bubble.title.tooLong
        case .app(let message): message.bubble.title.tooLong
        case .form(let message): message.bubble.title.tooLong
        case .text, .prompt, .link, .card: nil
        }
    }
}

extension String {
    fileprivate var tooLong: String? { count > AppleLimits.strict.text ? self : nil }
}
