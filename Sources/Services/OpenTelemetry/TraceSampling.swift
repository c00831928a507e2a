import Traces

/// Decides which traces are recorded: those of a caller as the caller has decided, of the others a share.
///
/// The id of the trace decides, so that all servers with the same share record the same traces.
struct TraceSampling: Sendable, Hashable {
    /// The part of an id that is compared: 56 bits, which callers choose at random as well (W3C Trace Context, level 2,
    /// section 3.2.2.5).
    private static let bits: UInt64 = 56

    /// A trace is recorded when the last 56 bits of its id are below this.
    private let bound: UInt64

    /// - Parameter share: from 0, for none, to 1, for all.
    init(share: Double) {
        bound = UInt64((min(max(share, 0), 1) * Double(UInt64(1) << Self.bits)).rounded())
    }

    /// Whether the trace is recorded.
    ///
    /// - Parameter parent: the span of the caller; `nil` when the trace begins here.
    func records(_ trace: TraceID, below parent: TraceParent?) -> Bool {
        parent?.isSampled ?? (trace.low & (1 << Self.bits - 1) < bound)
    }
}
