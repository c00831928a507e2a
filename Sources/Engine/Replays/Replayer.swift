public import Expressions
import FlowEngine
public import FlowModel

/// Plays kept conversations on other flows, by the same engine that serves customers.
///
/// Pure: events come from the history alone. No action is called; the results of calls are the kept ones.
public struct Replayer: Sendable {
    let engine: Engine
    let comparesTexts: Bool
    let end: Moment

    /// - Parameters:
    ///   - comparesTexts: whether a conversation in which only words differ goes another way.
    ///   - end: the time up to which conversations are played that are still open.
    public init(of bot: Bot, comparesTexts: Bool = false, until end: Moment) {
        self.init(by: Engine(bot), comparesTexts: comparesTexts, until: end)
    }

    init(by engine: Engine, comparesTexts: Bool = false, until end: Moment) {
        self.engine = engine
        self.comparesTexts = comparesTexts
        self.end = end
    }

    /// Plays the history of a session, one conversation after another.
    ///
    /// Each conversation begins at the time at which the kept one did, whatever the one before it has become. What the
    /// session remembers beyond conversations, such as facts and reminders, is as the new flows have made it: after one
    /// that goes another way, later ones may therefore go another way as well.
    ///
    /// - Parameter turns: the turns of the session in order, from the beginning of a conversation on.
    /// - Throws: `ReplayError` when the history does not begin with the beginning of a conversation.
    public func replay(_ turns: [KeptTurn]) throws(ReplayError) -> [Replay] {
        guard let first = turns.first, first.event.sender != nil else { throw .beginningRemoved }
        guard turns.contains(where: { !$0.marks.isEmpty }) else { throw .withoutSteps }
        let history = KeptHistory(turns, naming: name)
        var course = ReplayCourse(history, by: self)
        return history.conversations.compactMap { course.play($0) }
    }

    /// The name of a step in the new flows.
    func name(_ step: NamedStep) -> NamedStep {
        guard let reference = engine.bot.reference(flow: step.flow, step: step.step) else { return step }
        let flow = engine.bot.flows[reference.flow]
        return NamedStep(flow: flow.name, step: flow.steps[reference.step].name)
    }

    func exists(_ step: NamedStep) -> Bool { engine.bot.reference(flow: step.flow, step: step.step) != nil }
}
