import FlowEngine
public import FlowModel

/// A bot with the engine on which its conversations are played.
public struct PlayBot: Sendable {
    /// The bot whose conversations are played.
    public let bot: Bot
    let engine: Engine

    /// Prepares a bot, so that many plays share one engine.
    public init(_ bot: Bot) {
        self.bot = bot
        engine = Engine(bot)
    }

    /// The engine that begins conversations in a flow, given by its index, as those of its transcript begin.
    func opener(of flow: Int) -> Engine {
        flow == bot.start.flow
            ? engine : engine.starting(at: StepReference(flow: flow, step: bot.flows[flow].start))
    }
}
