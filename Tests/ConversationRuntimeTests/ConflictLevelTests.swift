import ConversationRuntime
import Databases
import Logging
import SQLStorage
import Testing

/// How loud failed work is logged that is repeated.
@Suite struct ConflictLevelTests {
    private struct Trouble: Error {}

    @Test func `a conflict with other work is normal, and any other failure an error`() {
        let conflict = SQLError(.conflict, "could not serialize access (SQLSTATE 40001)")
        #expect(Logger.Level.retry(after: conflict) == .notice)
        for kind in [SQLFaultKind.unavailable, .unknown, .constraint, .other] {
            #expect(Logger.Level.retry(after: SQLError(kind, "the disk is gone")) == .error)
        }
        #expect(Logger.Level.retry(after: Trouble()) == .error)
    }
}
