import Channels
import JSON
import MessageModel

/// Placeholders for values that only a running server can create: the state of a sign-in, the session of a merchant.
/// Each is recognisable as a placeholder.
struct UnopenedServices: SignInOpener, PaymentOpener {
    /// Returns the remark that is shown with a message that contains placeholders.
    static func remark(about message: Message) -> String? {
        switch message {
        case .signIn: return signIn
        case .pay: return payment
        case .link(let link):
            switch link.target {
            case .signIn: return signIn
            case .pay: return payment
            case .address: return nil
            }
        default: return nil
        }
    }

    private static let signIn =
        "state, digits and addresses of a sign-in are created when it is sent; the values here are placeholders"
    private static let payment =
        "the merchant, its session and the addresses of a payment are filled in when it is sent; the value here is a "
        + "placeholder"
    private static let base = "https://placeholder.invalid"

    func openAtDevice(
        _ asked: AskedSignIn, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> DeviceSignIn {
        DeviceSignIn(
            state: "placeholder", redirect: "\(Self.base)/sign-in/\(asked.provider)/callback",
            parameters: asked.extra.map { "\($0.name)=\($0.text)" }.joined(separator: "&"))
    }

    func openLink(
        _ asked: AskedSignIn, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> LinkSignIn {
        LinkSignIn(address: "\(Self.base)/sign-in/\(asked.provider)/link/placeholder", digits: "00")
    }

    func openSheet(
        _ asked: AskedPay, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> OpenedSheet {
        OpenedSheet(
            session: ["placeholder": "the merchant session, as Apple gives it"],
            merchant: SheetMerchant(
                identifier: "placeholder.\(asked.merchant)", country: "ZZ", networks: ["placeholder"],
                capabilities: ["supports3DS"]),
            endpoints: SheetEndpoints(base: "\(Self.base)/apple-pay/placeholder"))
    }

    func openLink(
        _ asked: AskedPay, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> String { "\(Self.base)/apple-pay/placeholder/fallback" }
}
