public import MessageModel

/// Opens sign-ins for a channel that is about to ask for one.
public protocol SignInOpener: Sendable {
    /// For a device that signs in itself.
    func openAtDevice(
        _ asked: AskedSignIn, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> DeviceSignIn

    /// For every other device: a page in a browser.
    func openLink(
        _ asked: AskedSignIn, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> LinkSignIn
}

/// What a message carries by which a device signs in.
public struct DeviceSignIn: Sendable, Hashable {
    /// Good once, for ten minutes.
    public var state: String
    /// The address to which the provider sends the customer back.
    public var redirect: String
    /// Further parameters of the authorization request, as a query.
    public var parameters: String

    public init(state: String, redirect: String, parameters: String) {
        self.state = state
        self.redirect = redirect
        self.parameters = parameters
    }
}

/// The page on which a customer signs in.
public struct LinkSignIn: Sendable, Hashable {
    public var address: String
    /// Two digits, or the six of a code, for which the page asks, so that a link that was passed on is of no use.
    public var digits: String

    public init(address: String, digits: String) {
        self.address = address
        self.digits = digits
    }
}
