import Channels
import Concurrency
import CurlClient
import Expressions
import FlowModel
import Foundation
import JSON
import Logging
import MessageModel
import OpenGraph
import TestSupport

@testable import AppleMessages

/// The channel under test, over the real HTTP client.
struct Sending {
    let channel: AppleChannel
    let client = CurlClient()
    let clock = TurnableClock(standingAt: Account.now)

    init(
        to gateway: String, pictures: [String: [UInt8]] = [:], isStrict: Bool = true, showsTyping: Bool = false,
        timeout: Duration = .seconds(300), apps: [MessageApp] = [], previews: (any LinkPreviewSource)? = nil,
        store: AppleStore? = nil, signIns: (any SignInOpener)? = nil, payments: (any PaymentOpener)? = nil,
        folder: String? = nil, logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) {
        let settings = AppleSettings(
            gateway: gateway, mspID: Account.mspID, secret: Account.secret, isStrict: isStrict, showsTyping: showsTyping
        )
        channel = AppleChannel(
            settings: settings, client: client, pictures: Album(pictures, in: folder), apps: apps,
            previews: previews,
            store: store, signIns: signIns, payments: payments, clock: clock, version: "1.2.3", logger: logger,
            timeout: timeout)
    }

    /// Sends a message. Returns why it was not delivered, or `nil`.
    @discardableResult
    func send(
        _ message: Message = .text("Hello"), id: String = Sending.id, to customer: String = Account.customer,
        language: String? = nil
    ) async -> DeliveryFailure? {
        let conversation = ConversationKey(channel: "apple", customer: customer, business: Account.business)
        do throws(DeliveryFailure) {
            try await channel.deliver(
                Delivery(
                    id: id, conversation: conversation, message: message, context: DeliveryContext(language: language)))
            return nil
        } catch {
            return error
        }
    }

    static let id = "7c1f0b6e-52a4-4d1b-9f0c-1a2b3c4d5e6f"

    /// Returns the request bodies that a gateway receives for one message.
    static func bodies(
        of message: Message, apps: [MessageApp] = [], previews: (any LinkPreviewSource)? = nil,
        signIns: (any SignInOpener)? = nil, payments: (any PaymentOpener)? = nil, language: String? = nil
    ) async throws -> [JSONValue] {
        try await FakeGateway.run(.status(200)) { gateway, url in
            let sending = Sending(
                to: url, pictures: Examples.pictures, apps: apps, previews: previews, signIns: signIns,
                payments: payments)
            if let failure = await sending.send(message, language: language) { throw failure }
            return gateway.received.map(\.json)
        }
    }
}

/// Pictures by name; all others are unavailable.
struct Album: PictureSource {
    private let pictures: [String: [UInt8]]
    private let folder: String?

    /// - Parameter folder: the folder in which the pictures also exist as files.
    init(_ pictures: [String: [UInt8]], in folder: String? = nil) {
        self.pictures = pictures
        self.folder = folder
    }

    func bytes(of picture: Picture) async -> [UInt8]? { pictures[picture.source] }

    func path(of name: String) -> String? { pictures[name] == nil ? nil : folder.map { "\($0)/\(name)" } }
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
