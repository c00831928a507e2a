import Channels
import Expressions
import JSON

/// Apple's side of `POST /message`: takes messages from businesses and hands them to the customers' devices.
///
/// Checks in this order: token, headers, JSON, business, customer, closed conversation, fields.
final class Gateway: Sendable {
    private let world: World
    private let tokens: GatewayTokens
    private let faults: Faults
    private let log: WireLog
    private let limits: PayloadLimits
    private let clock: any WallClock

    init(world: World, faults: Faults, log: WireLog, limits: PayloadLimits, clock: any WallClock) {
        self.world = world
        self.faults = faults
        self.log = log
        self.limits = limits
        self.clock = clock
        tokens = GatewayTokens(world: world)
    }

    /// Answers one request, as the faults that are switched on allow.
    ///
    /// Throws `CancellationError` when the simulator stops while a fault holds the request up.
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
            let provider = try await tokens.provider(request.authorization, now: clock.now + skew)
            return .success(try take(request, from: provider))
        } catch {
            return .failure(error)
        }
    }

    private func take(_ request: GatewayRequest, from provider: Provider) throws(GatewayRefusal) -> Taken {
        let body = try request.parse()
        let customer = try customer(of: request, from: provider)
        let message: GatewayMessage
        do {
            message = try GatewayMessage(checking: body, limits: limits)
        } catch {
            throw .badMessage(error)
        }
        switch customer.take(message, body: request.body, at: clock.now) {
        case .taken(let lostOn): return Taken(type: body["type"]?.string, lostOn: lostOn)
        case .repeated(let differs): return Taken(type: body["type"]?.string, isRepeat: true, differs: differs)
        case .closed: throw .closed
        }
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
    /// What became of a message that was taken.
    fileprivate struct Taken {
        let type: String?
        var isRepeat = false
        var differs = false
        var lostOn: [DeviceID] = []
    }

    /// Notes the exchange, and answers unless the fault forbids it.
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
        if case .failure(let refusal) = verdict { return .refused(refusal) }
        return .taken
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
            if taken.differs { reason = "the repeated message says something else than the first of this id" }
        case .failure(let refusal):
            status = refusal.status
            reason = refusal.path.map { "\($0): \(refusal.reason)" } ?? refusal.reason
        case nil: break
        }
    }
}
