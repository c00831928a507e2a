import Synchronization

/// One `send`, as its caller and the loop's thread both know it.
final class Call: Sendable {
    typealias Answer = CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>

    let firstHop: Hop
    let started = ContinuousClock.now
    private let cancelled = Atomic(false)

    /// Throws `badRequest` when the request cannot be sent as it stands.
    init(_ request: HTTPRequest) throws(HTTPFailure) {
        firstHop = try Hop(request)
    }

    var isCancelled: Bool {
        cancelled.load(ordering: .acquiring)
    }

    /// Remembered here because the order to cancel can overtake the order to start.
    func cancel() {
        cancelled.store(true, ordering: .releasing)
    }
}
