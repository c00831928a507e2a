import Traces

/// What the column `cause` of messages and calls holds: the id of the arrival that caused them, and after a space their
/// position in its trace. Both may be missing. Versions that know no traces show the whole as the id.
struct StoredCause: Hashable {
    let arrival: String?
    let trace: TraceParent?

    init(arrival: String?, trace: TraceParent?) {
        self.arrival = arrival
        self.trace = trace
    }

    /// Reads the column.
    init(_ text: String?) {
        guard let text, let space = text.lastIndex(of: " "),
            let trace = TraceParent(text[text.index(after: space)...])
        else {
            self.init(arrival: text, trace: nil)
            return
        }
        self.init(arrival: space == text.startIndex ? nil : String(text[..<space]), trace: trace)
    }

    /// The value of the column.
    var text: String? {
        guard let trace else { return arrival }
        return "\(arrival ?? "") \(trace.text)"
    }
}
