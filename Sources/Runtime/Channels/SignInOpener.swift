public import MessageModel

/// Opens sign-ins for a channel that is about to request one.
public protocol SignInOpener: Sendable {
    /// Opens a sign-in for a device that performs it itself.
    func openAtDevice(
        _ asked: AskedSignIn, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> DeviceSignIn

    /// Opens a sign-in in a browser page, for every other device.
    func openLink(
        _ asked: AskedSignIn, question: String, in conversation: ConversationKey
    ) async throws(DeliveryFailure) -> LinkSignIn
}

/// The part of a message that lets a device sign in.
public struct DeviceSignIn: Sendable, Hashable {
    /// Valid once, for ten minutes.
    public var state: String
    /// The address to which the provider redirects the customer.
    public var redirect: String
    /// Additional parameters of the authorization request, as a query string.
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
    /// Two digits, or the six of a code, that the page asks for, so that a forwarded link is useless.
    public var digits: String

    public init(address: String, digits: String) {
        self.address = address
        self.digits = digits
    }
}
