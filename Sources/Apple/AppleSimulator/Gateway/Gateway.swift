import Channels
import Expressions
import HTTPTypes
import JSON

/// Apple's side of `POST /message`: accepts messages from businesses and passes them to the customers' devices.
///
/// Checks in this order: token, headers, JSON, business, customer, closed conversation, fields.
final class Gateway: Sendable {
    private let world: World
    private let tokens: GatewayTokens
    private let faults: Faults
    private let log: WireLog
    private let limits: PayloadLimits
    private let clock: any WallClock
    private let store: AttachmentStore
    private let merchants: MerchantSessions
    private let references: BubbleReferences

    init(
        world: World, store: AttachmentStore, merchants: MerchantSessions, faults: Faults, log: WireLog,
        limits: PayloadLimits, clock: any WallClock
    ) {
        self.world = world
        self.store = store
        self.merchants = merchants
        references = BubbleReferences(store: store)
        self.faults = faults
        self.log = log
        self.limits = limits
        self.clock = clock
        tokens = GatewayTokens(world: world)
    }

    /// Responds to one request, subject to the active faults.
    ///
    /// Throws `CancellationError` when the simulator stops while a fault delays the request.
    func answer(_ request: GatewayRequest) async throws -> GatewayAnswer {
        let fault = faults.strike(.gateway, request.destination.flatMap { world.customer(CustomerID($0)) }?.id)
        switch fault {
        case .delay(let length): try await clock.pause(length)
        case .status(let status): return answer(.failure(.fault(status)), to: request, fault)
        case .dropBefore: return answer(nil, to: request, fault)
        default: break
        }
        var skew = TimeLength.zero
        if case .clockSkew(let length) = fault { skew = length }
        let verdict = await verdict(on: request, clockAhead: skew)
        if case .lateAnswer(let length) = fault { try await clock.pause(length) }
        return answer(verdict, to: request, fault)
    }

    private func verdict(
        on request: GatewayRequest, clockAhead skew: TimeLength
    ) async -> Result<Taken, GatewayRefusal> {
        do throws(GatewayRefusal) {
            let provider = try tokens.provider(request.authorization, now: clock.now + skew)
            return .success(try await take(request, from: provider))
        } catch {
            return .failure(error)
        }
    }

    private func take(_ request: GatewayRequest, from provider: Provider) async throws(GatewayRefusal) -> Taken {
        let written = try request.parse()
        let customer = try customer(of: request, from: provider)
        let body: JSONValue
        let message: GatewayMessage
        let files: [TranscriptFile]
        do throws(ValidationError) {
            body = try references.resolve(written, for: customer.business)
            message = try GatewayMessage(checking: body, limits: limits)
            try message.check(isAuthentication: request.isAuthentication)
            try merchants.check(message)
            files = try fetch(message.attachments, for: customer.business)
        } catch {
            throw .badMessage(error)
        }
        var taken = Taken(type: body["type"]?.string)
        switch customer.take(message, files, body: request.body, at: clock.now) {
        case .taken(let lostOn): taken.lostOn = lostOn
        case .repeated(let differs): (taken.isRepeat, taken.differs) = (true, differs)
        case .closed: throw .closed
        }
        if request.wantsDataReference, let data = body["interactiveData"] {
            taken.answer = try await dataReference(to: data, for: customer.business)
        }
        return taken
    }

    /// Returns the files of a message as devices see them.
    private func fetch(
        _ attachments: [Attachment], for business: BusinessID
    ) throws(ValidationError) -> [TranscriptFile] {
        var files: [TranscriptFile] = []
        for (index, attachment) in attachments.enumerated() {
            let stored = try within("attachments[\(index)]") { () throws(ValidationError) in
                try attachment.stored(in: store, for: business)
            }
            files.append(TranscriptFile(fetching: attachment, stored, from: store))
        }
        return files
    }

    private func dataReference(
        to data: JSONValue, for business: BusinessID
    ) async throws(GatewayRefusal) -> JSONValue {
        do {
            return ["dataRef": try await references.keep(data, for: business)]
        } catch let refusal as GatewayRefusal {
            throw refusal
        } catch {
            throw GatewayRefusal(status: 500, code: "internal", reason: "the data could not be stored: \(error)")
        }
    }

    /// Returns the calling business, by its token and `source-id`.
    func business(of headers: HTTPFields) async throws(GatewayRefusal) -> BusinessID {
        let provider = try tokens.provider(headers[.authorization], now: clock.now)
        guard let source = headers[.sourceID], !source.isEmpty else {
            throw .badHeader("source-id", "this header is required and is missing")
        }
        guard let business = world.business(BusinessID(source)), business.mspID == provider.id else {
            throw .unknownBusiness(source)
        }
        return business.id
    }

    private func customer(of request: GatewayRequest, from provider: Provider) throws(GatewayRefusal) -> Customer {
        let (source, destination) = (request.source ?? "", request.destination ?? "")
        guard let business = world.business(BusinessID(source)), business.mspID == provider.id else {
            throw .unknownBusiness(source)
        }
        guard let customer = world.customer(CustomerID(destination)), customer.business == business.id,
            customer.hasDevices
        else { throw .unknownCustomer(destination, of: source) }
        guard !customer.hasClosed else { throw .closed }
        return customer
    }
}

extension Gateway {
    /// The result of an accepted message.
    fileprivate struct Taken {
        let type: String?
        var isRepeat = false
        var differs = false
        var lostOn: [DeviceID] = []
        /// The data that the sender requested with the message.
        var answer: JSONValue?
    }

    /// Logs the exchange, and responds unless the fault prevents it.
    private func answer(
        _ verdict: Result<Taken, GatewayRefusal>?, to request: GatewayRequest, _ fault: FaultRule.Kind?
    ) -> GatewayAnswer {
        var entry = WireLogEntry(at: clock.now, .gateway)
        entry.messageID = request.id
        entry.business = request.source.map { BusinessID($0) }
        entry.customer = request.destination.map { CustomerID($0) }
        entry.autoReply = request.autoReply
        entry.fault = fault?.word
        entry.describe(verdict)
        log.add(entry)
        guard let verdict, fault != .dropAfter else { return .dropped }
        do throws(GatewayRefusal) {
            return .taken(try verdict.get().answer)
        } catch {
            return .refused(error)
        }
    }
}

extension WireLogEntry {
    fileprivate mutating func describe(_ verdict: Result<Gateway.Taken, GatewayRefusal>?) {
        switch verdict {
        case .success(let taken):
            status = 200
            type = taken.type
            isRepeat = taken.isRepeat
            lostOn = taken.lostOn
            if taken.differs { reason = "the repeated message differs from the first one with this id" }
        case .failure(let refusal):
            status = refusal.status
            reason = refusal.path.map { "\($0): \(refusal.reason)" } ?? refusal.reason
        case nil: break
        }
    }
}
