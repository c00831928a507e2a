public import Channels
public import CurlClient
import Expressions
import Foundation
import JSON
public import Logging
public import MessageModel
import OpenGraph

/// Sends messages through Apple's gateway.
///
/// Apple keeps no order by itself: the next message to a customer may only go when this one has been answered
/// (developer.apple.com, Sequencing Messages). The outbox sees to that between deliveries, this within one.
public struct AppleChannel: Channel {
    public let name = Apple.channel

    private let settings: AppleSettings
    private let gateway: GatewayClient
    private let clock: any WallClock
    private let pictures: any PictureSource
    private let apps: any AppSource
    private let signIns: (any SignInOpener)?
    private let payments: (any PaymentOpener)?
    private let previews: (any LinkPreviewSource)?
    private let uploads: Uploads?
    private let logger: Logger
    private let references = PayloadReferences()
    private let progress = DeliveryProgress()

    /// - Parameters:
    ///   - pictures: gives the bytes of a picture that a message shows.
    ///   - apps: knows the iMessage apps that messages open.
    ///   - store: takes the files of messages; without one pictures of apps are left out, and other files go out as words.
    ///   - signIns: opens sign-ins; without it nobody can be asked to sign in.
    ///   - payments: opens payments; without it nobody can be asked to pay.
    ///   - version: of Usher, for Apple's logs.
    public init(
        settings: AppleSettings, client: CurlClient, pictures: any PictureSource, apps: any AppSource = FixedApps(),
        store: AppleStore? = nil, signIns: (any SignInOpener)? = nil, payments: (any PaymentOpener)? = nil,
        clock: any WallClock, version: String, logger: Logger
    ) {
        self.init(
            settings: settings, client: client, pictures: pictures, apps: apps,
            previews: settings.showsPreviews
                ? LinkPreviews(client: client, clock: clock, largestPicture: AppleLimits.linkPicture) : nil,
            store: store,
            signIns: signIns, payments: payments, clock: clock, version: version, logger: logger, timeout: .seconds(30))
    }

    /// - Parameter timeout: how long Apple may take to answer.
    init(
        settings: AppleSettings, client: CurlClient, pictures: any PictureSource, apps: any AppSource,
        previews: (any LinkPreviewSource)?, store: AppleStore?, signIns: (any SignInOpener)? = nil,
        payments: (any PaymentOpener)? = nil, clock: any WallClock, version: String, logger: Logger, timeout: Duration
    ) {
        self.settings = settings
        self.clock = clock
        self.pictures = pictures
        self.apps = apps
        self.signIns = signIns
        self.payments = payments
        self.previews = previews
        uploads = store.map { Uploads(store: $0, pictures: pictures, client: client, clock: clock) }
        self.logger = logger
        gateway = GatewayClient(settings: settings, client: client, clock: clock, version: version, timeout: timeout)
    }

    /// Sends what a message becomes, one after another. What Apple has taken of it is not sent again when a later part has to
    /// be tried once more.
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

    /// Shows the customer that somebody types. A sign that Apple does not take is no reason to keep the message back.
    private func showTyping(to delivery: Delivery) async throws(DeliveryFailure) {
        do throws(DeliveryFailure) {
            _ = try await gateway.send(["type": "typing_start"], id: UUID().uuidString.lowercased(), delivery)
        } catch {
            guard case .giveUp = error else { throw error }
        }
    }

    /// Sends one message; a large payload that Apple still has goes as a reference.
    private func send(_ message: WireMessage, id: String, _ delivery: Delivery) async throws(DeliveryFailure) {
        // What has an attachment beside it is not the same again.
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

    /// Whether a message by reference was taken; `false` when Apple does not know the reference any more.
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

/// Gives the bytes of pictures.
public protocol PictureSource: Sendable {
    /// The picture, or `nil` when it cannot be had.
    func bytes(of picture: Picture) async -> [UInt8]?

    /// Where a file of the project lies on the disk; `nil` when there is none of this name.
    func path(of name: String) -> String?
}

extension PictureSource {
    public func path(of name: String) -> String? { nil }
}
