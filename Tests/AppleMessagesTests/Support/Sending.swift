import Channels
import CurlClient
import Expressions
import Foundation
import Logging
import MessageModel

@testable import AppleMessages

/// The channel under test, over the real HTTP client.
struct Sending {
    let channel: AppleChannel
    let client = CurlClient()
    let clock = TurnableClock(standingAt: Account.now)

    init(
        to gateway: String, pictures: [String: [UInt8]] = [:], isStrict: Bool = true, showsTyping: Bool = false,
        timeout: Duration = .seconds(20), logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) {
        let settings = AppleSettings(
            gateway: gateway, mspID: Account.mspID, secret: Account.secret, isStrict: isStrict, showsTyping: showsTyping
        )
        channel = AppleChannel(
            settings: settings, client: client, pictures: Album(pictures), clock: clock, version: "1.2.3",
            logger: logger, timeout: timeout)
    }

    /// Sends a message. Returns why it did not arrive, or `nil`.
    @discardableResult
    func send(
        _ message: Message = .text("Hello"), id: String = Sending.id, to customer: String = Account.customer
    ) async -> DeliveryFailure? {
        let conversation = ConversationKey(channel: "apple", customer: customer, business: Account.business)
        do throws(DeliveryFailure) {
            try await channel.deliver(Delivery(id: id, conversation: conversation, message: message))
            return nil
        } catch {
            return error
        }
    }

    static let id = "7c1f0b6e-52a4-4d1b-9f0c-1a2b3c4d5e6f"
}

/// Pictures by their names; every other one cannot be had.
struct Album: PictureSource {
    private let pictures: [String: [UInt8]]

    init(_ pictures: [String: [UInt8]]) { self.pictures = pictures }

    func bytes(of picture: Picture) async -> [UInt8]? { pictures[picture.source] }
}

extension DeliveryFailure {
    /// The name of the case, for tables.
    var kind: String {
        switch self {
        case .tryAgain: "try again"
        case .giveUp: "give up"
        case .stopSending: "stop sending"
        }
    }
}
