import ApplePay
import Channels
import FlowEngine
import FlowModel
import SignIn

/// A bot and all that answers for it, built as a whole and never changed.
///
/// A turn, a call, a delivery or a request takes it once and keeps it to its end, so none of them sees parts of two
/// bots. A class, because every event takes it.
final class RunningBot: Sendable {
    let engine: Engine
    let pictures: Pictures
    /// Makes the calls of the flows.
    let actions: BotActions
    let providers: ProviderRegistry
    /// Starts sign-ins.
    let signIns: SignInInitiator
    /// Takes payments.
    let processor: any PaymentProcessor
    let channels: [any Channel]
    /// What the web chat shows of the bot; `nil` when the web chat is switched off.
    let web: WebChatBot?

    init(
        engine: Engine, pictures: Pictures, actions: BotActions, providers: ProviderRegistry, signIns: SignInInitiator,
        processor: any PaymentProcessor, channels: [any Channel], web: WebChatBot?
    ) {
        self.engine = engine
        self.pictures = pictures
        self.actions = actions
        self.providers = providers
        self.signIns = signIns
        self.processor = processor
        self.channels = channels
        self.web = web
    }

    var bot: Bot { engine.bot }
}
