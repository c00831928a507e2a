import Databases
import SQLiteStorage
import Testing

/// Errors of a database server, as commands report them.
@Suite struct ServerTroubleTests {
    @Test(arguments: [
        (SQLFaultKind.unavailable, true), (SQLFaultKind.unknown, true), (SQLFaultKind.conflict, true),
        (SQLFaultKind.constraint, false), (SQLFaultKind.other, false),
    ])
    func `an error says what the server says, and whether to try again`(kind: SQLFaultKind, isTemporary: Bool) throws {
        let trouble = try #require(StorageTrouble(SQLError(kind, "commits wait for a standby")))
        #expect(trouble.isTemporary == isTemporary)
        #expect(trouble.description == "commits wait for a standby")
    }
}
