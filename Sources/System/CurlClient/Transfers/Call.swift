import Synchronization

/// One call of `send`, shared by its caller and the loop's thread.
final class Call: Sendable {
    typealias ID = UInt64

    let id: ID
    let firstHop: Hop
    let started: ContinuousClock.Instant
    let deadline: ContinuousClock.Instant
    private let cancelled = Atomic(false)

    /// Throws `badRequest` when the request cannot be sent as it is.
    init(_ request: HTTPRequest) throws(HTTPFailure) {
        id = Self.lastID.wrappingAdd(1, ordering: .relaxed).newValue
        firstHop = try Hop(request)
        started = .now
        deadline = started + min(request.timeout, .seconds(Int32.max))
    }

    var origin: Origin { firstHop.address.origin }

    var isCancelled: Bool {
        cancelled.load(ordering: .acquiring)
    }

    /// Stored here because the order to cancel can overtake the order to start.
    func cancel() {
        cancelled.store(true, ordering: .releasing)
    }

    private static let lastID = Atomic<ID>(0)
}

/// A call with the continuation that its caller awaits.
struct PendingCall: Sendable {
    typealias Answer = CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>

    let call: Call
    let answer: Answer
}
