import Channels
import MessageModel

/// Opens every sign-in with the same state and the same page.
struct FixedSignIns: SignInOpener {
    static let device = DeviceSignIn(
        state: "3q2-7w", redirect: "https://bot.example.com/sign-in/shop/callback", parameters: "nonce=n&prompt=login")
    static let link = LinkSignIn(address: "https://bot.example.com/sign-in/shop/link/8d7", digits: "42")

    func openAtDevice(
        _ asked: AskedSignIn, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> DeviceSignIn { Self.device }

    func openLink(
        _ asked: AskedSignIn, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> LinkSignIn { Self.link }
}
