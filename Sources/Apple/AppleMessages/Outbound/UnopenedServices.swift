public import Channels
import JSON
public import MessageModel

/// Placeholders for values that only a running server can create: the state of a sign-in, the session of a merchant.
/// Each is recognisable as a placeholder.
public struct UnopenedServices: SignInOpener, PaymentOpener {
    public init() {}

    /// Returns the remark that is shown with a message that contains placeholders.
    public static func remark(about message: Message) -> String? {
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

    /// The address of a page of ours, where one is needed.
    public static func address(of target: LinkMessage.Target) -> String? {
        switch target {
        case .address(let address): address
        case .signIn(let asked): "\(base)/sign-in/\(asked.provider)/link/placeholder"
        case .pay: "\(base)/apple-pay/placeholder/fallback"
        }
    }

    private static let signIn =
        "state, digits and addresses of a sign-in are created when it is sent; the values here are placeholders"
    private static let payment =
        "the merchant, its session and the addresses of a payment are filled in when it is sent; the value here is a "
        + "placeholder"
    private static let base = "https://placeholder.invalid"

    public func openAtDevice(
        _ asked: AskedSignIn, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> DeviceSignIn {
        DeviceSignIn(
            state: "placeholder", redirect: "\(Self.base)/sign-in/\(asked.provider)/callback",
            parameters: asked.extra.map { "\($0.name)=\($0.text)" }.joined(separator: "&"))
    }

    public func openLink(
        _ asked: AskedSignIn, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> LinkSignIn {
        LinkSignIn(address: Self.address(of: .signIn(asked)) ?? Self.base, digits: "00")
    }

    public func openSheet(
        _ asked: AskedPay, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> OpenedSheet {
        OpenedSheet(
            session: ["placeholder": "the merchant session, as Apple gives it"],
            merchant: SheetMerchant(
                identifier: "placeholder.\(asked.merchant)", country: "ZZ", networks: ["placeholder"],
                capabilities: ["supports3DS"]),
            endpoints: SheetEndpoints(base: "\(Self.base)/apple-pay/placeholder"))
    }

    public func openLink(
        _ asked: AskedPay, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> String { Self.address(of: .pay(asked)) ?? Self.base }
}
