import ChannelRules
public import Channels
public import CurlClient
import Expressions
public import FlowModel
import Foundation
import JSON
public import Logging
public import MessageModel
import OpenGraph

/// Delivers messages through Apple's gateway.
///
/// Apple does not preserve order by itself: the next message to a customer may be sent only after the response to the
/// previous one (developer.apple.com, Sequencing Messages). The outbox ensures this between deliveries, this type
/// within one delivery.
public struct AppleChannel: Channel {
    public let name = Apple.channel

    private let settings: AppleSettings
    private let gateway: GatewayClient
    private let clock: any WallClock
    private var pictures: any PictureSource
    private var apps: [MessageApp]
    private var signIns: (any SignInOpener)?
    private var payments: (any PaymentOpener)?
    private let previews: (any LinkPreviewSource)?
    private var uploads: Uploads?
    private let logger: Logger
    private let references = PayloadReferences()
    private let progress = DeliveryProgress()

    /// - Parameters:
    ///   - pictures: returns the bytes of the pictures that messages show.
    ///   - apps: the iMessage apps that messages open.
    ///   - store: stores the files of messages; without it, pictures of apps are left out, and other files are sent as
    ///     text.
    ///   - files: the stored files that people send; without them, such messages cannot be sent.
    ///   - signIns: opens sign-ins; without it, sign-in messages cannot be sent.
    ///   - payments: opens payments; without it, payment messages cannot be sent.
    ///   - version: the version of Usher, for Apple's logs.
    public init(
        settings: AppleSettings, client: CurlClient, pictures: any PictureSource, apps: [MessageApp] = [],
        store: AppleStore? = nil, files: (any StoredFileSource)? = nil, signIns: (any SignInOpener)? = nil,
        payments: (any PaymentOpener)? = nil, clock: any WallClock, version: String, logger: Logger
    ) {
        self.init(
            settings: settings, client: client, pictures: pictures, apps: apps,
            previews: settings.showsPreviews
                ? LinkPreviews(client: client, clock: clock, largestPicture: AppleLimits.linkPicture) : nil,
            store: store, files: files,
            signIns: signIns, payments: payments, clock: clock, version: version, logger: logger, timeout: .seconds(30))
    }

    /// - Parameter timeout: the time limit for Apple's response.
    init(
        settings: AppleSettings, client: CurlClient, pictures: any PictureSource, apps: [MessageApp],
        previews: (any LinkPreviewSource)?, store: AppleStore?, files: (any StoredFileSource)? = nil,
        signIns: (any SignInOpener)? = nil, payments: (any PaymentOpener)? = nil, clock: any WallClock, version: String,
        logger: Logger, timeout: Duration
    ) {
        self.settings = settings
        self.clock = clock
        self.pictures = pictures
        self.apps = apps
        self.signIns = signIns
        self.payments = payments
        self.previews = previews
        uploads = store.map { Uploads(store: $0, pictures: pictures, files: files, client: client, clock: clock) }
        self.logger = logger
        gateway = GatewayClient(settings: settings, client: client, clock: clock, version: version, timeout: timeout)
    }

    /// Returns the same channel for another bot. What it knows of Apple is shared: the gateway's token, accepted
    /// messages, and uploaded files.
    ///
    /// - Parameters: as for `init`.
    public func with(
        pictures: any PictureSource, apps: [MessageApp], signIns: (any SignInOpener)?, payments: (any PaymentOpener)?
    ) -> AppleChannel {
        var channel = self
        channel.pictures = pictures
        channel.uploads?.pictures = pictures
        channel.apps = apps
        channel.signIns = signIns
        channel.payments = payments
        return channel
    }

    /// Sends the messages that a delivery consists of, one after another. Messages that Apple accepted are not sent
    /// again when a later one has to be retried.
    public func deliver(_ delivery: Delivery) async throws(DeliveryFailure) {
        let messages = try await envelope(of: delivery).messages(of: delivery.message)
        let taken = progress.taken(of: delivery.id)
        if settings.showsTyping, taken == 0 { try await showTyping(to: delivery) }
        for (index, message) in messages.enumerated().dropFirst(taken) {
            let id = WireMessage.id(index, of: messages.count, for: delivery.id)
            try await send(message, id: id, delivery)
            if messages.count > 1 { progress.note(index + 1, of: delivery.id) }
        }
        progress.finish(delivery.id)
    }

    private func envelope(of delivery: Delivery) -> Envelope {
        Envelope(
            pictures: pictures, limits: settings.limits, log: DeliveryLog(logger, of: delivery),
            apps: apps, previews: previews,
            language: delivery.context.language ?? "en", attachments: attachments(of: delivery),
            signIns: signIns.map { SignInWriter(opener: $0, conversation: delivery.conversation) },
            payments: payments.map { PaymentWriter(opener: $0, conversation: delivery.conversation) })
    }

    private func attachments(of delivery: Delivery) -> AttachmentWriter? {
        uploads.map {
            AttachmentWriter(
                uploads: $0, business: delivery.conversation.business, log: DeliveryLog(logger, of: delivery))
        }
    }

    /// Shows the customer a typing indicator. A refused indicator does not hold up the message.
    private func showTyping(to delivery: Delivery) async throws(DeliveryFailure) {
        do throws(DeliveryFailure) {
            _ = try await gateway.send(["type": "typing_start"], id: UUID().uuidString.lowercased(), delivery)
        } catch {
            guard case .giveUp = error else { throw error }
        }
    }

    /// Sends one message; a large payload that Apple still stores is sent as a reference.
    private func send(_ message: WireMessage, id: String, _ delivery: Delivery) async throws(DeliveryFailure) {
        // A payload with an attachment beside it differs each time.
        let payload =
            message.attachment == nil ? LargePayload(of: message.content, from: delivery.conversation.business) : nil
        if let payload, let reference = references.reference(to: payload, at: clock.now) {
            if try await isTaken(payload.content(by: reference), id: id, delivery) { return }
            references.forget(payload)
        }
        let attached = AttachedPictures(uploads: uploads, log: DeliveryLog(logger, of: delivery))
        let content = await attached.attach(to: message, from: delivery.conversation.business)
        let answer = try await gateway.send(
            content, to: message.path, id: id, delivery, wantsReference: payload != nil)
        if let payload { references.keep(answer["dataRef"], to: payload, at: clock.now) }
    }

    /// Returns whether a message by reference was accepted; `false` when Apple no longer knows the reference.
    private func isTaken(
        _ content: JSONObject, id: String, _ delivery: Delivery
    ) async throws(DeliveryFailure) -> Bool {
        do throws(DeliveryFailure) {
            _ = try await gateway.send(content, id: id, delivery)
            return true
        } catch {
            guard case .giveUp = error else { throw error }
            return false
        }
    }
}

/// A source of picture bytes.
public protocol PictureSource: Sendable {
    /// Returns the picture's bytes; `nil` when they are not available.
    func bytes(of picture: Picture) async -> [UInt8]?

    /// Returns the path of a project file on disk; `nil` when there is no file of this name.
    func path(of name: String) -> String?
}

extension PictureSource {
    public func path(of name: String) -> String? { nil }
}
