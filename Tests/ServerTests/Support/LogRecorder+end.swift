import TestSupport
import Testing

extension LogRecorder {
    /// Adds the last log lines to a test that did not finish: the condition that it waited for would not explain the
    /// cause.
    func recordEnd() {
        Issue.record("the server's log ended so:\n\(lines.suffix(40).joined(separator: "\n"))")
    }
}
