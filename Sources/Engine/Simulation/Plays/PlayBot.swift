import FlowEngine
public import FlowModel

/// A bot with the engines on which its conversations are played: one for each flow that has transcripts, because the
/// conversations of a transcript begin in its flow.
public struct PlayBot: Sendable {
    public let bot: Bot
    private let engine: Engine

    public init(_ bot: Bot) {
        self.bot = bot
        engine = Engine(bot)
    }

    /// The engine of conversations that begin in a flow, given by its index.
    func engine(startingIn flow: Int) -> Engine {
        flow == bot.start.flow
            ? engine : engine.starting(at: StepReference(flow: flow, step: bot.flows[flow].start))
    }
}
